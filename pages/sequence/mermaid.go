package sequence

import (
	"strings"

	"echomq.dev/course/pages/sign"
	"echomq.dev/course/sim/prefix"
	"echomq.dev/course/sim/trace"
)

// Mermaid is the view as the text of a Mermaid sequence diagram. Each line is
// one statement; what was typed or stored is in none of them as it is, but with
// every character that Mermaid might read as its own in the form #59;.
func Mermaid(v prefix.View) string {
	all, of := lanes(&v)
	ids := map[*lane]string{}
	b := &strings.Builder{}
	b.WriteString("sequenceDiagram\n")
	b.WriteString("    participant N as Node\n")
	for i, l := range all {
		ids[l] = "C" + itoa(i+1)
		statement(b, "participant "+ids[l]+" as ", l.Title)
	}
	sent := commands(&v)
	start := v.Value
	if len(sent) > 0 {
		start = sent[0].step.Before
	}
	statement(b, "Note over N: ", "at first the key holds "+cut(holds(start), maxMessage))
	for _, c := range sent {
		id := ids[of[c.index]]
		if c.first && c.arrival.Reconnect {
			statement(b, "Note over "+id+": ", "its connection was dropped")
		}
		statement(b, id+"->>N: ", itoa(c.step.N)+". "+cut(full(c.step.Command), maxMessage))
		if c.last {
			for _, k := range c.arrival.Checks {
				statement(b, "Note over N: ", "check "+k.Check+": "+word(k))
			}
		}
		statement(b, "N-->>"+id+": ", cut(plain(oneLine(c.step.Reply)), maxMessage))
		if c.step.Before != c.step.After {
			statement(b, "Note over N: ", "the key now holds "+cut(holds(c.step.After), maxMessage))
		}
		if c.last && !sign.ByHand(c.arrival.Actor) {
			statement(b, "Note over "+id+": ", string(c.arrival.Verdict.Outcome))
		}
	}
	for i := range v.Arrivals {
		if a := &v.Arrivals[i]; a.State == prefix.Waiting && a.Next != nil {
			statement(b, "Note over "+ids[of[i]]+": ", "waits before "+cut(full(a.Next.Command), maxMessage))
		}
	}
	return b.String()
}

func word(c trace.Check) string {
	if c.OK {
		return "passed"
	}
	return "failed"
}

func oneLine(reply string) string {
	if reply == "" {
		return brief(reply)
	}
	return strings.ReplaceAll(reply, "\n", ", ")
}

// statement writes a line of Mermaid: its grammar as it is, its text escaped.
func statement(b *strings.Builder, grammar, text string) {
	b.WriteString("    " + grammar)
	for _, r := range text {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', strings.ContainsRune(" ._,:={}\"'…", r):
			b.WriteRune(r)
		default:
			b.WriteString("#" + itoa(int(r)) + ";")
		}
	}
	b.WriteByte('\n')
}
