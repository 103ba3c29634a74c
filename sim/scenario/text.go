package scenario

import (
	"fmt"
	"strings"

	"echomq.dev/course/sim/resp"
)

// Parse reads a scenario from its text, a line a move:
//
//	# who comes first decides
//	start absent
//	module none
//	arrive wire4
//	hold a wire4
//	step a
//	set "echomq:3.0.0"
//	del
//	redis GET emq:{orders}:pending
//
// The start, and lines with module, node, user and db, stand before the moves,
// once each; all may be left out. A # outside quotes starts a comment. Values are quoted as redis-cli
// quotes them. An error is an *Error with the line.
func Parse(text string) (Scenario, error) {
	if len(text) > MaxText {
		return Scenario{}, &Error{Param: "text", Given: text, Problem: fmt.Sprintf("is a text of %d bytes", len(text)), Accepted: "at most 65536 bytes"}
	}
	p := parser{s: New()}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSuffix(line, "\r")
		if err := p.line(line); err != nil {
			err.Line, err.Given = i+1, strings.TrimSpace(line)
			return Scenario{}, err
		}
		if len(p.at) < len(p.s.Moves) {
			p.at = append(p.at, place{i + 1, strings.TrimSpace(line)})
		}
		if len(p.s.Moves) > MaxMoves {
			break
		}
	}
	if at, err := p.s.check(); err != nil {
		err.Line, err.Given = p.at[at].line, p.at[at].text
		return Scenario{}, err
	}
	return p.s, p.s.checkSize()
}

type parser struct {
	s    Scenario
	at   []place  // where each move stands
	seen []string // the lines before the moves that have stood there
}

type place struct {
	line int
	text string
}

func (p *parser) line(line string) *Error {
	words, err := split(line, true)
	if err != nil || len(words) == 0 {
		return err
	}
	verb, args := words[0], words[1:]
	switch {
	case verb.quoted:
		return noLine()
	case verb.text == "start":
		return p.start(args)
	}
	for _, h := range headers() {
		if h.name == verb.text {
			return p.header(h, args)
		}
	}
	m, err := move(verb.text, args)
	if err != nil {
		return err
	}
	p.s.Moves = append(p.s.Moves, m)
	return nil
}

func (p *parser) start(args []word) *Error {
	if err := p.once("start"); err != nil {
		return err
	}
	var typ, value string
	hasValue := len(args) == 2 && !args[0].quoted && args[1].quoted
	switch {
	case hasValue:
		typ, value = args[0].text, args[1].text
	case len(args) == 1 && !args[0].quoted:
		typ = args[0].text
	}
	v, err := startValue(typ, value, hasValue)
	if err != nil {
		err.Accepted = strings.Replace(err.Accepted, "string:<value>", `string "…"`, 1)
		return err
	}
	p.s.Start = v
	return nil
}

// header reads a line that says something of the node or the arrivals.
func (p *parser) header(h header, args []word) *Error {
	if err := p.once(h.name); err != nil {
		return err
	}
	text := ""
	if len(args) == 1 && !args[0].quoted {
		text = args[0].text
	}
	return h.read(&p.s, text)
}

// once refuses a line that stood before, or stands behind a move.
func (p *parser) once(name string) *Error {
	if contains(p.seen, name) || len(p.s.Moves) > 0 {
		return &Error{Param: name, Problem: "comes too late", Accepted: "one " + name + " line, before the moves"}
	}
	p.seen = append(p.seen, name)
	return nil
}

// move makes a move out of a line's words. Only a set takes a quoted one.
func move(verb string, args []word) (Move, *Error) {
	if verb == "redis" {
		return redis(args)
	}
	bare := len(args)
	for i, a := range args {
		if a.quoted {
			bare = i
			break
		}
	}
	switch {
	case verb == "arrive" && len(args) == 1 && bare == 1:
		return arrive(args[0].text)
	case verb == "hold" && len(args) == 2 && bare == 2:
		return hold(args[0].text, args[1].text)
	case (verb == "step" || verb == "reconnect") && len(args) == 1 && bare == 1:
		return named(Kind(verb), args[0].text)
	case verb == "set" && len(args) == 1 && bare == 0:
		return set(args[0].text)
	case verb == "del" && len(args) == 0:
		return Move{Kind: Del}, nil
	}
	return Move{}, noLine()
}

func noLine() *Error {
	return &Error{Param: "do", Problem: "is no line of a scenario",
		Accepted: `start …, module …, node …, user …, db …, arrive <actor>, hold <name> <actor>, step <name>, reconnect <name>, set "<value>", del, redis <command>`}
}

type word struct {
	text   string
	quoted bool
}

// split takes a line apart at its spaces and quotes, and at its comment where
// comments are possible: in a text, not in a query.
func split(line string, comments bool) ([]word, *Error) {
	ends := " \t\""
	if comments {
		ends += "#"
	}
	var words []word
	for {
		line = strings.TrimLeft(line, " \t")
		switch {
		case line == "" || comments && line[0] == '#':
			return words, nil
		case line[0] == '"':
			value, rest, err := resp.Unquote(line)
			if err != nil {
				return nil, &Error{Param: "do", Problem: "has a value that is not quoted right: " + err.Error(), Accepted: `"…" as redis-cli quotes`}
			}
			if rest != "" && (rest[0] == '"' || !strings.ContainsRune(ends, rune(rest[0]))) {
				return nil, &Error{Param: "do", Problem: "goes on right behind a closing quote", Accepted: "a space, a comment or the line's end there"}
			}
			words = append(words, word{value, true})
			line = rest
		default:
			end := strings.IndexAny(line, ends)
			if end < 0 {
				end = len(line)
			}
			if strings.HasPrefix(line[end:], `"`) {
				return nil, &Error{Param: "do", Problem: "has a quote inside a word", Accepted: "a space before a quoted value"}
			}
			words = append(words, word{line[:end], false})
			line = line[end:]
		}
	}
}

// String is the scenario's text, the same for equal scenarios.
func (s Scenario) String() string {
	var b strings.Builder
	b.WriteString("start ")
	switch s.Start.Type {
	case "none":
		b.WriteString("absent")
	case "string":
		b.WriteString("string " + resp.Quote(s.Start.Value))
	default:
		b.WriteString(s.Start.Type)
	}
	b.WriteByte('\n')
	for _, h := range headers() {
		if text := h.print(s); text != "" {
			b.WriteString(h.name + " " + text + "\n")
		}
	}
	for _, m := range s.Moves {
		b.WriteString(m.String())
		b.WriteByte('\n')
	}
	return b.String()
}

// String is the move's line.
func (m Move) String() string {
	switch m.Kind {
	case Arrive:
		return "arrive " + m.Actor
	case Hold:
		return "hold " + m.Name + " " + m.Actor
	case Step, Reconnect:
		return string(m.Kind) + " " + m.Name
	case Set:
		return "set " + resp.Quote(m.Value)
	case Redis:
		return "redis " + m.Value
	}
	return string(m.Kind)
}
