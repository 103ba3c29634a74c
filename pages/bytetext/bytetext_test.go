package bytetext

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// The escapes are those that redis-cli prints; what is visible stays itself.
func TestPlain(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"text", "emq:{orders}:pending", "emq:{orders}:pending"},
		{"japanese", "日本", "日本"},
		{"line feed", "a\r\nb", `a\r\nb`},
		{"escape and delete", "\x1b[31m\x7f", `\x1b[31m\x7f`},
		{"no utf-8", "a\xff\xfe", `a\xff\xfe`},
		{"half a character", "\xe6\x97", `\xe6\x97`},
		{"right-to-left override", "a\u202eb", `a\xe2\x80\xaeb`},
		{"zero-width space", "a\u200bb", `a\xe2\x80\x8bb`},
		{"combining mark", "e\u0301", `e\xcc\x81`},
		{"nul", "\x00", `\x00`},
		{"no-break space", "a\u00a0b", `a\xc2\xa0b`},
		{"empty", "", ""},
	} {
		if got := Plain(c.in); got != c.want {
			t.Errorf("%s: Plain(%q) = %s, want %s", c.name, c.in, got, c.want)
		}
	}
}

func TestLines(t *testing.T) {
	got := Lines("*1\r\n$4\r\nPING\r\n")
	if len(got) != 3 {
		t.Fatalf("%d lines, want 3: %v", len(got), got)
	}
	want := Span{Text: `\r\n`, Escaped: true}
	if got[2][1] != want {
		t.Errorf("line 3 ends in %+v, want %+v", got[2][1], want)
	}
}

// No byte is lost, and what is shown is valid UTF-8 that hides nothing.
func TestUnitsLoseNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })).Draw(t, "s")
		var joined strings.Builder
		for _, u := range Units(s) {
			joined.WriteString(u.Bytes)
			if !utf8.ValidString(u.Text) || u.Text == "" {
				t.Fatalf("unit of %q shows %q", u.Bytes, u.Text)
			}
			if u.Escaped && len(u.Bytes) != 1 {
				t.Fatalf("one escape %q for %d bytes", u.Text, len(u.Bytes))
			}
		}
		if joined.String() != s {
			t.Fatalf("units of %q join to %q", s, joined.String())
		}
	})
}
