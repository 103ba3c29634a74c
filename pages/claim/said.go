package claim

import (
	"strings"

	"echomq.dev/course/pages/bytetext"
	"echomq.dev/course/sim/prefix"
	"echomq.dev/course/sim/trace"
)

// Said is what has just happened, in one sentence, and who did it.
type Said struct {
	Who, Name string
	Mark      Mark
	Word      string // the outcome, or how far it has come
	Tone      string
	Text      string
	Error     string // bytes
	Caveat    string
}

// said is the news at the cursor.
func (b builder) said(v *prefix.View, at cursor) Said {
	if at.arrival < 0 {
		return Said{
			Word: "before the first command", Tone: "is-neutral",
			Text: "Nobody has sent anything yet. {emq}:version holds " + valueView(v.Value).plain() + ".",
		}
	}
	a := &v.Arrivals[at.arrival]
	s := Said{
		Who: actorName(a.Actor), Name: a.Name, Mark: b.marks[at.arrival], Caveat: caveat(a.Actor),
		Word: string(a.Verdict.Outcome), Tone: tone(a.Verdict.Outcome), Text: a.Verdict.Text, Error: a.Verdict.Error,
	}
	if at.command == 0 || a.State == prefix.Finished {
		return s
	}
	s.Text = told(&a.Arrival, a.Steps[len(a.Steps)-1])
	if a.State == prefix.UnderWay {
		s.Word, s.Tone = "under way", "is-neutral"
	}
	return s
}

// told says what a command did that was not its arrival's last, and what it
// means to whoever sent it. Of what comes next it says nothing.
func told(a *trace.Arrival, s trace.Step) string {
	text := "It sent " + line(s.Command) + ", and the node answered " + strings.ReplaceAll(s.Reply, "\n", " ") + "."
	if len(s.Command) == 0 {
		return text
	}
	if a.Reconnect && len(a.Steps) == 1 {
		text = "Its connection was dropped, so it fences again from the start. " + text
	}
	switch command := s.Command[0]; {
	case command == "GET" && s.Reply == "nil":
		return text + " The key is absent, and its rule lets it try to claim an absent key."
	case command == "SET" && s.Reply == "OK":
		return text + " NX writes an absent key alone, so the value there now is its own. Only reading it back will tell whether it stays."
	case command == "SET" && s.Reply == "nil":
		return text + " NX writes an absent key alone, and this one was not absent any more: nothing was written. Whose value is there, reading will tell."
	case command == "SET":
		return text + " The node did not write. What the key holds, reading will tell."
	case command == "EMQ.VERSION":
		return text + " So the module is there, and of the major version that this client speaks. Whose the node is, the key has to tell."
	}
	return text
}

// plain is the news for a screen reader.
func (s Said) plain() string {
	who := strings.TrimSpace(s.Who + " " + s.Name)
	if who == "" {
		return bytetext.Plain(s.Text)
	}
	return who + ": " + s.Word + ". " + bytetext.Plain(s.Text)
}

// coming says how much is still to come, and nothing of what.
func (f Figure) coming() string {
	if f.Coming == 1 {
		return "One more command: not yet."
	}
	return numbered("", f.Coming) + " more commands: not yet."
}

func (f Figure) later() string {
	if f.Later == 1 {
		return "One move that comes later is left out."
	}
	return numbered("", f.Later) + " moves that come later are left out."
}

// of is a label that names the command at the cursor.
func (f Figure) of(label string) string { return numbered(label, f.Bar.N) }
