package claim

import (
	"strings"

	"echomq.dev/course/pages/bytetext"
	"echomq.dev/course/pages/sign"
	"echomq.dev/course/pages/told"
	"echomq.dev/course/sim/prefix"
)

// Said is what has just happened, in one sentence, and who did it.
type Said struct {
	Who, Name string
	Mark      sign.Mark
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
			Text: told.At(v),
		}
	}
	a := &v.Arrivals[at.arrival]
	s := Said{
		Who: told.Role(a.Actor, ""), Name: a.Name, Mark: b.marks[at.arrival], Caveat: caveat(a.Actor),
		Word: string(a.Verdict.Outcome), Tone: sign.Tone(a.Verdict.Outcome), Text: a.Verdict.Text, Error: a.Verdict.Error,
	}
	if at.command == 0 || a.State == prefix.Finished {
		return s
	}
	s.Text = told.At(v)
	if a.State == prefix.UnderWay {
		s.Word, s.Tone = "under way", "is-neutral"
	}
	return s
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
		return "1 command is still to come."
	}
	return numbered("", f.Coming) + " commands are still to come."
}

func (f Figure) later() string {
	if f.Later == 1 {
		return "One move that comes later is left out."
	}
	return numbered("", f.Later) + " moves that come later are left out."
}

// of is a label that names the command at the cursor.
func (f Figure) of(label string) string { return numbered(label, f.Bar.N) }
