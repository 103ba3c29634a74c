package resp

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Quote writes s the way redis-cli prints a string: between double quotes,
// with \" \\ \n \r \t \a \b for those bytes, and \xHH for every other byte
// that is not printable ASCII. It is the form of sdscatrepr in the server's
// source, and it never loses a byte: Unquote gives s back.
func Quote(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 2)
	b.WriteByte('"')
	for i := range len(s) {
		writeByte(&b, s[i])
	}
	b.WriteByte('"')
	return b.String()
}

// Word writes s as a word of a command line, quoted where redis-cli would not
// read it back as that one word.
func Word(s string) string {
	if s == "" || strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`"'\`, r) }) {
		return Quote(s)
	}
	return s
}

// Words writes a command the way a person types it.
func Words(command []string) string {
	printed := make([]string, len(command))
	for i, w := range command {
		printed[i] = Word(w)
	}
	return strings.Join(printed, " ")
}

func writeByte(b *strings.Builder, c byte) {
	const hex = "0123456789abcdef"
	switch c {
	case '"', '\\':
		b.WriteByte('\\')
		b.WriteByte(c)
	case '\n':
		b.WriteString(`\n`)
	case '\r':
		b.WriteString(`\r`)
	case '\t':
		b.WriteString(`\t`)
	case '\a':
		b.WriteString(`\a`)
	case '\b':
		b.WriteString(`\b`)
	default:
		if c >= 0x20 && c < 0x7f {
			b.WriteByte(c)
			return
		}
		b.WriteString(`\x`)
		b.WriteByte(hex[c>>4])
		b.WriteByte(hex[c&15])
	}
}

// Unquote reads one double-quoted string in the form that Quote writes from
// the front of s and returns its bytes and what follows it. Any byte but an
// unescaped quote may also stand for itself, so a person can type 日本 as it
// is. The error says what is wrong and, of an escape, where, counted in bytes
// from 1; it does not repeat s, which may be long.
func Unquote(s string) (value, rest string, err error) {
	if s == "" || s[0] != '"' {
		return "", s, errors.New("no double quote opens it")
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '"':
			return b.String(), s[i+1:], nil
		case '\\':
			c, width, err := unescape(s[i:])
			if err != nil {
				return "", s, fmt.Errorf("at byte %d: %w", i+1, err)
			}
			b.WriteByte(c)
			i += width - 1
		default:
			b.WriteByte(s[i])
		}
	}
	return "", s, errors.New("no double quote closes it")
}

// unescape reads the escape that s starts with and returns the byte it stands
// for and its own length.
func unescape(s string) (c byte, width int, err error) {
	const accepted = `accepted are \" \\ \n \r \t \a \b and \xHH`
	if len(s) < 2 {
		return 0, 0, fmt.Errorf("a backslash ends the text; %s", accepted)
	}
	switch s[1] {
	case '"', '\\':
		return s[1], 2, nil
	case 'n':
		return '\n', 2, nil
	case 'r':
		return '\r', 2, nil
	case 't':
		return '\t', 2, nil
	case 'a':
		return '\a', 2, nil
	case 'b':
		return '\b', 2, nil
	case 'x':
		if len(s) >= 4 {
			if n, err := strconv.ParseUint(s[2:4], 16, 8); err == nil {
				return byte(n), 4, nil
			}
		}
	}
	return 0, 0, fmt.Errorf("%s is no escape; %s", Quote(s[:min(len(s), 4)]), accepted)
}
