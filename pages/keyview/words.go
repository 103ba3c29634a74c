package keyview

import (
	"strings"

	"echomq.dev/course/sim/resp"
)

// Word is one word of a command, quoted where redis-cli would need it to be.
type Word struct {
	Text string
	Hue  Hue // of a key's space
}

// Words gives each word of a command its space's hue, and quotes the ones that
// would not read as one word.
func Words(command []string) []Word {
	var out []Word
	for _, w := range command {
		word := Word{Text: w, Hue: HueOf(w)}
		if quoted := resp.Quote(w); w == "" || strings.ContainsAny(w, " \"'") || quoted != `"`+w+`"` {
			word.Text = quoted
		}
		out = append(out, word)
	}
	return out
}
