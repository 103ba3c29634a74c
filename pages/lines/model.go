package lines

import (
	"fmt"
	"strconv"
	"strings"

	"echomq.dev/course/keyspace"
	"echomq.dev/course/pages/bytetext"
	"echomq.dev/course/pages/keyview"
	"echomq.dev/course/pages/slotstrip"
	"echomq.dev/course/sim/lines"
)

// View is one queue on both lines, ready to be drawn.
type View struct {
	Rows    []Row
	V1      string // how many keys in how many slots
	Emq1    string
	Core    []Cell
	Refused string // why emq.1 has no keys for the name; empty when it has
	Today   bool   // today's grammar accepts a name that emq.1 refuses
	Wrap    Wrap
	Strip   slotstrip.View
	Threads *Threads // nil without a second queue

	Announce string // what a screen reader hears when the answer has changed
}

// Row is one type of the family on both lines.
type Row struct {
	Type  string
	Words string // what the server stores there
	V1    Cell
	Emq1  *Cell // nil when emq.1 refuses the name
}

// Cell is one key.
type Cell struct {
	Key     string
	Pieces  []Piece // the key, joined
	Hashtag string  // empty when the key is hashed whole
	Slot    string
}

// Piece is a run of a key's bytes. The braces that emq.1 puts in appear, so
// that a reader sees what v1 lacks.
type Piece struct {
	Bytes   string
	Appears bool
}

// Wrap is the wrap of emq.1 applied once, and to its own result.
type Wrap struct {
	Given, Once, Twice string
	Refused            string
}

func view(r lines.Result) View {
	v := View{
		V1: summary(r.V1), Emq1: summary(r.Emq1),
		Refused: bytetext.Plain(sentence(r.Emq1.Refused)), Today: r.Emq1.Refused != "" && keyspace.ValidQueue(r.Queue),
		Wrap:  Wrap{Given: r.Queue, Once: r.Wrap.Once, Twice: r.Wrap.Twice, Refused: bytetext.Plain(sentence(r.Wrap.Refused))},
		Strip: strips(r), Threads: threadsView(r),
	}
	for i, k := range r.V1.Keys {
		row := Row{Type: k.Type, Words: k.Words, V1: cell(k)}
		if len(r.Emq1.Keys) > 0 {
			c := braced(r.Emq1.Keys[i])
			row.Emq1 = &c
		}
		if k.Type == lines.Job+":lock" {
			row.Words += ", of job " + lines.Job
		}
		v.Rows = append(v.Rows, row)
	}
	for _, k := range r.Core.Keys {
		v.Core = append(v.Core, cell(k))
	}
	v.Announce = announce(r, v)
	return v
}

func announce(r lines.Result, v View) string {
	said := "v1: " + v.V1 + ". "
	if v.Refused != "" {
		said += "emq.1 refuses the name. " + v.Refused
	} else {
		said += "emq.1: " + v.Emq1 + "."
	}
	if v.Threads != nil {
		said += " " + v.Threads.Emq1
	}
	return said
}

// sentence makes one of a reason of the code; no reason stays none.
func sentence(reason string) string {
	if reason == "" {
		return ""
	}
	return strings.ToUpper(reason[:1]) + reason[1:] + "."
}

// summary counts a family's keys and slots, and names the slot if it is one.
func summary(f lines.Family) string {
	slots := f.Slots()
	if slots == 1 {
		return fmt.Sprintf("%d keys in 1 slot, %d", len(f.Keys), f.Keys[0].Slot)
	}
	return fmt.Sprintf("%d keys in %d slots", len(f.Keys), slots)
}

func cell(k lines.Key) Cell {
	return Cell{Key: k.Key, Pieces: []Piece{{Bytes: k.Key}}, Hashtag: k.Hashtag, Slot: strconv.Itoa(k.Slot)}
}

// braced is a key of emq.1 with its two braces set apart.
func braced(k lines.Key) Cell {
	c := cell(k)
	before, rest, _ := strings.Cut(k.Key, "{")
	name, after, _ := strings.Cut(rest, "}")
	c.Pieces = []Piece{{Bytes: before}, {"{", true}, {Bytes: name}, {"}", true}, {Bytes: after}}
	return c
}

// strips are the families over the slots. Keys of v1 lie in neither of today's
// spaces, so they have neither of the two hues.
func strips(r lines.Result) slotstrip.View {
	emq1 := slotstrip.Group{Name: "emq.1", Hue: keyview.Queue, Slots: slots(r.Emq1)}
	if r.Emq1.Refused != "" {
		emq1.Note = "refuses the name: no keys"
	}
	return slotstrip.Of(
		slotstrip.Group{Name: "v1", Hue: keyview.Neutral, Slots: slots(r.V1)},
		emq1,
		slotstrip.Group{Name: "The core", Hue: keyview.Reserve, Slots: slots(r.Core)},
	)
}

func slots(f lines.Family) []int {
	list := make([]int, 0, len(f.Keys))
	for _, k := range f.Keys {
		list = append(list, k.Slot)
	}
	return list
}
