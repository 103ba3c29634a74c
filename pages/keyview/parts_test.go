package keyview

import (
	"encoding/hex"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The cells of all parts are the key, byte for byte, whatever it is cut into.
func TestPartsLoseNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := string(rapid.SliceOfN(rapid.OneOf(rapid.Byte(), rapid.SampledFrom([]byte("emq{}:"))), 1, 40).Draw(t, "key"))
		cut := rapid.IntRange(0, len(key)).Draw(t, "cut")
		fault := rapid.IntRange(0, len(key)).Draw(t, "fault")
		v := Parts(Queue, []Part{{Name: "a", Bytes: key[:cut]}, {Name: "b", Bytes: key[cut:]}}, fault)
		var digits strings.Builder
		faults, first := 0, 0
		for _, p := range v.Parts {
			for _, c := range p.Cells {
				if c.Fault {
					faults++
				}
				if c.First {
					first++
				}
				if c.Char != "?" || c.Hex[0] != "··" {
					digits.WriteString(strings.Join(c.Hex, ""))
				}
			}
		}
		if got, err := hex.DecodeString(digits.String()); err != nil || string(got) != key {
			t.Fatalf("%q is drawn as %q, error %v", key, got, err)
		}
		if faults != 1 || first != 1 {
			t.Fatalf("%q has %d faults and %d first bytes", key, faults, first)
		}
	})
}

func TestPartsTwin(t *testing.T) {
	v := Parts(Queue, []Part{{Name: "grammar", Bytes: "emq:{"}, {Name: "queue", Bytes: "\xff"}, {Name: "grammar", Bytes: "}:"}})
	if want := `emq:{\xff}: in parts: grammar emq:{ (5 bytes), queue \xff (1 byte), grammar }: (2 bytes).`; v.Twin != want {
		t.Errorf("the twin is %q, want %q", v.Twin, want)
	}
	if tag := v.Parts[1].Cells[0]; !tag.Tag || !tag.Escaped || !v.Parts[0].Cells[4].Brace {
		t.Errorf("the hashtag is not marked: %+v", v.Parts)
	}
}
