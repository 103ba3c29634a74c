// Package bytetext shows bytes as text without losing one of them: what can be
// seen stands as itself, and every other byte stands as an escape that is set
// apart, so that a reader can tell a typed backslash from an escape.
//
// Names, keys and values here are bytes. A control character, half of a
// character, or a character that would reorder or hide its neighbours is
// always escaped.
package bytetext

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Span is a run of bytes that is shown one way.
type Span struct {
	Text    string // what a reader sees
	Escaped bool   // Text is an escape, not the bytes themselves
}

// Spans divides s into what can be seen and what must be escaped. Neighbours
// of one kind are joined.
func Spans(s string) []Span {
	var spans []Span
	for _, u := range Units(s) {
		if n := len(spans); n > 0 && spans[n-1].Escaped == u.Escaped {
			spans[n-1].Text += u.Text
			continue
		}
		spans = append(spans, Span{Text: u.Text, Escaped: u.Escaped})
	}
	return spans
}

// quoted is s between double quotes.
func quoted(s string) []Span {
	quote := Span{Text: `"`}
	return append(append([]Span{quote}, Spans(s)...), quote)
}

// Unit is the smallest part that is shown: one character, or one byte that is
// no part of a visible one.
type Unit struct {
	Text    string // the character itself, or the byte's escape
	Bytes   string // the bytes it stands for: 1 to 4 of a character, else 1
	Escaped bool
}

// Units divides s into characters and escaped bytes; the Bytes of all units
// joined are s again.
func Units(s string) []Unit {
	var units []Unit
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		if (r == utf8.RuneError && size == 1) || !visible(r) {
			for i := range size {
				units = append(units, Unit{Text: escape(s[i]), Bytes: s[i : i+1], Escaped: true})
			}
		} else {
			units = append(units, Unit{Text: s[:size], Bytes: s[:size]})
		}
		s = s[size:]
	}
	return units
}

// visible reports whether a character shows itself and nothing but itself.
// A mark that combines with the character before it does not.
func visible(r rune) bool {
	return unicode.IsPrint(r) && !unicode.In(r, unicode.Mn, unicode.Me)
}

// escape is a byte in the form that redis-cli prints.
func escape(b byte) string {
	switch b {
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	case '\a':
		return `\a`
	case '\b':
		return `\b`
	}
	return fmt.Sprintf(`\x%02x`, b)
}

// Plain is s with its escapes and without marks to set them apart, for places
// that hold text alone, such as a title.
func Plain(s string) string {
	var b strings.Builder
	for _, span := range Spans(s) {
		b.WriteString(span.Text)
	}
	return b.String()
}

// Lines divides s after each line feed and shows each line's bytes. The bytes
// of a RESP exchange read best this way: one element of the protocol a line.
func Lines(s string) [][]Span {
	var lines [][]Span
	for line := range strings.Lines(s) {
		lines = append(lines, Spans(line))
	}
	return lines
}
