package scenario

import (
	"fmt"
	"net/url"
	"strings"

	"echomq.dev/course/sim/trace"
)

// FromQuery reads a scenario from a query's values. Parameters that are not
// the scenario's own are not looked at. An error is an *Error.
func FromQuery(q url.Values) (Scenario, error) {
	s := New()
	start, given, err := single(q, "start")
	if err != nil {
		return Scenario{}, err
	}
	if given {
		if s.Start, err = startFromQuery(start); err != nil {
			return Scenario{}, err
		}
	}
	for _, h := range headers() {
		text, given, err := single(q, h.name)
		if err == nil && given {
			err = asError(h.read(&s, text), text)
		}
		if err != nil {
			return Scenario{}, err
		}
	}
	dos := q["do"]
	if len(dos) > 0 {
		s.Moves = make([]Move, 0, min(len(dos), MaxMoves+1))
	}
	for i, do := range dos {
		m, err := moveFromQuery(do)
		if err != nil {
			err.Param, err.Given, err.Move = "do", do, i+1
			return Scenario{}, err
		}
		s.Moves = append(s.Moves, m)
		if len(s.Moves) > MaxMoves {
			break
		}
	}
	if at, err := s.check(); err != nil {
		err.Given, err.Move = dos[at], at+1
		return Scenario{}, err
	}
	return s, s.checkSize()
}

// single takes a parameter that may stand once.
func single(q url.Values, name string) (value string, given bool, err error) {
	switch v := q[name]; len(v) {
	case 0:
		return "", false, nil
	case 1:
		return v[0], true, nil
	default:
		return "", false, &Error{Param: name, Given: strings.Join(v, "&"+name+"="), Problem: "is more than one value", Accepted: "one " + name}
	}
}

func startFromQuery(text string) (trace.Value, error) {
	typ, value, hasValue := strings.Cut(text, ":")
	v, err := startValue(typ, value, hasValue)
	if err != nil {
		err.Given = text
		return v, err
	}
	return v, nil
}

func moveFromQuery(text string) (Move, *Error) {
	verb, rest, hasRest := strings.Cut(text, ":")
	switch {
	case !hasRest && verb == "del":
		return Move{Kind: Del}, nil
	case !hasRest && contains(Actors(), verb):
		return arrive(verb)
	case !hasRest:
		// A bare word that is no actor may have been meant for any move.
	case verb == "hold":
		name, actor, _ := strings.Cut(rest, ":")
		return hold(name, actor)
	case verb == "step":
		return named(Step, rest)
	case verb == "reconnect":
		return named(Reconnect, rest)
	case verb == "set":
		return set(rest)
	case verb == "redis":
		words, err := split(rest, false)
		if err != nil {
			return Move{}, err
		}
		return redis(words)
	}
	return Move{}, &Error{Problem: "is no move", Accepted: choices(Actors()) + ", hold:<name>:<actor>, step:<name>, reconnect:<name>, set:<value>, del, redis:<command>"}
}

// asError gives an error what was given; a nil stays one.
func asError(err *Error, given string) error {
	if err == nil {
		return nil
	}
	err.Given = given
	return err
}

// Query is the scenario's query, the same for equal scenarios. It holds no
// byte that a URL would have to escape again.
func (s Scenario) Query() string {
	var b strings.Builder
	b.WriteString("start=")
	escape(&b, StartQuery(s.Start))
	for _, h := range headers() {
		if text := h.print(s); text != "" {
			b.WriteString("&" + h.name + "=" + text)
		}
	}
	for _, m := range s.Moves {
		b.WriteString("&do=")
		m.writeQuery(&b)
	}
	return b.String()
}

// StartQuery is a start as the value of its parameter, before any escaping.
func StartQuery(v trace.Value) string {
	switch v.Type {
	case "none":
		return "absent"
	case "string":
		return "string:" + v.Value
	}
	return v.Type
}

func (m Move) writeQuery(b *strings.Builder) {
	switch m.Kind {
	case Arrive:
		b.WriteString(m.Actor)
	case Hold:
		b.WriteString("hold:" + m.Name + ":" + m.Actor)
	case Step, Reconnect:
		b.WriteString(string(m.Kind) + ":" + m.Name)
	case Set, Redis:
		b.WriteString(string(m.Kind) + ":")
		escape(b, m.Value)
	case Del:
		b.WriteString("del")
	}
}

// Query is the move as the value of a do parameter, before any escaping.
func (m Move) Query() string {
	if m.Kind == Set || m.Kind == Redis {
		return string(m.Kind) + ":" + m.Value
	}
	var b strings.Builder
	m.writeQuery(&b)
	return b.String()
}

// escape percent-encodes all but a URL's unreserved bytes and the colon, which
// a query may hold and which the course's values are full of.
func escape(b *strings.Builder, s string) {
	const hex = "0123456789ABCDEF"
	for i := range len(s) {
		c := s[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9',
			c == '-', c == '.', c == '_', c == '~', c == ':':
			b.WriteByte(c)
		default:
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
	}
}

func (s Scenario) checkSize() error {
	if q := s.Query(); len(q) > MaxQuery {
		return &Error{Param: "do", Given: q, Problem: fmt.Sprintf("is a query of %d bytes", len(q)), Accepted: fmt.Sprintf("at most %d bytes", MaxQuery)}
	}
	return nil
}
