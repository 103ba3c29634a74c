// Package prefix cuts a trace at one of its commands: what had been seen when
// the n-th command of the whole sequence was answered and the next one had not
// been sent.
//
// A view holds nothing of what came later. That is the point of it: whoever
// draws from a View cannot show the future by mistake. What a held client waits
// to send is no future; it is the present that it waits with it.
package prefix

import "echomq.dev/course/sim/trace"

// View is a trace up to and with its n-th command.
type View struct {
	N     int // the command that the view stands behind; 0 before the first
	Total int // commands of the whole trace

	Arrivals []Arrival // those that have begun, at their places in the trace
	Coming   int       // how many of the trace are still to begin

	Was   trace.Value // {emq}:version before the n-th command
	Value trace.Value // and after it; the same at 0

	Wrote    bool        // the n-th command changed something on the node
	Keys     []trace.Key // all keys of the node after it, sorted
	Appeared []trace.Key // of Keys, those that it made, or made anew with another type
	Vanished []trace.Key // keys that it removed, or that had another type before

	Current Place // of the n-th command
}

// Place says where in a view a command stands.
type Place struct {
	Arrival int // index in Arrivals; -1 where there is no command
	Step    int // index in that arrival's Steps
}

// State is how far an arrival has come.
type State byte

// The states of an arrival that has begun.
const (
	Waiting  State = iota // it is held: Next is what it would send
	UnderWay              // between two commands, with nobody holding it
	Finished              // it has its verdict
)

// Arrival is an arrival as far as it has come. The embedded one is cut: its
// Steps, Alive and Checks end where the view does, its Wrote, Before and After
// are those of the steps that are left, and its Verdict is that of a held
// arrival while it waits and empty while it is under way.
type Arrival struct {
	trace.Arrival
	State State
	Since int  // the first n at which a view of the trace has it
	Live  bool // a connector that passed its fence, and its connection is open
	Lost  bool // it was live, and its connection has been dropped
}

// Total is the number of commands in a whole trace.
func Total(t *trace.Trace) int {
	total := 0
	for _, a := range t.Arrivals {
		for _, s := range a.Steps {
			total = max(total, s.N)
		}
	}
	return total
}

// At is the view behind the n-th command, counted from 1. Behind command 0
// nobody has sent anything, though held arrivals may have come already. An n
// outside the trace means the nearest one inside. The trace is not changed; the
// view shares its steps' keys and its words with it.
func At(t *trace.Trace, n int) View {
	c := newCut(t, n)
	v := View{N: c.n, Total: c.total, Current: Place{Arrival: -1}, Value: c.value(c.n), Keys: t.KeysAt(c.n)}
	v.Was = v.Value
	for i, a := range t.Arrivals {
		if c.since[i] > c.n {
			v.Coming = len(t.Arrivals) - i // they stand in the order in which they began
			break
		}
		v.Arrivals = append(v.Arrivals, c.arrival(i))
		for j, s := range a.Steps {
			if s.N == c.n {
				v.Current = Place{Arrival: i, Step: j}
				v.Was, v.Wrote = s.Before, s.Wrote
				v.Appeared, v.Vanished = s.Appeared, s.Vanished
			}
		}
	}
	return v
}

// Step is the n-th command with its reply, nil at 0.
func (v *View) Step() *trace.Step {
	if v.Current.Arrival < 0 {
		return nil
	}
	return &v.Arrivals[v.Current.Arrival].Steps[v.Current.Step]
}

// Arrival is whoever sent the n-th command, nil at 0.
func (v *View) Arrival() *Arrival {
	if v.Current.Arrival < 0 {
		return nil
	}
	return &v.Arrivals[v.Current.Arrival]
}

// Ended reports whether the n-th command was its arrival's last, so that the
// verdict is part of what the view shows as new.
func (v *View) Ended() bool {
	a := v.Arrival()
	return a != nil && a.State == Finished && v.Current.Step == len(a.Steps)-1
}

// Changed reports whether the n-th command changed {emq}:version.
func (v *View) Changed() bool { return v.Was != v.Value }
