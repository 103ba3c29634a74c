package resp

import (
	"fmt"
	"strings"
)

// Kind says what a token is, in one word.
type Kind string

// The kinds of tokens. A string in the wire's long form is two of them: the
// line with its length, and its bytes.
const (
	Array     Kind = "array"
	Set       Kind = "set"
	Map       Kind = "map"
	Push      Kind = "push"
	Attribute Kind = "attribute"
	Length    Kind = "length" // the line before a string's bytes
	String    Kind = "string" // those bytes
	Simple    Kind = "simple" // a string that is a line
	Failure   Kind = "error"  // an error that is a line
	Integer   Kind = "integer"
	Double    Kind = "double"
	BigNumber Kind = "bignumber"
	Boolean   Kind = "boolean"
	Null      Kind = "null"
	Rest      Kind = "rest" // what cannot be read, all of it
)

// Token is the smallest part of an exchange that says something by itself.
type Token struct {
	Bytes string // as they were recorded, the CR LF at the end included
	Kind  Kind
	Text  string // what it says, for a person; no byte that was sent is in here
	Depth int    // how many aggregates it is inside
}

// Data is the token without the CR LF that ends it.
func (t Token) Data() string {
	if t.Kind == Rest {
		return t.Bytes
	}
	return strings.TrimSuffix(t.Bytes, "\r\n")
}

// Tokens divides recorded bytes into what each part of them says. The bytes of
// all tokens, joined, are b again, whatever b is: where it cannot be read any
// further, the rest of it is the last token. Where b ends too early without
// such a rest, the last token has no bytes and says what is missing. A last
// token of kind Rest is there exactly when Parse cannot read b as values.
func Tokens(b string) []Token {
	s := scanner{rest: b}
	for s.rest != "" || len(s.open) > 0 {
		if problem := s.value(); problem != "" {
			s.add(len(s.rest), Rest, problem)
			break
		}
	}
	return s.tokens
}

// scanner reads tokens from the front of rest.
type scanner struct {
	rest   string
	tokens []Token
	open   []int // values that each open aggregate still wants, the outermost first
}

// add takes n bytes as the next token.
func (s *scanner) add(n int, kind Kind, text string) {
	s.tokens = append(s.tokens, Token{Bytes: s.rest[:n], Kind: kind, Text: text, Depth: len(s.open)})
	s.rest = s.rest[n:]
}

// value reads one value, or of an aggregate its first line. The problem is why
// that cannot be done, empty when it was.
func (s *scanner) value() (problem string) {
	if len(s.open) >= maxDepth {
		return fmt.Sprintf("nested deeper than %d: not read any further", maxDepth)
	}
	if s.rest == "" {
		missing := s.open[len(s.open)-1]
		return fmt.Sprintf("the bytes end here, and %s more %s to come", word(missing), plural(missing, "value was", "values were"))
	}
	head, _, ok := strings.Cut(s.rest, "\r\n")
	if !ok {
		return "a line that does not end: its CR LF has not come"
	}
	if head == "" {
		return "an empty line, where a type byte belongs"
	}
	if kind, text := line(head); kind != "" {
		s.add(len(head)+2, kind, text)
		s.close()
		return ""
	}
	switch head[0] {
	case '$', '!', '=':
		return s.bulk(head)
	case '*', '~', '>', '%', '|':
		return s.aggregate(head)
	}
	return "no type byte of the protocol begins this line"
}

// line is the kind of a value that is a line and nothing more, empty for any
// other.
func line(head string) (Kind, string) {
	switch head[0] {
	case '+':
		return Simple, "a simple string: the rest of the line"
	case '-':
		return Failure, "an error reply: its text is the rest of the line"
	case ':':
		return Integer, "an integer"
	case ',':
		return Double, "a number with a fraction"
	case '(':
		return BigNumber, "a big number"
	case '#':
		if head == "#t" {
			return Boolean, "a boolean: true"
		}
		return Boolean, "a boolean: false"
	case '_':
		return Null, "a null: no value"
	}
	return "", ""
}

// bulk reads a string with its length in front.
func (s *scanner) bulk(head string) (problem string) {
	n, err := length(head[1:])
	if err != nil {
		return "a length belongs behind the type byte, and this is none"
	}
	what := map[byte]string{'$': "a string", '!': "an error", '=': "a text with its format"}[head[0]]
	if n < 0 {
		s.add(len(head)+2, Null, "a null: no string, in the older spelling")
		s.close()
		return ""
	}
	after := s.rest[len(head)+2:]
	whole := len(after) >= n+2
	if whole && after[n:n+2] != "\r\n" {
		return fmt.Sprintf("%s of %s that does not end in CR LF where its length says", what, bytes(n))
	}
	s.add(len(head)+2, Length, fmt.Sprintf("%s of %s follows", what, bytes(n)))
	switch {
	case !whole:
		return fmt.Sprintf("the bytes end inside the string: %d have come of %d and the CR LF", len(after), n)
	case n == 0:
		s.add(2, String, "the string's end: nothing stands before it")
	default:
		s.add(n+2, String, map[byte]string{'$': "the string's bytes", '!': "the error's text", '=': "its format, a colon and the text"}[head[0]])
	}
	s.close()
	return ""
}

// aggregate reads the line that says how many values follow as one.
func (s *scanner) aggregate(head string) (problem string) {
	n, err := length(head[1:])
	if err != nil {
		return "a number of values belongs behind the type byte, and this is none"
	}
	if n < 0 {
		s.add(len(head)+2, Null, "a null: no array, in the older spelling")
		s.close()
		return ""
	}
	kind, what, values := Array, "an array of "+word(n), n
	switch head[0] {
	case '~':
		kind, what = Set, "a set of "+word(n)
	case '>':
		kind, what = Push, "a push message of "+word(n)
	case '%':
		kind, what, values = Map, "a map of "+word(n)+plural(n, " key and its value", " keys, each with its value"), 2*n
	case '|':
		kind, what, values = Attribute, "remarks about a reply: "+word(n)+plural(n, " key and its value", " keys, each with its value"), 2*n
	}
	if n == 0 {
		what = map[Kind]string{Array: "an empty array", Set: "an empty set", Map: "an empty map", Push: "an empty push message", Attribute: "remarks about a reply: none"}[kind]
	}
	s.add(len(head)+2, kind, what)
	if values == 0 {
		s.close()
	} else {
		s.open = append(s.open, values)
	}
	return ""
}

// close counts a value that is complete, and every aggregate that it completes.
func (s *scanner) close() {
	for i := len(s.open) - 1; i >= 0; i-- {
		if s.open[i]--; s.open[i] > 0 {
			return
		}
		s.open = s.open[:i]
	}
}

// word spells small numbers, as a sentence has them.
func word(n int) string {
	words := [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
	if n < len(words) {
		return words[n]
	}
	return fmt.Sprint(n)
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

func bytes(n int) string {
	if n == 0 {
		return "no bytes"
	}
	return fmt.Sprintf("%d %s", n, plural(n, "byte", "bytes"))
}
