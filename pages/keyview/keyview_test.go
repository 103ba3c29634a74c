package keyview

import (
	"encoding/hex"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"echomq.dev/course/keyspace"
)

// marks draws a view as one line: the first byte between bars, what is marked
// as hashtag between its braces in capitals.
func marks(v View) string {
	var b strings.Builder
	for _, row := range v.Rows {
		for _, c := range row.Cells {
			text := c.Char
			if c.Tag {
				text = strings.ToUpper(text)
			}
			if c.Brace && !c.Tag {
				text = "<" + text + ">"
			}
			if c.First {
				text = "|" + text + "|"
			}
			b.WriteString(text)
		}
	}
	return b.String()
}

// Where the hashtag stands follows the cluster's rule; the keys are those of
// the course's protocol page.
func TestMarks(t *testing.T) {
	for _, c := range []struct{ key, want string }{
		{"emq:{orders}:pending", "|e|mq:<{>ORDERS<}>:pending"},
		{"{emq}:version", "|<{>|EMQ<}>:version"},
		{"emq:{}:pending", "|e|mq:{}:pending"},
		{"emq:{}x}:pending", "|e|mq:{}x}:pending"},
		{"emq:{{a}}:pending", "|e|mq:<{>{A<}>}:pending"},
		{"emq:payments:wait", "|e|mq:payments:wait"},
		{"a b\n\xff", `|a|␣b\n\xff`},
		{"", ""},
	} {
		if got := marks(Of(c.key, Queue)); got != c.want {
			t.Errorf("%q is drawn as %s, want %s", c.key, got, c.want)
		}
	}
}

func TestTwin(t *testing.T) {
	for _, c := range []struct{ key, want string }{
		{"{emq}:version", "{emq}:version: 13 bytes, the first is {, hexadecimal 7b; hashtag emq."},
		{"e", "e: 1 byte, the first is e, hexadecimal 65; no hashtag, the whole key is hashed."},
		{"", "The empty key: no bytes."},
	} {
		if got := Of(c.key, Neutral).Twin; got != c.want {
			t.Errorf("%q in words: %q, want %q", c.key, got, c.want)
		}
	}
}

func TestHueOf(t *testing.T) {
	for key, want := range map[string]Hue{"emq:{orders}:pending": Queue, "{emq}:version": Reserve, "emq:payments:wait": Neutral, "": Neutral} {
		if got := HueOf(key); got != want {
			t.Errorf("HueOf(%q) = %s, want %s", key, got, want)
		}
	}
}

// The hexadecimal of all cells is the key again, every row begins where its
// offset says, and a long key has no row that is much longer than the others.
func TestCellsAreTheKey(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := string(rapid.SliceOfN(rapid.Byte(), 0, 1024).Draw(t, "bytes"))
		if rapid.Bool().Draw(t, "queue") {
			key = keyspace.QueueKey(rapid.String().Draw(t, "name"), "pending")
		}
		v := Of(key, Neutral)
		var joined strings.Builder
		firsts := 0
		for _, row := range v.Rows {
			if row.Offset != joined.Len()/2 {
				t.Fatalf("a row says offset %d and begins at byte %d", row.Offset, joined.Len()/2)
			}
			bytes := 0
			for _, c := range row.Cells {
				joined.WriteString(strings.Join(c.Hex, ""))
				bytes += len(c.Hex)
				if c.First {
					firsts++
				}
			}
			if v.Chunked && bytes > rowBytes+3 {
				t.Fatalf("a row of %d bytes", bytes)
			}
		}
		if back, err := hex.DecodeString(joined.String()); err != nil || string(back) != key {
			t.Fatalf("the cells of %q spell %q", key, back)
		}
		if want := min(1, len(key)); firsts != want {
			t.Fatalf("%d first cells", firsts)
		}
	})
}
