package scenario

import (
	"fmt"
	"strings"

	"echomq.dev/course/sim/console"
	"echomq.dev/course/sim/resp"
	"echomq.dev/course/sim/trace"
)

// What follows is shared by the two forms: each makes one move, or the start,
// out of words that its form has already told apart. Errors come without what
// was given; the form that was read knows it.

// startValue's error accepts what the query does; the text puts its own words
// there.
func startValue(typ, value string, hasValue bool) (trace.Value, *Error) {
	switch {
	case typ == "absent" && !hasValue:
		return trace.Value{Type: "none"}, nil
	case typ == "string" && hasValue && len(value) > MaxValue:
		return trace.Value{}, tooLong("start", len(value))
	case typ == "string" && hasValue:
		return trace.Value{Type: "string", Value: value}, nil
	case !hasValue && contains(StartTypes(), typ):
		return trace.Value{Type: typ}, nil
	}
	return trace.Value{}, &Error{Param: "start", Problem: "is nothing that the key can start with", Accepted: "absent, string:<value>, " + choices(StartTypes())}
}

func arrive(actor string) (Move, *Error) {
	if !contains(Actors(), actor) {
		return Move{}, noActor(actor)
	}
	return Move{Kind: Arrive, Actor: actor}, nil
}

func hold(name, actor string) (Move, *Error) {
	if !validName(name) {
		return Move{}, noName(name)
	}
	if !contains(Actors(), actor) {
		return Move{}, noActor(actor)
	}
	return Move{Kind: Hold, Name: name, Actor: actor}, nil
}

// named makes a move that has a name and nothing else.
func named(kind Kind, name string) (Move, *Error) {
	if !validName(name) {
		return Move{}, noName(name)
	}
	return Move{Kind: kind, Name: name}, nil
}

func set(value string) (Move, *Error) {
	if len(value) > MaxValue {
		return Move{}, tooLong("do", len(value))
	}
	return Move{Kind: Set, Value: value}, nil
}

// redis makes a learner's own command out of its words.
func redis(words []word) (Move, *Error) {
	command := make([]string, len(words))
	for i, w := range words {
		command[i] = w.text
	}
	if len(command) > 0 {
		command[0] = strings.ToUpper(command[0])
	}
	if no := console.Check(command); no != nil {
		return Move{}, &Error{Param: "do", Problem: no.Problem, Accepted: no.Accepted}
	}
	return Move{Kind: Redis, Value: line(command)}, nil
}

// line prints a command so that split reads the same words.
func line(command []string) string {
	printed := make([]string, len(command))
	for i, w := range command {
		printed[i] = w
		if w == "" || strings.ContainsFunc(w, func(r rune) bool { return r <= ' ' || r > '~' || r == '"' || r == '#' }) {
			printed[i] = resp.Quote(w)
		}
	}
	return strings.Join(printed, " ")
}

// Words are those of a learner's own command, the first in upper case.
func (m Move) Words() []string {
	words, err := split(m.Value, false)
	if err != nil || m.Kind != Redis {
		return nil
	}
	command := make([]string, len(words))
	for i, w := range words {
		command[i] = w.text
	}
	return command
}

func validName(name string) bool {
	for i := range len(name) {
		c := name[i]
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-') {
			return false
		}
	}
	return 0 < len(name) && len(name) <= MaxName
}

func noActor(actor string) *Error {
	problem := "names no actor"
	if actor != "" {
		problem = fmt.Sprintf("names %s, which is no actor", shorten(actor))
	}
	return &Error{Param: "do", Problem: problem, Accepted: choices(Actors())}
}

func noName(name string) *Error {
	problem := "gives no name"
	if name != "" {
		problem = fmt.Sprintf("gives the name %s, which does not fit", shorten(name))
	}
	return &Error{Param: "do", Problem: problem, Accepted: "1 to 16 of the characters A-Z a-z 0-9 _ -"}
}

func tooLong(param string, n int) *Error {
	return &Error{Param: param, Problem: fmt.Sprintf("holds a value of %d bytes", n), Accepted: "at most 128 bytes a value"}
}
