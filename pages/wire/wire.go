// Package wire shows the exact bytes of one exchange, token by token: each as
// it went over the connection, with what it says beside it, and all of them in
// hexadecimal for whoever asks.
//
// No byte is left out. What is not text is escaped, and the two bytes that end
// a line are visible.
package wire

import (
	"fmt"
	"strings"

	"echomq.dev/course/pages/keyview"
	"echomq.dev/course/sim/resp"
)

// View is an exchange, ready to be drawn.
type View struct {
	ID             string // prefix of the ids inside
	Sent, Received Side
}

// Side is one direction of it.
type Side struct {
	Name string // sent or received
	Size string
	Rows []Row
	Dump string // lines of hexadecimal, as of a hex dump
}

// Row is a token.
type Row struct {
	Data   string // its bytes without the line end
	End    string // the line end
	Key    bool   // it is a key of one of the two spaces
	Indent int    // how deep inside aggregates, at most maxIndent
	Text   string
	Rest   bool // the bytes could not be read from here on
}

// maxIndent bounds how far rows are set in.
const maxIndent = 4

// Of prepares the bytes of one command and its reply.
func Of(id, sent, received string) View {
	return View{ID: id, Sent: side("sent", sent, true), Received: side("received", received, false)}
}

// side prepares one direction. The words of a command have a meaning that the
// protocol does not give them, so what was sent is told apart.
func side(name, bytes string, command bool) Side {
	s := Side{Name: name, Size: size(bytes), Dump: dump(bytes)}
	words := 0
	for _, t := range resp.Tokens(bytes) {
		row := Row{Data: t.Data(), Indent: min(t.Depth, maxIndent), Text: t.Text, Rest: t.Kind == resp.Rest}
		row.End = t.Bytes[len(row.Data):]
		if t.Kind == resp.String {
			role := ""
			if command && t.Depth == 1 {
				words++
				role = wordRole(words)
			}
			hue := keyview.HueOf(row.Data)
			row.Key = hue != keyview.Neutral
			row.Text = meaning(t.Text, role, hue)
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// wordRole is what a word is to its command.
func wordRole(n int) string {
	if n == 1 {
		return "the command’s name"
	}
	return fmt.Sprintf("word %d of the command", n)
}

// meaning is the token's own text with what is known of this string besides.
func meaning(text, role string, hue keyview.Hue) string {
	switch hue {
	case keyview.Queue:
		text = "a key of queue space"
	case keyview.Reserve:
		text = "a key of the reserve"
	}
	if role == "" {
		return text
	}
	if hue == keyview.Neutral {
		return role
	}
	return role + ", " + text
}

func size(bytes string) string {
	switch len(bytes) {
	case 0:
		return "no bytes"
	case 1:
		return "1 byte"
	}
	return fmt.Sprintf("%d bytes", len(bytes))
}

// dumpRow is how many bytes a line of hexadecimal has: as many as a phone
// shows without scrolling.
const dumpRow = 8

// dump is a line for each row of bytes: the offset of its first in decimal,
// the bytes in hexadecimal, and those of them that are printable ASCII.
func dump(bytes string) string {
	var b strings.Builder
	for at := 0; at < len(bytes); at += dumpRow {
		row := bytes[at:min(at+dumpRow, len(bytes))]
		if at > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%4d  %-*s  ", at, 3*dumpRow-1, fmt.Sprintf("% x", row))
		for i := range len(row) {
			if row[i] < ' ' || row[i] > '~' {
				b.WriteByte('.')
				continue
			}
			b.WriteByte(row[i])
		}
	}
	return b.String()
}
