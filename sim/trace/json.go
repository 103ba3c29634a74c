package trace

import (
	"unicode/utf8"

	"echomq.dev/course/sim/plainjson"
	"echomq.dev/course/sim/resp"
)

// MarshalJSON writes the trace in the form of the course's contract. Members
// come in an order that a person can read, and nothing is escaped for HTML,
// unless the encoder that calls it does so itself, as json.Marshal does.
func (t *Trace) MarshalJSON() ([]byte, error) {
	out := traceJSON{
		Scenario:  t.Scenario,
		Permalink: t.Permalink,
		Start:     valueOf(t.Start),
		Module:    t.Module,
		Node:      t.Node,
		User:      t.User,
		DB:        t.DB,
		Arrivals:  make([]arrivalJSON, len(t.Arrivals)),
		Value:     valueOf(t.Value),
	}
	for i, a := range t.Arrivals {
		out.Arrivals[i] = arrivalOf(a)
	}
	return plainjson.Marshal(out)
}

type traceJSON struct {
	Scenario  string        `json:"scenario"`
	Permalink string        `json:"permalink"`
	Start     valueJSON     `json:"start"`
	Module    bool          `json:"module"`
	Node      string        `json:"node,omitempty"`
	User      string        `json:"user,omitempty"`
	DB        int           `json:"db,omitempty"`
	Arrivals  []arrivalJSON `json:"arrivals"`
	Value     valueJSON     `json:"value"`
}

type valueJSON struct {
	Type   string  `json:"type"`
	Value  *string `json:"value,omitempty"`
	Quoted string  `json:"value_quoted,omitempty"`
}

type arrivalJSON struct {
	Name      string      `json:"name,omitempty"`
	Actor     string      `json:"actor"`
	Reconnect bool        `json:"reconnect,omitempty"`
	Handshake []stepJSON  `json:"handshake"`
	Steps     []stepJSON  `json:"steps"`
	Alive     []stepJSON  `json:"alive,omitempty"`
	Next      *stepJSON   `json:"next,omitempty"`
	Checks    []checkJSON `json:"checks,omitempty"`
	Verdict   verdictJSON `json:"verdict"`
	Wrote     bool        `json:"wrote"`
	Before    valueJSON   `json:"before"`
	After     valueJSON   `json:"after"`
}

type stepJSON struct {
	N              int        `json:"n,omitempty"`
	Command        []string   `json:"command"`
	CommandQuoted  []string   `json:"command_quoted,omitempty"`
	Reply          string     `json:"reply"`
	ReplyQuoted    string     `json:"reply_quoted,omitempty"`
	Sent           string     `json:"sent"`
	SentQuoted     string     `json:"sent_quoted,omitempty"`
	Received       string     `json:"received"`
	ReceivedQuoted string     `json:"received_quoted,omitempty"`
	Source         sourceJSON `json:"source"`
	Before         *valueJSON `json:"before,omitempty"`
	After          *valueJSON `json:"after,omitempty"`
	Wrote          bool       `json:"wrote,omitempty"`
}

type sourceJSON struct {
	Function string `json:"function"`
	File     string `json:"file"`
	Line     int    `json:"line"`
}

type checkJSON struct {
	Check       string `json:"check"`
	OK          bool   `json:"ok"`
	Read        string `json:"read,omitempty"`
	Error       string `json:"error,omitempty"`
	ErrorQuoted string `json:"error_quoted,omitempty"`
}

type verdictJSON struct {
	Outcome     Outcome `json:"outcome"`
	OK          bool    `json:"ok"`
	Error       string  `json:"error"`
	ErrorQuoted string  `json:"error_quoted,omitempty"`
	Text        string  `json:"text"`
}

func arrivalOf(a *Arrival) arrivalJSON {
	out := arrivalJSON{
		Name: a.Name, Actor: a.Actor, Reconnect: a.Reconnect,
		Handshake: stepsOf(a.Handshake), Steps: stepsOf(a.Steps), Alive: stepsOf(a.Alive),
		Verdict: verdictJSON{
			Outcome: a.Verdict.Outcome, OK: a.Verdict.OK,
			Error: a.Verdict.Error, ErrorQuoted: Quoted(a.Verdict.Error), Text: a.Verdict.Text,
		},
		Wrote: a.Wrote, Before: valueOf(a.Before), After: valueOf(a.After),
	}
	if a.Next != nil {
		next := stepOf(*a.Next)
		out.Next = &next
	}
	for _, c := range a.Checks {
		out.Checks = append(out.Checks, checkJSON{c.Check, c.OK, c.Read, c.Error, Quoted(c.Error)})
	}
	return out
}

func stepsOf(steps []Step) []stepJSON {
	out := make([]stepJSON, len(steps))
	for i, s := range steps {
		out[i] = stepOf(s)
	}
	return out
}

func stepOf(s Step) stepJSON {
	out := stepJSON{
		N: s.N, Command: s.Command,
		Reply: s.Reply, ReplyQuoted: Quoted(s.Reply),
		Sent: s.Sent, SentQuoted: Quoted(s.Sent),
		Received: s.Received, ReceivedQuoted: Quoted(s.Received),
		Source: sourceJSON(s.Source), Wrote: s.Wrote,
	}
	if out.Command == nil {
		out.Command = []string{} // the bytes were no command: a list without words
	}
	for _, w := range s.Command {
		if !utf8.ValidString(w) {
			out.CommandQuoted = make([]string, len(s.Command))
			for i, w := range s.Command {
				out.CommandQuoted[i] = resp.Quote(w)
			}
			break
		}
	}
	if s.N > 0 {
		before, after := valueOf(s.Before), valueOf(s.After)
		out.Before, out.After = &before, &after
	}
	return out
}

// MarshalJSON writes a value in the form that it has in a trace.
func (v Value) MarshalJSON() ([]byte, error) { return plainjson.Marshal(valueOf(v)) }

func valueOf(v Value) valueJSON {
	out := valueJSON{Type: v.Type}
	if v.Type == "string" {
		out.Value = &v.Value
		out.Quoted = Quoted(v.Value)
	}
	return out
}

// Quoted is the exact form of a string that JSON could only carry lossy, in
// redis-cli's quotes; it is empty for a string that JSON carries as it is.
func Quoted(s string) string {
	if utf8.ValidString(s) {
		return ""
	}
	return resp.Quote(s)
}
