package slot

import (
	"fmt"
	"strconv"

	"echomq.dev/course/keyspace"
	"echomq.dev/course/pages/bytetext"
	"echomq.dev/course/pages/keyview"
	"echomq.dev/course/pages/slotstrip"
	"echomq.dev/course/sim/slot"
)

// View is one key's way to its slot, ready to be drawn.
type View struct {
	Tone      string // the space's hue
	Parts     keyview.PartsView
	Open      string // where the first '{' is
	Shut      string // where the first '}' after it is
	Hashed    string // bytes
	Whole     bool
	Why       string
	Steps     []Step
	Unfolded  bool // so few steps that they stand open
	StepsName string
	CRC       string // as hexadecimal
	CRCNumber string
	Slot      string
	Strip     slotstrip.View
	Announce  string // what a screen reader hears when the answer has changed
}

// Step is one byte's way into the checksum; all but Offset and Char are
// hexadecimal.
type Step struct {
	Offset string
	Char   string
	Byte   string
	Before string
	Index  string
	Entry  string
	After  string
}

// unfolded is up to how many steps stand open.
const unfolded = 16

func view(r slot.Result) View {
	hue := keyview.HueOf(r.Key)
	v := View{
		Tone: "is-" + string(hue), Parts: keyview.Parts(hue, parts(r)),
		Open: place(r.Open), Shut: place(r.Shut),
		Hashed: r.Hashed, Whole: r.Whole, Why: r.Why(),
		Unfolded: len(r.Steps) <= unfolded,
		CRC:      fmt.Sprintf("0x%04X", r.CRC), CRCNumber: strconv.Itoa(int(r.CRC)), Slot: strconv.Itoa(r.Slot),
		Strip: slotstrip.Of(slotstrip.Group{Name: "This key", Hue: hue, Slots: []int{r.Slot}}),
	}
	v.Announce = "Slot " + v.Slot + ". " + v.Why
	v.StepsName = fmt.Sprintf("CRC16 over the %d bytes, one step each", len(r.Steps))
	if len(r.Steps) == 1 {
		v.StepsName = "CRC16 over the one byte"
	}
	for _, s := range r.Steps {
		v.Steps = append(v.Steps, step(s))
	}
	return v
}

func step(s keyspace.CRCStep) Step {
	shown := bytetext.Plain(string([]byte{s.Byte}))
	if s.Byte == ' ' {
		shown = "␣"
	}
	return Step{
		Offset: strconv.Itoa(s.Offset), Char: shown, Byte: fmt.Sprintf("%02X", s.Byte),
		Before: fmt.Sprintf("%04X", s.Before), Index: fmt.Sprintf("%02X", s.Index),
		Entry: fmt.Sprintf("%04X", s.Entry), After: fmt.Sprintf("%04X", s.After),
	}
}

func place(offset int) string {
	if offset < 0 {
		return "none"
	}
	return fmt.Sprintf("offset %d", offset)
}

// parts divides the key at the two braces that decide. Where the whole key is
// hashed no part is faint.
func parts(r slot.Result) []keyview.Part {
	outside := "not hashed"
	if r.Whole {
		outside = "hashed"
	}
	cut := func(name, bytes string, faint bool) []keyview.Part {
		if bytes == "" {
			return nil
		}
		return []keyview.Part{{Name: name, Bytes: bytes, Faint: faint}}
	}
	if r.Open < 0 {
		return cut("hashed", r.Key, false)
	}
	list := append(cut(outside, r.Key[:r.Open], !r.Whole), keyview.Part{Name: "first {", Bytes: "{", Faint: !r.Whole})
	if r.Shut < 0 {
		return append(list, cut("hashed", r.Key[r.Open+1:], false)...)
	}
	list = append(list, cut("hashed", r.Key[r.Open+1:r.Shut], false)...)
	list = append(list, keyview.Part{Name: "first } after", Bytes: "}", Faint: !r.Whole})
	return append(list, cut(outside, r.Key[r.Shut+1:], !r.Whole)...)
}
