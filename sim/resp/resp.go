// Package resp reads the bytes of the Redis serialization protocol, versions
// 2 and 3, and prints replies the way redis-cli does.
//
// It exists to show what went over a connection, so it parses bytes that were
// already recorded: there is no reader, no connection and no streaming. Two
// forms that no server sends in answer to the course's commands are left out
// on purpose: streamed strings and streamed aggregates ($? and *?).
package resp

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Value is one RESP value.
type Value struct {
	Kind  byte    // the type byte it came with: + - : $ * _ , # ( ! = % ~ > |
	Null  bool    // a null in any of its three spellings: $-1, *-1 and _
	Text  string  // the bytes of a string, an error or a number
	Elems []Value // an aggregate's elements; a map's keys and values alternate
}

// maxDepth bounds nesting: recorded bytes are answers to bounded commands,
// and a fuzzer's are not.
const maxDepth = 16

// ErrShort says that the bytes end before the value does.
var ErrShort = errors.New("resp: the bytes end before the value does")

// Parse reads one value from the front of b and returns what follows it.
func Parse(b string) (v Value, rest string, err error) {
	return parse(b, maxDepth)
}

func parse(b string, depth int) (Value, string, error) {
	if depth == 0 {
		return Value{}, b, fmt.Errorf("resp: nested deeper than %d", maxDepth)
	}
	head, rest, ok := strings.Cut(b, "\r\n")
	if !ok || head == "" {
		if ok {
			return Value{}, b, errors.New("resp: an empty line where a type byte belongs")
		}
		return Value{}, b, ErrShort
	}
	v := Value{Kind: head[0], Text: head[1:]}
	switch v.Kind {
	case '+', '-', ':', ',', '#', '(':
		return v, rest, nil
	case '_':
		v.Null = true
		return v, rest, nil
	case '$', '!', '=':
		return parseBulk(v, b, rest)
	case '*', '~', '>', '%', '|':
		return parseAggregate(v, b, rest, depth)
	}
	return Value{}, b, fmt.Errorf("resp: %s is no type byte", Quote(head[:1]))
}

func parseBulk(v Value, b, rest string) (Value, string, error) {
	n, err := length(v.Text)
	if err != nil {
		return Value{}, b, err
	}
	v.Text = ""
	if n < 0 {
		v.Null = true
		return v, rest, nil
	}
	if len(rest) < n+2 {
		return Value{}, b, ErrShort
	}
	if rest[n:n+2] != "\r\n" {
		return Value{}, b, fmt.Errorf("resp: a string of %d bytes does not end in CR LF", n)
	}
	v.Text = rest[:n]
	return v, rest[n+2:], nil
}

func parseAggregate(v Value, b, rest string, depth int) (Value, string, error) {
	n, err := length(v.Text)
	if err != nil {
		return Value{}, b, err
	}
	v.Text = ""
	if n < 0 {
		v.Null = true
		return v, rest, nil
	}
	if v.Kind == '%' || v.Kind == '|' {
		n *= 2
	}
	// Each element takes three bytes at least, so a length that promises more
	// than the bytes can hold costs nothing.
	if n > len(rest)/3 {
		return Value{}, b, ErrShort
	}
	v.Elems = make([]Value, 0, n)
	for range n {
		var e Value
		if e, rest, err = parse(rest, depth-1); err != nil {
			return Value{}, b, err
		}
		v.Elems = append(v.Elems, e)
	}
	return v, rest, nil
}

func length(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < -1 || n > 512<<20 {
		return 0, fmt.Errorf("resp: %s is no length", Quote(s))
	}
	return n, nil
}

// ParseCommand reads one command, an array of strings, from the front of b.
func ParseCommand(b string) (words []string, rest string, err error) {
	v, rest, err := Parse(b)
	if err != nil {
		return nil, b, err
	}
	if v.Kind != '*' || len(v.Elems) == 0 {
		return nil, b, errors.New("resp: a command is a non-empty array of strings")
	}
	words = make([]string, len(v.Elems))
	for i, e := range v.Elems {
		if e.Kind != '$' || e.Null {
			return nil, b, fmt.Errorf("resp: word %d of the command is not a string", i)
		}
		words[i] = e.Text
	}
	return words, rest, nil
}

// Command writes a command as a client sends it.
func Command(words ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "*%d\r\n", len(words))
	for _, w := range words {
		fmt.Fprintf(&b, "$%d\r\n%s\r\n", len(w), w)
	}
	return b.String()
}
