package scenario

import (
	"fmt"
	"strings"

	"echomq.dev/course/sim/resp"
)

// Error says what a scenario's text or query has wrong: what was given, and
// what is accepted in its place.
type Error struct {
	Param    string // the query's parameter, or the word that it is in the text
	Line     int    // the text's line, counted from 1; 0 in a query and where it is the whole text
	Move     int    // which move, counted from 1; 0 where it is none
	Given    string // what was given, to the byte
	Problem  string // what is wrong with it: "is no actor"
	Accepted string // what is accepted
}

// Error is the whole sentence. A line or a move is named where it helps to
// find the place.
func (e *Error) Error() string {
	var b strings.Builder
	switch {
	case e.Line > 0:
		fmt.Fprintf(&b, "line %d: ", e.Line)
	case e.Move > 0:
		fmt.Fprintf(&b, "move %d: ", e.Move)
	}
	fmt.Fprintf(&b, "%s %s; accepted: %s", shorten(e.Given), e.Problem, e.Accepted)
	return b.String()
}

// shorten quotes what was given and leaves out the middle of something long.
func shorten(s string) string {
	const most = 160
	if len(s) <= most {
		return resp.Quote(s)
	}
	return resp.Quote(s[:most-20]) + "…" + resp.Quote(s[len(s)-20:])
}
