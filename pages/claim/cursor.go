package claim

import (
	"slices"

	"echomq.dev/course/sim/prefix"
	"echomq.dev/course/sim/scenario"
	"echomq.dev/course/sim/trace"
)

// cursor is where a view looks: at an arrival, and at one of its commands.
type cursor struct {
	arrival int // place in the trace; -1 while nobody has arrived
	command int // number in the whole sequence; 0 while the arrival has sent none
}

// view is the trace up to where the state asks to look, and the end of it where
// it asks for nothing or for more than there is.
func (b builder) view() (prefix.View, cursor) {
	if !b.st.looks || b.st.at > prefix.Total(b.tr) {
		v := prefix.At(b.tr, prefix.Total(b.tr))
		return v, latest(b.st.sc.Moves, b.tr.Arrivals)
	}
	v := prefix.At(b.tr, b.st.at)
	return v, cursor{v.Current.Arrival, v.N}
}

// latest is the end of a sequence: the last command, whoever began when. One
// whom the last move let arrive comes before it, with no command yet while
// held: the news is that it is there.
func latest(moves []scenario.Move, arrivals []*trace.Arrival) cursor {
	last := len(arrivals) - 1
	if last < 0 {
		return cursor{arrival: -1}
	}
	if n := len(moves); n > 0 && moves[n-1].Kind == scenario.Step {
		for i, a := range arrivals {
			if lastCommand(a) > lastCommand(arrivals[last]) {
				last = i
			}
		}
	}
	return cursor{last, lastCommand(arrivals[last])}
}

// lastCommand is the number of the latest command that an arrival sent, 0 if
// it sent none.
func lastCommand(a *trace.Arrival) int {
	if len(a.Steps) == 0 {
		return 0
	}
	return a.Steps[len(a.Steps)-1].N
}

// commandAt is the place of the n-th command among an arrival's own, -1 if it
// is another's.
func commandAt(a *trace.Arrival, n int) int {
	return slices.IndexFunc(a.Steps, func(s trace.Step) bool { return s.N == n })
}

// through counts the moves up to and with the one that made the command at the
// cursor, or that let its arrival come where there is no command. A step sends
// one command of a held arrival; every other move begins an arrival and makes
// all commands that this one does not wait with. Nobody at the cursor means the
// time before the first command, when some may be held already.
func (c cursor) through(moves []scenario.Move, arrivals []*trace.Arrival) int {
	if c.arrival < 0 {
		sent := slices.IndexFunc(moves, func(m scenario.Move) bool { return m.Kind != scenario.Hold })
		if sent < 0 {
			return len(moves)
		}
		return sent
	}
	left := commandAt(arrivals[c.arrival], c.command) // commands before it that are steps still to come
	begun, held := -1, ""
	for n, m := range moves {
		switch {
		case m.Kind != scenario.Step:
			begun++
			if begun != c.arrival {
				continue
			}
			if m.Kind != scenario.Hold || left < 0 {
				return n + 1
			}
			held = m.Name
		case m.Name == held:
			if left == 0 {
				return n + 1
			}
			left--
		}
	}
	return len(moves)
}
