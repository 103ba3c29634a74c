package sequence

import (
	"strings"

	"echomq.dev/course/pages/bytetext"
	"echomq.dev/course/pages/sign"
	"echomq.dev/course/sim/prefix"
	"echomq.dev/course/sim/trace"
)

// Twin is the drawing's table: what it shows, and all that it had to cut.
type Twin struct {
	Start Cell
	Lines []Line
}

// Line is a command, or what a held client waits to send.
type Line struct {
	N       int // 0 for what has not been sent
	Current bool
	Who     string
	Mark    string // the sign of its lifeline in the drawing
	Again   bool   // its first since its connection was dropped
	Command string // bytes, as a person would type them
	Reply   string // bytes, as redis-cli prints them
	Checks  []Check
	Holds   Cell
	Changed bool
	Wrote   bool // something else on the node than the version key
	Outcome string
	Tone    string
	Error   string // bytes
}

// Check is what the node looked at inside a native verb.
type Check struct {
	Name, Read string
	OK         bool
}

// Cell is what {emq}:version holds: a string's bytes, or a word for it.
type Cell struct {
	Word, Bytes string
}

func cell(v trace.Value) Cell {
	if v.Type == "string" {
		return Cell{Bytes: v.Value}
	}
	return Cell{Word: strings.Trim(holds(v), "()")}
}

func tabulate(v prefix.View) Twin {
	_, of := lanes(&v)
	sent := commands(&v)
	t := Twin{Start: cell(v.Value)}
	if len(sent) > 0 {
		t.Start = cell(sent[0].step.Before)
	}
	for _, c := range sent {
		l := Line{
			N: c.step.N, Current: c.step.N == v.N, Who: who(c.arrival), Mark: of[c.index].Label,
			Again: c.first && c.arrival.Reconnect, Command: full(c.step.Command), Reply: c.step.Reply,
			Holds: cell(c.step.After), Changed: c.step.Before != c.step.After,
		}
		l.Wrote = c.step.Wrote && !l.Changed
		if c.last {
			for _, k := range c.arrival.Checks {
				l.Checks = append(l.Checks, Check{Name: k.Check, Read: k.Read, OK: k.OK})
			}
			l.Outcome, l.Tone, l.Error = string(c.arrival.Verdict.Outcome), sign.Tone(c.arrival.Verdict.Outcome), c.arrival.Verdict.Error
		}
		t.Lines = append(t.Lines, l)
	}
	for i := range v.Arrivals {
		a := &v.Arrivals[i]
		if a.State != prefix.Waiting {
			continue
		}
		l := Line{Who: who(a), Mark: of[i].Label, Outcome: string(trace.Held), Tone: sign.Tone(trace.Held), Holds: cell(v.Value)}
		if a.Next != nil {
			l.Command = full(a.Next.Command)
		}
		t.Lines = append(t.Lines, l)
	}
	return t
}

// passed is a check's result in a mark that needs no colour.
func passed(ok bool) string {
	if ok {
		return " ✓"
	}
	return " ✗"
}

// read is what a check read, as text.
func (c Check) read() string {
	if c.Read == "" {
		return ""
	}
	return ", read " + bytetext.Plain(c.Read)
}
