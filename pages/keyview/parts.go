package keyview

import (
	"fmt"
	"slices"
	"strings"

	"echomq.dev/course/pages/bytetext"
)

// Part is a run of a key's bytes with the name of what it is there.
type Part struct {
	Name  string
	Bytes string
	Faint bool // takes no part in what the picture is about
}

// PartsView is a key divided into its parts, ready to be drawn.
type PartsView struct {
	Hue     Hue
	Parts   []PartView
	Scrolls bool
	Twin    string // the picture in words
}

// PartView is one part.
type PartView struct {
	Name  string
	Size  string
	Cells []Cell
	Faint bool
}

// Parts prepares a key that is the bytes of its parts, joined. Faults are
// offsets in the key of bytes that do not belong there; one at the key's end
// stands for a byte that is missing.
func Parts(hue Hue, parts []Part, faults ...int) PartsView {
	var all strings.Builder
	for _, p := range parts {
		all.WriteString(p.Bytes)
	}
	key := all.String()
	v := PartsView{Hue: hue, Scrolls: len(key) > scrollFrom, Twin: partsTwin(key, parts)}
	open, shut := tagSpan(key)
	offset := 0
	for _, p := range parts {
		part := PartView{Name: p.Name, Size: size(p.Bytes), Faint: p.Faint}
		for _, u := range bytetext.Units(p.Bytes) {
			c := cell(u, offset, open, shut)
			for i := range len(u.Bytes) {
				c.Fault = c.Fault || slices.Contains(faults, offset+i)
			}
			part.Cells = append(part.Cells, c)
			offset += len(u.Bytes)
		}
		v.Parts = append(v.Parts, part)
	}
	if slices.Contains(faults, len(key)) && len(v.Parts) > 0 {
		last := &v.Parts[len(v.Parts)-1]
		last.Cells = append(last.Cells, Cell{Char: "?", Hex: []string{"··"}, Fault: true})
	}
	return v
}

// cell is one unit of a key at an offset, with the braces of the key's hashtag
// at open and shut.
func cell(u bytetext.Unit, offset, open, shut int) Cell {
	return Cell{
		Char:    shown(u),
		Hex:     hexOf(u.Bytes),
		First:   offset == 0,
		Tag:     open < offset && offset < shut,
		Brace:   shut > 0 && (offset == open || offset == shut),
		Escaped: u.Escaped,
	}
}

func size(s string) string {
	if len(s) == 1 {
		return "1 byte"
	}
	return fmt.Sprintf("%d bytes", len(s))
}

// partsTwin says in words what the parts are.
func partsTwin(key string, parts []Part) string {
	words := make([]string, 0, len(parts))
	for _, p := range parts {
		words = append(words, fmt.Sprintf("%s %s (%s)", p.Name, bytetext.Plain(p.Bytes), size(p.Bytes)))
	}
	return fmt.Sprintf("%s in parts: %s.", bytetext.Plain(key), strings.Join(words, ", "))
}

func (v PartsView) class() string {
	class := "key key-parts is-" + string(v.Hue)
	if v.Scrolls {
		class += " scrolls"
	}
	return class
}
