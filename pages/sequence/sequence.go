// Package sequence draws who said what to the node, in which order: a lifeline
// for each client and one for the node, an arrow for each command with its
// reply, what {emq}:version holds along the node's line, and how each client
// ended.
//
// It draws a prefix.View and so knows nothing of what comes later. The node
// stands at the left and time runs down, so that a picture grows to the right
// and below as the view goes on, and nothing in it moves.
//
// The same view comes in four forms: as a figure with links, as a table for
// whoever does not see it, as an SVG file, and as text for Mermaid.
package sequence

import (
	"strconv"

	"github.com/a-h/templ"

	"echomq.dev/course/pages/told"
	"echomq.dev/course/sim/prefix"
	"echomq.dev/course/sim/trace"
)

// Link is where an arrow leads: to the view behind its command. Attributes are
// what else its element carries, such as hx-get.
type Link struct {
	Href       string // "" for an arrow that leads nowhere
	Attributes templ.Attributes
}

// Figure is the drawing with its table. Every id inside starts with id, and
// link says where the n-th command's arrow leads; nil makes no links.
func Figure(id string, v prefix.View, link func(n int) Link) templ.Component {
	return figure(id, draw(id, v, link), tabulate(v))
}

// who is an arrival in full.
func who(a *prefix.Arrival) string { return told.Role(a.Actor, a.Name) }

// head is what an actor is, for the head of a lifeline.
func head(actor string) string {
	switch actor {
	case "wire2", "wire4", "wire6":
		return "Wire " + actor[len("wire"):]
	case "install":
		return "Install"
	case "enqueue":
		return "Enqueue"
	case "operator":
		return "Operator"
	case "console":
		return "Console"
	}
	return actor
}

// at is a command of a view with whoever sent it.
type at struct {
	arrival *prefix.Arrival
	index   int // of the arrival
	step    *trace.Step
	first   bool // of its arrival's commands
	last    bool // of them, and the arrival has its verdict
}

// commands are a view's commands in the order in which they were sent.
func commands(v *prefix.View) []at {
	sent := make([]at, v.N)
	for i := range v.Arrivals {
		a := &v.Arrivals[i]
		for j := range a.Steps {
			if n := a.Steps[j].N; 1 <= n && n <= v.N {
				sent[n-1] = at{a, i, &a.Steps[j], j == 0, j == len(a.Steps)-1 && a.State == prefix.Finished}
			}
		}
	}
	for i := range sent {
		if sent[i].step == nil { // a trace with a gap in its numbers
			return sent[:i]
		}
	}
	return sent
}

func itoa(n int) string { return strconv.Itoa(n) }
