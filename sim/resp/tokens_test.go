package resp

import (
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestTokens(t *testing.T) {
	for _, tt := range []struct {
		name, bytes string
		want        []Token
	}{
		{"nothing", "", nil},
		{"a command", "*2\r\n$3\r\nGET\r\n$13\r\n{emq}:version\r\n", []Token{
			{"*2\r\n", Array, "an array of two", 0},
			{"$3\r\n", Length, "a string of 3 bytes follows", 1},
			{"GET\r\n", String, "the string's bytes", 1},
			{"$13\r\n", Length, "a string of 13 bytes follows", 1},
			{"{emq}:version\r\n", String, "the string's bytes", 1},
		}},
		{"null", "_\r\n", []Token{{"_\r\n", Null, "a null: no value", 0}}},
		{"null of RESP2", "$-1\r\n*-1\r\n", []Token{
			{"$-1\r\n", Null, "a null: no string, in the older spelling", 0},
			{"*-1\r\n", Null, "a null: no array, in the older spelling", 0},
		}},
		{"error", "-ERR no\r\n", []Token{{"-ERR no\r\n", Failure, "an error reply: its text is the rest of the line", 0}}},
		{"empty string", "$0\r\n\r\n", []Token{
			{"$0\r\n", Length, "a string of no bytes follows", 0},
			{"\r\n", String, "the string's end: nothing stands before it", 0},
		}},
		{"a string that holds the end mark", "$4\r\na\r\nb\r\n", []Token{
			{"$4\r\n", Length, "a string of 4 bytes follows", 0},
			{"a\r\nb\r\n", String, "the string's bytes", 0},
		}},
		{"nesting", "%1\r\n+a\r\n~2\r\n:1\r\n#t\r\n+b\r\n", []Token{
			{"%1\r\n", Map, "a map of one key and its value", 0},
			{"+a\r\n", Simple, "a simple string: the rest of the line", 1},
			{"~2\r\n", Set, "a set of two", 1},
			{":1\r\n", Integer, "an integer", 2},
			{"#t\r\n", Boolean, "a boolean: true", 2},
			{"+b\r\n", Simple, "a simple string: the rest of the line", 0},
		}},
		{"an empty one inside", "*2\r\n*0\r\n>0\r\n", []Token{
			{"*2\r\n", Array, "an array of two", 0},
			{"*0\r\n", Array, "an empty array", 1},
			{">0\r\n", Push, "an empty push message", 1},
		}},
		{"a value is missing", "*3\r\n:1\r\n", []Token{
			{"*3\r\n", Array, "an array of three", 0},
			{":1\r\n", Integer, "an integer", 1},
			{"", Rest, "the bytes end here, and two more values were to come", 1},
		}},
		{"half a string", "$5\r\nab", []Token{
			{"$5\r\n", Length, "a string of 5 bytes follows", 0},
			{"ab", Rest, "the bytes end inside the string: 2 have come of 5 and the CR LF", 0},
		}},
		{"no such type", "+a\r\n?1\r\n+b\r\n", []Token{
			{"+a\r\n", Simple, "a simple string: the rest of the line", 0},
			{"?1\r\n+b\r\n", Rest, "no type byte of the protocol begins this line", 0},
		}},
		{"a wrong length", "$2\r\nabc\r\n", []Token{{"$2\r\nabc\r\n", Rest, "a string of 2 bytes that does not end in CR LF where its length says", 0}}},
		{"no end", "+OK", []Token{{"+OK", Rest, "a line that does not end: its CR LF has not come", 0}}},
	} {
		if got := Tokens(tt.bytes); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: Tokens(%q) =\n%+v\nwant\n%+v", tt.name, tt.bytes, got, tt.want)
		}
	}
}

// checkTokens holds Tokens to what it promises of any bytes, with Parse as the
// judge of what can be read.
func checkTokens(t interface{ Fatalf(string, ...any) }, b string) {
	tokens := Tokens(b)
	var joined strings.Builder
	for i, tok := range tokens {
		joined.WriteString(tok.Bytes)
		last := i == len(tokens)-1
		if tok.Text == "" || tok.Kind == "" || tok.Depth < 0 || tok.Depth > maxDepth {
			t.Fatalf("Tokens(%q): token %d is %+v", b, i, tok)
		}
		if tok.Kind == Rest && !last || tok.Kind != Rest && !strings.HasSuffix(tok.Bytes, "\r\n") {
			t.Fatalf("Tokens(%q): token %d is %+v, and %d follow", b, i, tok, len(tokens)-1-i)
		}
	}
	if joined.String() != b {
		t.Fatalf("Tokens(%q) join to %q", b, joined.String())
	}
	var err error
	for rest := b; rest != "" && err == nil; {
		_, rest, err = Parse(rest)
	}
	broken := len(tokens) > 0 && tokens[len(tokens)-1].Kind == Rest
	if broken != (err != nil) {
		t.Fatalf("Tokens(%q) ends in a rest: %v; Parse: %v", b, broken, err)
	}
}

func TestTokensLoseNothing(t *testing.T) {
	pieces := []string{"\r\n", "*1\r\n", "*2\r\n", "%1\r\n", "~3\r\n", ">1\r\n", "|1\r\n", "$3\r\nGET\r\n", "$0\r\n\r\n", "=7\r\ntxt:abc\r\n", "!3\r\nERR\r\n",
		":1\r\n", "+OK\r\n", "-ERR\r\n", "_\r\n", "$-1\r\n", "*-1\r\n", "#t\r\n", "(1\r\n", ",1\r\n", "$9\r\n", "*0\r\n", "x", "\xff", "*x\r\n", "%1000000000\r\n"}
	rapid.Check(t, func(t *rapid.T) {
		checkTokens(t, strings.Join(rapid.SliceOf(rapid.SampledFrom(pieces)).Draw(t, "pieces"), ""))
	})
	for depth := range 20 {
		checkTokens(t, strings.Repeat("*1\r\n", depth)+":1\r\n")
	}
}

func FuzzTokens(f *testing.F) {
	for _, s := range []string{"+OK\r\n", "*2\r\n$3\r\nGET\r\n$1\r\nk\r\n", "%1\r\n:1\r\n_\r\n", "*-1\r\n", "*1000000000\r\n", "$5\r\nabc", "*2\r\n:1\r\n", "!1\r\na\r\n=5\r\ntxt:a\r\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkTokens(t, s) })
}
