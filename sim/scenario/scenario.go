// Package scenario is the language that says what a node holds at first and
// what then happens to it. The same scenario has two forms, a text that a
// teacher writes and a query string; each parses into what it was printed
// from.
//
// The package knows the language and its bounds. It does not know what a
// scenario leads to: that is found by running it.
package scenario

import (
	"strings"

	"echomq.dev/course/keyspace"
	"echomq.dev/course/sim/trace"
)

// Bounds of a scenario. Over one of them nothing is run.
const (
	MaxMoves = 64       // moves in a scenario
	MaxHeld  = 8        // arrivals held at the same time; the run counts them
	MaxValue = 128      // bytes of a value
	MaxName  = 16       // bytes of an arrival's name
	MaxQuery = 8181     // bytes of the query form, of which /sim/claim? makes a URL of 8 KiB
	MaxText  = 64 << 10 // bytes of the text form
)

// Scenario is what a node holds at first and the moves that follow.
type Scenario struct {
	Start  trace.Value // {emq}:version before the first move, in database 0
	Module bool        // whether the node loads the native module
	Node   string      // what ails the node: one of Nodes, or empty
	User   string      // whom every arrival comes as: one of Users, or empty for everything allowed
	DB     int         // the database that everybody selects
	Moves  []Move
}

// New is the scenario that a bare URL means: an absent key, the native module
// loaded, and no move.
func New() Scenario {
	return Scenario{Start: trace.Value{Type: "none"}, Module: true}
}

// Kind is what sort of move it is.
type Kind string

// The kinds of moves.
const (
	Arrive Kind = "arrive" // an actor arrives and runs to its verdict
	Hold   Kind = "hold"   // it arrives under a name and waits before its first command
	Step   Kind = "step"   // a held one sends its next command and reads the reply
	Set    Kind = "set"    // the operator runs SET
	Del    Kind = "del"    // the operator runs DEL

	// Reconnect drops a live connector's connection. It connects again and
	// fences from the start.
	Reconnect Kind = "reconnect"

	// Redis is a command of the learner's own, from the console's list.
	Redis Kind = "redis"
)

// Move is one thing that happens.
type Move struct {
	Kind  Kind
	Actor string // Arrive and Hold: who
	Name  string // Hold, Step and Reconnect: the arrival's name
	Value string // Set: the value's bytes; Redis: the command, as Words reads it
}

// Actors are who can arrive.
func Actors() []string { return []string{"wire2", "wire4", "wire6", "install", "enqueue"} }

// Nodes are what can be wrong with a node: it is a read-only replica, or over
// its memory limit.
func Nodes() []string { return []string{"readonly", "full"} }

// Users are the users whom arrivals can come as, each named for the one thing
// that it may not do: read {emq}:version, run GET, run administrative commands.
func Users() []string { return []string{"noread", "noget", "noadmin"} }

// MaxDB is the highest database, as on a server that nobody configured.
const MaxDB = 15

// StartTypes are the Redis types other than a string that the key can start
// with, as TYPE names them.
func StartTypes() []string { return []string{"list", "hash", "set", "zset", "stream"} }

// Starts are values for the key to start with, for whoever offers a choice:
// nothing, the identities with today's default first, and every other type.
func Starts() []trace.Value {
	list := []trace.Value{{Type: "none"}}
	for _, identity := range []string{keyspace.Wire4, keyspace.Wire6, keyspace.Wire2} {
		list = append(list, trace.Value{Type: "string", Value: identity})
	}
	for _, typ := range StartTypes() {
		list = append(list, trace.Value{Type: typ})
	}
	return list
}

// Undo is the scenario without its last move. As with Then, what is appended
// to it later does not reach the receiver's moves.
func (s Scenario) Undo() Scenario {
	if last := len(s.Moves) - 1; last >= 0 {
		s.Moves = s.Moves[:last:last]
	}
	return s
}

// Reset is the scenario without any move.
func (s Scenario) Reset() Scenario {
	s.Moves = nil
	return s
}

// Then is the scenario with one more move. The receiver's moves are not
// touched, so several scenarios may grow out of one.
func (s Scenario) Then(m Move) Scenario {
	s.Moves = append(append(make([]Move, 0, len(s.Moves)+1), s.Moves...), m)
	return s
}

// Extends reports whether other starts alike and its moves stand at the front
// of the receiver's, so that a run of other can go on to be a run of s.
func (s Scenario) Extends(other Scenario) bool {
	if s.Start != other.Start || s.Module != other.Module || s.Node != other.Node || s.User != other.User || s.DB != other.DB {
		return false
	}
	if len(s.Moves) < len(other.Moves) {
		return false
	}
	for i, m := range other.Moves {
		if s.Moves[i] != m {
			return false
		}
	}
	return true
}

// check holds the rules that need the whole scenario: a name is taken once and
// is there before it is stepped, and the bounds.
func (s Scenario) check() (at int, err *Error) {
	if len(s.Moves) > MaxMoves {
		return MaxMoves, &Error{Param: "do", Problem: "is one move too many", Accepted: "at most 64 moves"}
	}
	var names []string
	for i, m := range s.Moves {
		if m.Kind != Hold && m.Kind != Step && m.Kind != Reconnect {
			continue
		}
		taken := contains(names, m.Name)
		switch {
		case m.Kind == Hold && taken:
			return i, &Error{Param: "do", Problem: "takes a name that is taken", Accepted: "a name other than " + choices(names)}
		case m.Kind == Hold:
			names = append(names, m.Name)
		case len(names) == 0:
			return i, &Error{Param: "do", Problem: "comes before anybody is held", Accepted: "a " + string(m.Kind) + " after a hold"}
		case !taken:
			return i, &Error{Param: "do", Problem: "names nobody", Accepted: choices(names)}
		}
	}
	return -1, nil
}

func contains(list []string, s string) bool {
	for _, l := range list {
		if l == s {
			return true
		}
	}
	return false
}

// choices lists what is accepted, for an error.
func choices(list []string) string { return strings.Join(list, ", ") }
