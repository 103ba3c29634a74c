package claim

import (
	"strings"

	"echomq.dev/course/sim/native"
	"echomq.dev/course/sim/resp"
	"echomq.dev/course/sim/trace"
)

// sentence says what happened to an arrival and why, from what was seen of it
// and from nothing else.
func sentence(a *trace.Arrival) string {
	if a.Reconnect {
		return "Its connection was dropped, so it fenced again from the start. " + verdict(a)
	}
	return verdict(a)
}

func verdict(a *trace.Arrival) string {
	switch a.Verdict.Outcome {
	case trace.Held:
		return a.Waiting()
	case trace.Failed:
		return upper(who(a)) + " lost its connection before it had an answer. That is an ordinary connection error, not a refusal."
	}
	switch a.Actor {
	case "install":
		return installed(a)
	case "enqueue":
		return enqueued(a)
	case "operator":
		return operated(a)
	case "console":
		return typed(a)
	}
	return connected(a)
}

// connected is for the connectors of all wires.
func connected(a *trace.Arrival) string {
	last := a.Steps[len(a.Steps)-1]
	me := who(a)
	switch {
	case a.Verdict.Outcome == trace.Refused && len(a.Steps) == 3:
		return lost(a)
	case a.Verdict.Outcome == trace.Verified:
		return "The key already holds " + last.Reply + ", the identity of " + me + ": it goes active and has written nothing."
	case a.Verdict.Outcome == trace.Claimed && a.Wrote:
		return "The key was absent, so " + me + " wrote its identity with SET … NX. The read-back found " + last.Reply + ", and the connection goes active."
	case a.Verdict.Outcome == trace.Claimed:
		return "The key was absent at the first GET and no longer at the SET … NX, which wrote nothing. The read-back found " + last.Reply + ", which is the identity of " + me + " too, so it goes active."
	case last.Command[0] == "EMQ.VERSION":
		return "EMQ.VERSION got an error instead of an identity: this node loads no native module. " + upper(me) + " stops."
	case last.Reply == "nil":
		return "The key is absent, and " + me + " never claims: the identity of a native node is installed before clients connect. It stops."
	case strings.HasPrefix(last.Reply, "(error) "):
		return "GET got an error instead of a value, so " + me + " cannot know whose node this is. It stops and has written nothing."
	}
	return "The key holds " + last.Reply + ", which is not the identity of " + me + ". It stops, does not try again, and has written nothing."
}

// lost is for a connector that found the key absent, tried to claim it, and
// read something else back.
func lost(a *trace.Arrival) string {
	set, back := a.Steps[1].Reply, a.Steps[2].Reply
	stops := upper(who(a)) + " stops."
	switch {
	case strings.HasPrefix(set, "(error) ") && back == "nil":
		return "The server refused the SET, so the read-back found nothing. " + stops
	case strings.HasPrefix(set, "(error) "):
		return "The key was absent at the first GET and the server refused the SET. The read-back found " + back + ", which came from somebody else. " + stops
	case back == "nil":
		return "The key was absent, then SET … NX got " + set + ", and at the read-back the key was absent again. " + stops
	case set == "OK":
		return "The key was absent and SET … NX wrote, but somebody replaced the value before the read-back, which found " + back + ". " + stops
	}
	return "The key was absent at the first GET, but somebody else was faster: SET … NX wrote nothing and the read-back found " + back + ". " + stops
}

func installed(a *trace.Arrival) string {
	switch a.Verdict.Outcome {
	case trace.Installed:
		return "The key was absent, so the module wrote its own identity, " + resp.Quote(native.Epoch) + ". The caller named the key and could not choose the value."
	case trace.Unchanged:
		return "The key already holds " + resp.Quote(native.Epoch) + ": there is nothing to install and nothing was written."
	}
	return refusedCommand(a, "EMQ.INSTALL", "The identity stays what it was.")
}

func enqueued(a *trace.Arrival) string {
	if a.Verdict.Outcome == trace.Written {
		return "All five checks passed, so the job's row and its place in pending were written."
	}
	for _, c := range a.Checks {
		if !c.OK {
			return "The native write verb stopped at its " + c.Check + " check: " + failed(a, c) + " Nothing was written."
		}
	}
	return refusedCommand(a, "EMQ.ENQUEUE", "Nothing was written.")
}

func failed(a *trace.Arrival, c trace.Check) string {
	switch {
	case c.Check != "fence":
		return c.Error + "."
	case c.Read == "nil":
		return "the key is absent, and the read never writes."
	case strings.HasPrefix(c.Read, "(error) WRONGTYPE "):
		return "the key holds a " + a.After.Type + ", not a string."
	case strings.HasPrefix(c.Read, "(error) "):
		return "the server would not let the caller read the key."
	}
	return "the key holds " + c.Read + ", and the module requires " + resp.Quote(native.Epoch) + "."
}

// refusedCommand is for a command that the server or the module answered with
// an error.
func refusedCommand(a *trace.Arrival, command, after string) string {
	switch {
	case strings.HasPrefix(a.Verdict.Error, "ERR unknown command"):
		return "This node loads no native module, so " + command + " is an unknown command. Nothing was written."
	case strings.HasPrefix(a.Verdict.Error, "EMQWIRE "):
		return "The key holds " + resp.Quote(a.After.Value) + ", another identity than the module's. " + after
	case strings.HasPrefix(a.Verdict.Error, "WRONGTYPE "):
		return "The key holds a " + a.After.Type + ", not a string. " + after
	}
	return "The server refused " + command + ". " + after
}

func operated(a *trace.Arrival) string {
	last := a.Steps[len(a.Steps)-1]
	switch {
	case a.Verdict.Outcome == trace.Refused:
		return "The server refused the operator's " + last.Command[0] + "."
	case last.Command[0] == "DEL" && !a.Wrote:
		return "The operator deleted the key, which was absent already."
	case last.Command[0] == "DEL":
		return "The operator deleted the key. Whoever comes next finds it absent."
	case !a.Wrote:
		return "The operator set the key to the value that it held already, " + resp.Quote(a.After.Value) + "."
	}
	return "The operator set the key to " + resp.Quote(a.After.Value) + ". Connections that are up do not notice."
}

func typed(a *trace.Arrival) string {
	changed := " Nothing on the node changed."
	if a.Wrote {
		changed = " It changed what the node holds."
	}
	if a.Verdict.Outcome == trace.Refused {
		return "The node answered the learner's " + a.Steps[0].Command[0] + " with an error." + changed
	}
	return "The node answered the learner's " + a.Steps[0].Command[0] + "." + changed
}

// who names an arrival in the middle of a sentence.
func who(a *trace.Arrival) string { return "the " + a.Who() }

func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
