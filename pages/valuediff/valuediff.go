// Package valuediff shows what one command did to the node: {emq}:version
// before and after it with the difference marked, and the node's other keys
// with those that came and went.
//
// A mark is an element that means it, a word and a sentence; the colour only
// repeats them.
package valuediff

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"echomq.dev/course/keyspace"
	"echomq.dev/course/pages/bytetext"
	"echomq.dev/course/sim/trace"
)

// View is the node at the cursor, ready to be drawn.
type View struct {
	Key           string
	Before, After Value
	Start         bool // no command has been sent yet
	Changed       bool
	Sentence      string // what became of the value
	Keys          []Key  // all other keys, and those that went
	Database      string // where the value is, of a node with more than one
}

// Value is what the key holds on one side of the command. A string is its
// bytes in three parts, of which the middle one differs.
type Value struct {
	String           bool
	Whole            bool // all of it differs: it is of another type on the other side
	Head, Diff, Tail string
	Text             string // of anything but a string
	Type             string // as TYPE names it
}

// Key is one of the node's other keys.
type Key struct {
	DB    int
	Name  string
	Type  string
	Was   string // the type that it had before, where that is another
	State State
}

// State says what became of a key.
type State string

// The states of a key.
const (
	Kept    State = ""
	Added   State = "added"
	Removed State = "removed"
	Retyped State = "changed type"
)

// At is the node at the n-th command of the whole sequence. 0 is the node
// before any of them, as it is for a number that no command has. Nothing after
// the n-th command is looked at.
func At(tr *trace.Trace, n int) View {
	now, ok := step(tr, n)
	if !ok {
		v := view(tr.DB, atFirst(tr), atFirst(tr), tr.Keys, tr.Keys)
		v.Start, v.Sentence = true, "Nobody has sent a command yet."
		return v
	}
	v := view(tr.DB, now.Before, now.After, tr.KeysAt(n-1), tr.KeysAt(n))
	if !v.Changed {
		v.Sentence = left(tr, n)
	}
	return v
}

// left says of a command that left the value as it was what an earlier one of
// the same arrival did to it.
func left(tr *trace.Trace, n int) string {
	wrote := 0
	for _, a := range tr.Arrivals {
		if !slices.ContainsFunc(a.Steps, func(s trace.Step) bool { return s.N == n }) {
			continue
		}
		for _, s := range a.Steps {
			if s.N < n && s.Before != s.After {
				wrote = s.N
			}
		}
	}
	if wrote > 0 {
		return fmt.Sprintf("Command %d left it as it was; command %d had written it.", n, wrote)
	}
	return fmt.Sprintf("Command %d left it as it was.", n)
}

// step is the n-th command, whoever sent it.
func step(tr *trace.Trace, n int) (trace.Step, bool) {
	for _, a := range tr.Arrivals {
		for _, s := range a.Steps {
			if n > 0 && s.N == n {
				return s, true
			}
		}
	}
	return trace.Step{}, false
}

// atFirst is {emq}:version before the first command. The scenario's start is
// in database 0, so whoever selects another finds nothing.
func atFirst(tr *trace.Trace) trace.Value {
	if tr.DB != 0 {
		return trace.Value{Type: "none"}
	}
	return tr.Start
}

func view(db int, before, after trace.Value, keysBefore, keysAfter []trace.Key) View {
	v := View{Key: keyspace.VersionKey, Changed: before != after, Sentence: sentence(before, after), Keys: keys(db, keysBefore, keysAfter)}
	if db != 0 {
		v.Database = database(db)
	}
	v.Before, v.After = value(before), value(after)
	if before.Type == "string" && after.Type == "string" {
		head, was, is, tail := parts(before.Value, after.Value)
		v.Before.Head, v.Before.Diff, v.Before.Tail = head, was, tail
		v.After.Head, v.After.Diff, v.After.Tail = head, is, tail
	} else {
		v.Before.Whole, v.After.Whole = v.Changed, v.Changed
	}
	return v
}

func database(n int) string { return "in database " + strconv.Itoa(n) }

func value(v trace.Value) Value {
	if v.Type == "string" {
		return Value{String: true, Head: v.Value, Type: v.Type}
	}
	return Value{Text: named(v), Type: v.Type}
}

// parts divides two strings into what they begin with alike, what differs, and
// what they end with alike. It never cuts through a character, so that each
// part can be shown by itself.
func parts(a, b string) (head, fromA, fromB, tail string) {
	ua, ub := bytetext.Units(a), bytetext.Units(b)
	n := 0
	for n < len(ua) && n < len(ub) && ua[n].Bytes == ub[n].Bytes {
		head += ua[n].Bytes
		n++
	}
	i, j := len(ua), len(ub)
	for i > n && j > n && ua[i-1].Bytes == ub[j-1].Bytes {
		i, j = i-1, j-1
		tail = ua[i].Bytes + tail
	}
	return head, a[len(head) : len(a)-len(tail)], b[len(head) : len(b)-len(tail)], tail
}

// sentence says what the marks show.
func sentence(before, after trace.Value) string {
	switch {
	case before == after:
		return "This command left it as it was."
	case before.Absent():
		return "Created: " + described(after) + "."
	case after.Absent():
		return "Removed: " + described(before) + "."
	case before.Type != after.Type:
		return "It changed its type: " + described(before) + " became " + described(after) + "."
	}
	head, was, is, _ := parts(before.Value, after.Value)
	at := fmt.Sprintf("at offset %d", len(head))
	switch {
	case was == "":
		return "It grew by " + size(is) + " " + at + "."
	case is == "":
		return "It lost " + size(was) + " " + at + "."
	}
	return "It changed " + at + ": " + size(was) + " made way for " + size(is) + "."
}

// described is a value with its article, and a string with its length.
func described(v trace.Value) string {
	if v.Type == "string" {
		return "a string of " + size(v.Value)
	}
	return named(v)
}

// named is what is not a string, in words.
func named(v trace.Value) string {
	switch v.Type {
	case "none":
		return "nothing (absent)"
	case "zset":
		return "a sorted set"
	}
	return "a " + v.Type
}

func size(s string) string {
	switch len(s) {
	case 0:
		return "no bytes"
	case 1:
		return "1 byte"
	}
	return fmt.Sprintf("%d bytes", len(s))
}

// keys merges two sorted lists of keys, without {emq}:version in the database
// that everybody selected: it has a place of its own.
func keys(db int, before, after []trace.Key) []Key {
	var all []Key
	for len(before) > 0 || len(after) > 0 {
		var k Key
		switch order := compare(before, after); {
		case order < 0:
			k = Key{DB: before[0].DB, Name: before[0].Name, Type: before[0].Type, State: Removed}
			before = before[1:]
		case order > 0:
			k = Key{DB: after[0].DB, Name: after[0].Name, Type: after[0].Type, State: Added}
			after = after[1:]
		default:
			k = Key{DB: after[0].DB, Name: after[0].Name, Type: after[0].Type}
			if before[0].Type != k.Type {
				k.Was, k.State = before[0].Type, Retyped
			}
			before, after = before[1:], after[1:]
		}
		if k.DB != db || k.Name != keyspace.VersionKey {
			all = append(all, k)
		}
	}
	return all
}

// compare says which list has the smaller key in front; an empty list has none
// and comes last.
func compare(a, b []trace.Key) int {
	switch {
	case len(a) == 0:
		return 1
	case len(b) == 0:
		return -1
	case a[0].DB != b[0].DB:
		return a[0].DB - b[0].DB
	}
	return strings.Compare(a[0].Name, b[0].Name)
}
