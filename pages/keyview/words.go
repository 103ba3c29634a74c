package keyview

import (
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
		out = append(out, Word{Text: resp.Word(w), Hue: HueOf(w)})
	}
	return out
}
