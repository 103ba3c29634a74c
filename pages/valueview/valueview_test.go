package valueview

import (
	"strings"
	"testing"

	"echomq.dev/course/pages/htmltest"
	"echomq.dev/course/sim/trace"
)

// TestValues: two values never look alike, whatever their bytes.
func TestValues(t *testing.T) {
	for _, c := range []struct {
		value        trace.Value
		plain, drawn string
	}{
		{trace.Value{Type: "none"}, "nothing (absent)", "nothing (absent)"},
		{trace.Value{Type: "zset"}, "a sorted set", "a sorted set"},
		{trace.Value{Type: "list"}, "a list", "a list"},
		{trace.Value{Type: "string", Value: ""}, `""`, `""`},
		{trace.Value{Type: "string", Value: "echomq:4.0.0"}, `"echomq:4.0.0"`, `"echomq:4.0.0"`},
		{trace.Value{Type: "string", Value: "\n"}, `"\n"`, `"\n"`},
		{trace.Value{Type: "string", Value: `\n`}, `"\\n"`, ""},
		{trace.Value{Type: "string", Value: `a"b`}, `"a\"b"`, ""},
		{trace.Value{Type: "string", Value: "\x00\xff"}, `"\x00\xff"`, `"\x00\xff"`},
	} {
		v := Of(c.value)
		if got := v.Plain(); got != c.plain {
			t.Errorf("%v in words is %s, want %s", c.value, got, c.plain)
		}
		var b strings.Builder
		if err := Shown(v).Render(t.Context(), &b); err != nil {
			t.Fatal(err)
		}
		doc, err := htmltest.Parse(b.String())
		if err != nil {
			t.Fatal(err)
		}
		if got := doc.One(t, "value"); c.drawn != "" && got != c.drawn {
			t.Errorf("%v is drawn as %s, want %s", c.value, got, c.drawn)
		}
	}
}
