// Package keyview draws a key as what it is, a row of bytes: one cell a byte,
// the first byte set apart because it tells the two spaces from one another,
// the hashtag marked because it tells the slot.
//
// A cell shows the character above and the byte's value in hexadecimal below;
// a character of several bytes spans as many cells. The cells are a picture,
// so they come with a sentence that says the same to whoever cannot see them.
package keyview

import (
	"fmt"
	"strings"

	"echomq.dev/course/keyspace"
	"echomq.dev/course/pages/bytetext"
)

// Hue is the colour of a space. It never stands alone: the first byte, which
// is what the hue repeats, is always drawn too.
type Hue string

// The two spaces' hues, and the one of what belongs to neither.
const (
	Queue   Hue = "queue"
	Reserve Hue = "reserve"
	Neutral Hue = "neutral"
)

// HueOf is the hue of the space that a key belongs to.
func HueOf(key string) Hue {
	switch keyspace.Classify(key).Space {
	case keyspace.QueueSpace:
		return Queue
	case keyspace.ReserveSpace:
		return Reserve
	}
	return Neutral
}

// A key of more than chunkFrom bytes is drawn in rows of rowBytes with the
// offset in front, as a hex dump is; beyond scrollFrom it scrolls in a box.
const (
	chunkFrom  = 40
	scrollFrom = 128
	rowBytes   = 8
)

// View is a key, ready to be drawn.
type View struct {
	Hue     Hue
	Rows    []Row // a single one unless Chunked
	Chunked bool
	Scrolls bool
	Twin    string // the picture in words
}

// Row is a run of cells.
type Row struct {
	Offset int // of its first byte
	Cells  []Cell
}

// Cell is one character with its bytes, or one byte that is no character.
type Cell struct {
	Char    string
	Hex     []string // two digits for each of its bytes
	First   bool     // holds the key's first byte
	Tag     bool     // inside the hashtag
	Brace   bool     // one of the two braces around it
	Escaped bool     // Char is an escape
	Fault   bool     // does not belong there
}

// Of prepares a key in the given hue.
func Of(key string, hue Hue) View {
	v := View{Hue: hue, Chunked: len(key) > chunkFrom, Scrolls: len(key) > scrollFrom, Twin: twin(key)}
	open, shut := tagSpan(key)
	offset := 0
	for _, u := range bytetext.Units(key) {
		if len(v.Rows) == 0 || (v.Chunked && offset-v.Rows[len(v.Rows)-1].Offset >= rowBytes) {
			v.Rows = append(v.Rows, Row{Offset: offset})
		}
		row := &v.Rows[len(v.Rows)-1]
		row.Cells = append(row.Cells, cell(u, offset, open, shut))
		offset += len(u.Bytes)
	}
	return v
}

// tagSpan is where the braces of the key's hashtag stand; (0, 0) without one.
func tagSpan(key string) (open, shut int) {
	tag, whole := keyspace.Hashtag(key)
	if whole {
		return 0, 0
	}
	open = strings.IndexByte(key, '{')
	return open, open + len(tag) + 1
}

// shown is a unit as its cell prints it; a blank needs a sign to be seen.
func shown(u bytetext.Unit) string {
	if u.Text == " " {
		return "␣"
	}
	return u.Text
}

func hexOf(bytes string) []string {
	out := make([]string, len(bytes))
	for i := range len(bytes) {
		out[i] = fmt.Sprintf("%02x", bytes[i])
	}
	return out
}

// twin says in words what the cells show.
func twin(key string) string {
	if key == "" {
		return "The empty key: no bytes."
	}
	tag, whole := keyspace.Hashtag(key)
	hashed := fmt.Sprintf("hashtag %s", bytetext.Plain(tag))
	if whole {
		hashed = "no hashtag, the whole key is hashed"
	}
	return fmt.Sprintf("%s: %s, the first is %s, hexadecimal %02x; %s.",
		bytetext.Plain(key), size(key), bytetext.Plain(key[:1]), key[0], hashed)
}

// class is the style of a cell.
func (c Cell) class() string {
	class := fmt.Sprintf("cell w%d", len(c.Hex))
	if c.First {
		class += " first"
	}
	if c.Tag {
		class += " tag"
	}
	if c.Brace {
		class += " brace"
	}
	if c.Escaped {
		class += " escaped"
	}
	if c.Fault {
		class += " fault"
	}
	return class
}

// class is the style of the whole key.
func (v View) class() string {
	class := "key is-" + string(v.Hue)
	if v.Chunked {
		class += " chunked"
	}
	if v.Scrolls {
		class += " scrolls"
	}
	return class
}
