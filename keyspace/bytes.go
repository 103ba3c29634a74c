package keyspace

import "fmt"

// showByte prints one byte for a person: 'x' when it can be seen, 0x1b when it
// cannot, because half of a character has no picture of its own.
func showByte(b byte) string {
	if b > ' ' && b <= '~' {
		return "'" + string(rune(b)) + "'"
	}
	return fmt.Sprintf("0x%02x", b)
}

// departs returns the offset of the first byte at which s no longer follows
// want, which is len(s) when s ends too early, or -1 when s begins with want.
func departs(s, want string) int {
	for i := range len(want) {
		if i == len(s) || s[i] != want[i] {
			return i
		}
	}
	return -1
}
