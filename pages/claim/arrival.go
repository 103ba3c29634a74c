package claim

import (
	"context"
	"io"
	"strings"

	"github.com/a-h/templ"

	"echomq.dev/course/pages/bytetext"
	"echomq.dev/course/pages/keyview"
	"echomq.dev/course/sim/resp"
	"echomq.dev/course/sim/trace"
)

// Arrival is one visit in full.
type Arrival struct {
	ID        string // prefix of the ids inside
	Number    int
	Actor     string
	Name      string // of an arrival that was held
	Caveat    string
	Outcome   string
	Tone      string
	Error     string
	Text      string // the verdict's sentence
	Wrote     bool
	Before    Value
	After     Value
	Handshake []Exchange
	Steps     []Exchange
	Alive     []Exchange
	Next      []Word // the command that it waits to send
	Checks    []Check
}

// Exchange is a command and its reply, with the evidence.
type Exchange struct {
	ID       string
	Number   int // place in the whole sequence; 0 outside it
	Command  []Word
	Reply    []string // lines of bytes, as redis-cli prints a reply
	IsError  bool
	Sent     string // bytes
	Received string
	Function string
	Place    string // file:line
	Wrote    bool
	Current  bool // the command that the view's cursor stands on
}

// Word is one word of a command, quoted where redis-cli would need it to be.
type Word struct {
	Text string
	Hue  keyview.Hue
}

// Check is one check of a native verb.
type Check struct {
	Name, Note  string
	OK          bool
	Read, Error string
}

// Value is what {emq}:version holds.
type Value struct {
	Text   string // of anything but a string
	String string // the bytes of a string
	Quoted bool   // it is a string
}

func valueView(v trace.Value) Value {
	if v.Type == "string" {
		return Value{String: v.Value, Quoted: true}
	}
	return Value{Text: typeName(v.Type)}
}

// plain is the value as text alone.
func (v Value) plain() string {
	if v.Quoted {
		return bytetext.Plain(`"` + v.String + `"`)
	}
	return v.Text
}

// Same reports whether the visit left the value as it was.
func (a Arrival) Same() bool { return a.Before == a.After }

func arrivalView(id string, number int, a *trace.Arrival, at int) Arrival {
	v := Arrival{
		ID: id, Number: number, Actor: actorName(a.Actor), Name: a.Name, Caveat: caveat(a.Actor),
		Outcome: string(a.Verdict.Outcome), Tone: tone(a.Verdict.Outcome), Error: a.Verdict.Error, Text: a.Verdict.Text,
		Wrote: a.Wrote, Before: valueView(a.Before), After: valueView(a.After),
		Handshake: exchanges(id+"-h", a.Handshake, 0), Steps: exchanges(id+"-c", a.Steps, at), Alive: exchanges(id+"-l", a.Alive, 0),
	}
	if a.Next != nil {
		v.Next = words(a.Next.Command)
	}
	for _, c := range a.Checks {
		v.Checks = append(v.Checks, Check{Name: c.Check, Note: checkNote(c.Check), OK: c.OK, Read: c.Read, Error: c.Error})
	}
	return v
}

func exchanges(id string, steps []trace.Step, at int) []Exchange {
	var out []Exchange
	for i, s := range steps {
		e := Exchange{
			ID: numbered(id, i+1), Number: s.N, Command: words(s.Command), Reply: strings.Split(s.Reply, "\n"),
			IsError: strings.HasPrefix(s.Reply, "(error)"), Sent: s.Sent, Received: s.Received,
			Function: s.Source.Function, Wrote: s.Wrote, Current: at > 0 && s.N == at,
		}
		if s.Source.File != "" {
			e.Place = numbered(s.Source.File+":", s.Source.Line)
		}
		out = append(out, e)
	}
	return out
}

// words gives each word of a command its space's hue, and quotes the ones that
// would not read as one word.
func words(command []string) []Word {
	var out []Word
	for _, w := range command {
		word := Word{Text: w, Hue: keyview.HueOf(w)}
		if quoted := resp.Quote(w); w == "" || strings.ContainsAny(w, " \"'") || quoted != `"`+w+`"` {
			word.Text = quoted
		}
		out = append(out, word)
	}
	return out
}

// lines shows lines of bytes under one another, for an element that keeps line
// breaks. It is no template because those put spaces between their parts.
func lines(list []string) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		for i, line := range list {
			if i > 0 {
				if _, err := io.WriteString(w, "\n"); err != nil {
					return err
				}
			}
			if err := bytetext.Text(line).Render(ctx, w); err != nil {
				return err
			}
		}
		return nil
	})
}
