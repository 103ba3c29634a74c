package resp

import (
	"errors"
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

// Replies as servers send them, and how each is shown. TestPrintAsRedisCLI
// holds the same and more to redis-cli itself.
func TestPrint(t *testing.T) {
	for _, tt := range []struct{ bytes, want string }{
		{"_\r\n", "nil"},
		{"$-1\r\n", "nil"},
		{"*-1\r\n", "nil"},
		{"+OK\r\n", "OK"},
		{"$12\r\nechomq:4.0.0\r\n", `"echomq:4.0.0"`},
		{"$0\r\n\r\n", `""`},
		{"$4\r\na\r\n\xff\r\n", `"a\r\n\xff"`},
		{":1\r\n", "(integer) 1"},
		{",0.5\r\n", "(double) 0.5"},
		{"#t\r\n", "(true)"},
		{"#f\r\n", "(false)"},
		{"-WRONGTYPE Operation against a key holding the wrong kind of value\r\n", "(error) WRONGTYPE Operation against a key holding the wrong kind of value"},
		{"*2\r\n$1\r\na\r\n:2\r\n", "1) \"a\"\n2) (integer) 2"},
		{"*2\r\n*2\r\n$1\r\na\r\n$1\r\nb\r\n:2\r\n", "1) 1) \"a\"\n   2) \"b\"\n2) (integer) 2"},
		{"%1\r\n$1\r\nf\r\n$1\r\nv\r\n", `1# "f" => "v"`},
		{"~1\r\n$1\r\nm\r\n", `1~ "m"`},
		{"*0\r\n", "(empty array)"},
		{"%0\r\n", "(empty hash)"},
		{"~0\r\n", "(empty set)"},
		{"=7\r\ntxt:abc\r\n", "abc"},
	} {
		v, rest, err := Parse(tt.bytes)
		if err != nil || rest != "" {
			t.Errorf("Parse(%q) left %q, error %v", tt.bytes, rest, err)
			continue
		}
		if got := Print(v); got != tt.want {
			t.Errorf("Print(%q) = %q, want %q", tt.bytes, got, tt.want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, b := range []string{"", "$", "$5\r\nabc", "*2\r\n:1\r\n", "*99999\r\n"} {
		if _, _, err := Parse(b); !errors.Is(err, ErrShort) {
			t.Errorf("Parse(%q): error %v, want ErrShort", b, err)
		}
	}
	for _, b := range []string{"\r\n", "?1\r\n", "$x\r\n", "$-2\r\n", "$1\r\nabc\r\n"} {
		if _, _, err := Parse(b); err == nil || errors.Is(err, ErrShort) {
			t.Errorf("Parse(%q): error %v, want one that is not ErrShort", b, err)
		}
	}
}

func TestCommandRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(anyBytes(), 1, 8).Draw(t, "words")
		got, rest, err := ParseCommand(Command(words...) + "tail")
		if err != nil || rest != "tail" || !reflect.DeepEqual(got, words) {
			t.Fatalf("ParseCommand(Command(%q)) = %q, %q, %v", words, got, rest, err)
		}
	})
}

func TestQuoteRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyBytes().Draw(t, "s")
		got, rest, err := Unquote(Quote(s) + " tail")
		if err != nil || got != s || rest != " tail" {
			t.Fatalf("Unquote(Quote(%q)) = %q, %q, %v", s, got, rest, err)
		}
	})
}

func TestUnquoteRefuses(t *testing.T) {
	for _, s := range []string{``, `abc`, `"abc`, `"\`, `"\q"`, `"\x1"`, `"\xzz"`} {
		if v, _, err := Unquote(s); err == nil {
			t.Errorf("Unquote(%s) = %q, want an error", s, v)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"+OK\r\n", "*2\r\n$3\r\nGET\r\n$1\r\nk\r\n", "%1\r\n:1\r\n_\r\n", "*-1\r\n", "*1000000000\r\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, rest, err := Parse(s)
		if err != nil {
			return
		}
		if len(rest) >= len(s) {
			t.Fatalf("Parse(%q) consumed nothing", s)
		}
		Print(v)
	})
}

func anyBytes() *rapid.Generator[string] {
	return rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 40), func(b []byte) string { return string(b) })
}
