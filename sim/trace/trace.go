// Package trace holds what was observed while a scenario ran: the exchanges
// seen on each connection, the verdicts, and the values read from the node.
//
// It is data, its JSON form, and how an arrival is called in a sentence: no
// package that runs something is imported here, so whoever draws or grades a
// trace needs none of them.
// Strings are bytes as they were on the wire; a string that is not UTF-8
// appears in JSON twice, lossy under its own name and exactly, in redis-cli's
// quoted form, under the name with "_quoted" behind it.
package trace

// Outcome says how an arrival ended, in one word of the course's contract.
type Outcome string

// The outcomes an arrival can have.
const (
	Verified  Outcome = "verified"  // the value was already the arrival's identity
	Claimed   Outcome = "claimed"   // the arrival wrote its identity into an absent key
	Refused   Outcome = "refused"   // the fence, the module or the server said no
	Installed Outcome = "installed" // EMQ.INSTALL wrote the module's identity
	Unchanged Outcome = "unchanged" // EMQ.INSTALL found the identity it would have written
	Written   Outcome = "written"   // a native write verb wrote its job
	Held      Outcome = "held"      // a client waits with its next command unsent
	Failed    Outcome = "failed"    // the connection was lost
	Done      Outcome = "done"      // an operator's or a console command ran
)

// OK reports whether the outcome lets whoever arrived go on.
func (o Outcome) OK() bool {
	switch o {
	case Verified, Claimed, Installed, Unchanged, Written, Done:
		return true
	}
	return false
}

// Trace is one scenario's run from its first move to its last.
type Trace struct {
	Scenario  string     // the scenario in its text form, one line a move
	Permalink string     // the path and query that run it again
	Start     Value      // {emq}:version before the first move
	Module    bool       // whether the node loads the native module
	Node      string     // readonly or full, or empty for a node that nothing ails
	User      string     // whom every arrival came as, or empty for the default user
	DB        int        // the database that everybody selected
	Keys      []Key      // the node's keys before the first move
	Arrivals  []*Arrival // in the order in which each began
	Value     Value      // {emq}:version after the last move
}

// Value is what {emq}:version holds, as read from the node.
type Value struct {
	Type  string // as TYPE names it: none, string, list, hash, set, zset, stream
	Value string // the bytes of a string; empty for every other type
}

// Absent reports whether the key does not exist.
func (v Value) Absent() bool { return v.Type == "none" }

// Arrival is one actor's visit to the node, or one command by hand.
type Arrival struct {
	Name      string // the name of a held arrival, else empty
	Actor     string // wire2, wire4, wire6, install, enqueue, operator or console
	Reconnect bool   // it was here before, under this name, and lost its connection
	Handshake []Step // HELLO and what follows it, before the rule runs
	Steps     []Step // the rule's own commands
	Alive     []Step // what a connector that passed its fence sent next
	Next      *Step  // the command that a held arrival waits to send
	Checks    []Check
	Verdict   Verdict
	Wrote     bool  // something on the node changed during the arrival's own steps
	Before    Value // {emq}:version before the arrival's first step, or when it came
	After     Value // {emq}:version after the arrival's latest step
}

// Step is one command and its reply.
type Step struct {
	N        int      // place in the whole sequence's commands, counted from 1; 0 outside it
	Command  []string // the command's words, the first in upper case
	Reply    string   // the reply as redis-cli prints it, absent as nil
	Sent     string   // the bytes that the client wrote
	Received string   // the bytes that it read
	Source   Source
	Before   Value // {emq}:version before this command
	After    Value // and after it
	Wrote    bool  // something on the node changed
	Appeared []Key // keys that it made, or made anew with another type
	Vanished []Key // keys that it removed, or that had another type before
}

// Source is the line of Go that sent a command.
type Source struct {
	Function string // package and function: fence.ClaimOrVerify
	File     string // path inside this module: sim/fence/fence.go
	Line     int
}

// Check is one check of a native verb, reported by the code that made it.
type Check struct {
	Check string // shape, layout, fence, domain or write
	OK    bool
	Read  string // what the check read from the node, as redis-cli prints it; else empty
	Error string // why it failed; empty when OK
}

// Verdict is how an arrival ended and why.
type Verdict struct {
	Outcome Outcome
	OK      bool
	Error   string // the error itself, empty when there is none
	Text    string // one sentence for a person
}
