// Package told says in one sentence what a command came to and why. A verdict
// has a sentence already, which the run wrote; here are those for the commands
// on the way there.
//
// It reads a prefix.View, so no sentence can tell of what comes later.
package told

import (
	"fmt"
	"strings"

	"echomq.dev/course/keyspace"
	"echomq.dev/course/pages/bytetext"
	"echomq.dev/course/sim/prefix"
	"echomq.dev/course/sim/resp"
	"echomq.dev/course/sim/trace"
)

// At is the sentence for the command that a view stands behind. Bytes that are
// no text stand in it as they came.
func At(v *prefix.View) string {
	a, s := v.Arrival(), v.Step()
	switch {
	case a == nil && len(v.Arrivals) == 0:
		return "Nobody has arrived yet, and " + holds(v.Value) + "."
	case a == nil:
		return "Nobody has sent anything yet, and " + holds(v.Value) + "."
	case v.Ended() && a.Verdict.Text != "":
		return a.Verdict.Text
	}
	return step(a, s)
}

// Asked is the sentence for a command whose reply is not told yet.
func Asked(who string) string {
	return who + " sends this. What will the node answer?"
}

// step is the sentence for a command that ends nothing.
func step(a *prefix.Arrival, s *trace.Step) string {
	who := a.Who()
	if text, refused := strings.CutPrefix(s.Reply, "(error) "); refused {
		return fmt.Sprintf("The node refused the command of the %s: %s.", who, strings.TrimSuffix(text, "."))
	}
	reads := len(s.Command) == 2 && s.Command[0] == "GET" && s.Command[1] == keyspace.VersionKey
	claims := len(s.Command) == 4 && s.Command[0] == "SET" && strings.EqualFold(s.Command[3], "NX")
	switch {
	case reads && s.Reply == "nil":
		return fmt.Sprintf("The %s found no value. Reading takes nothing: until it writes, the key is still anybody’s.", who)
	case reads:
		return fmt.Sprintf("The %s read %s.", who, s.Reply)
	case claims && s.Reply == "OK":
		return fmt.Sprintf("The key was absent, so NX let the %s write %s. It has not read it back yet.", who, resp.Quote(s.Command[2]))
	case claims && s.Reply == "nil":
		return fmt.Sprintf("NX wrote nothing for the %s: by now %s.", who, holds(s.After))
	case len(s.Command) > 0 && s.Command[0] == "EMQ.VERSION":
		return fmt.Sprintf("The module is loaded and answers the %s with its identity. The key has not been read yet.", who)
	case s.Wrote:
		return fmt.Sprintf("The command of the %s changed the node; now %s.", who, holds(s.After))
	}
	return fmt.Sprintf("The command of the %s changed nothing, and %s.", who, holds(s.After))
}

// Capital is a sentence's first word as it begins.
func Capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// holds says what the key holds.
func holds(v trace.Value) string {
	switch v.Type {
	case "none":
		return keyspace.VersionKey + " is absent"
	case "string":
		return keyspace.VersionKey + " holds " + bytetext.Plain(resp.Quote(v.Value))
	case "zset":
		return keyspace.VersionKey + " holds a sorted set"
	}
	return keyspace.VersionKey + " holds a " + v.Type
}

// Role is an arrival as a heading has it.
func Role(actor, name string) string {
	who := actor
	switch actor {
	case "wire2", "wire4", "wire6":
		who = "Wire " + actor[len("wire"):] + " connector"
	case "install":
		who = "EMQ.INSTALL"
	case "enqueue":
		who = "Native write verb"
	case "operator":
		who = "Operator, by hand"
	case "console":
		who = "Console"
	}
	if name != "" {
		who += " " + name
	}
	return who
}
