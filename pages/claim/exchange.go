package claim

import (
	"strings"

	"echomq.dev/course/pages/keyview"
	"echomq.dev/course/pages/sign"
	"echomq.dev/course/pages/told"
	"echomq.dev/course/sim/prefix"
	"echomq.dev/course/sim/trace"
)

// Exchange is a command and its reply.
type Exchange struct {
	ID      string
	Number  int // place in the whole sequence; 0 outside it
	Link    Link
	Turn    *Turn // who sends, where that is another than sent the last one
	Command []keyview.Word
	Reply   []string // lines of bytes, as redis-cli prints a reply
	IsError bool
	Wrote   bool
	Current bool // the command that the view's cursor stands on
	Checks  []Check
	Ending  *Ending // how its arrival ended with it

	// The evidence, of what no cursor comes to.
	Sent, Received  string // bytes
	Function, Place string // the place is file:line
}

// Turn is who sends the commands that follow.
type Turn struct {
	Mark        sign.Mark
	Actor, Name string
	Again       bool // the first since its connection was dropped
}

// Ending is an arrival's verdict.
type Ending struct {
	Tone, Outcome string
	Text          string // "" where the view says it above all
}

// Check is one check of a native verb.
type Check struct {
	Name, Note  string
	OK          bool
	Read, Error string
}

// exchanges are the commands of a view in the order in which they were sent.
func (b builder) exchanges(v prefix.View, at cursor) []Exchange {
	type place struct{ arrival, step int }
	sent := make([]place, v.N)
	for i := range v.Arrivals {
		for j, s := range v.Arrivals[i].Steps {
			sent[s.N-1] = place{i, j}
		}
	}
	var list []Exchange
	last := -1
	for _, p := range sent {
		a := &v.Arrivals[p.arrival]
		e := exchange(b.id+"-c", a.Steps[p.step], p.step)
		e.ID, e.Link, e.Current = numbered(b.id+"-c", e.Number), b.to(e.Number, v.Total), e.Number == at.command
		if p.arrival != last {
			e.Turn = &Turn{Mark: b.marks[p.arrival], Actor: told.Role(a.Actor, ""), Name: a.Name, Again: a.Reconnect && p.step == 0}
			last = p.arrival
		}
		if a.State == prefix.Finished && p.step == len(a.Steps)-1 {
			e.Checks = checkViews(a.Checks)
			e.Ending = &Ending{Tone: sign.Tone(a.Verdict.Outcome), Outcome: string(a.Verdict.Outcome), Text: a.Verdict.Text}
			if e.Current {
				e.Ending.Text = ""
			}
		}
		list = append(list, e)
	}
	return list
}

func checkViews(checks []trace.Check) (list []Check) {
	for _, c := range checks {
		list = append(list, Check{Name: c.Check, Note: checkNote(c.Check), OK: c.OK, Read: c.Read, Error: c.Error})
	}
	return list
}

// outside are exchanges that no cursor comes to, with their evidence.
func outside(id string, steps []trace.Step) []Exchange {
	var list []Exchange
	for i, s := range steps {
		e := exchange(id, s, i)
		e.Sent, e.Received, e.Function = s.Sent, s.Received, s.Source.Function
		if s.Source.File != "" {
			e.Place = numbered(s.Source.File+":", s.Source.Line)
		}
		list = append(list, e)
	}
	return list
}

func exchange(id string, s trace.Step, i int) Exchange {
	return Exchange{
		ID: numbered(id, i+1), Number: s.N, Command: keyview.Words(s.Command), Reply: strings.Split(s.Reply, "\n"),
		IsError: strings.HasPrefix(s.Reply, "(error)"), Wrote: s.Wrote,
	}
}
