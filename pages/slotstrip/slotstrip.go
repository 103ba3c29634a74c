// Package slotstrip draws the 16384 slots of a cluster as a strip, to scale,
// with marks where keys fall. Groups of keys stand one above the other over the
// same scale.
//
// The strip repeats what stands beside it as text: each group has a line that
// names its slots, so the drawing itself is hidden from those who listen.
package slotstrip

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"echomq.dev/course/keyspace"
	"echomq.dev/course/pages/keyview"
)

// Group is keys that are drawn on one strip.
type Group struct {
	Name  string
	Hue   keyview.Hue
	Slots []int  // of its keys, as often as there are keys
	Note  string // instead of the line about slots, where there are no keys
}

// View is strips, ready to be drawn.
type View struct{ Strips []Strip }

// Strip is one group.
type Strip struct {
	Name  string
	Line  string // what the strip shows, in words
	Hue   keyview.Hue
	Marks []Mark
	None  bool
	High  string // of the drawing, in pixels: less without labels
}

// Mark is a slot with keys in it.
type Mark struct {
	X      string // in percent of the strip
	Label  string // "" where there is no room for it
	Anchor string // which end of the label is at X
}

// labelled is up to how many marks of a strip have their number drawn, when
// they stand at least apart slots from each other: a number takes an eighth of
// the strip on the narrowest screen.
const (
	labelled = 4
	apart    = keyspace.Slots / 8
)

// Of prepares groups in the order given.
func Of(groups ...Group) View {
	var v View
	for _, g := range groups {
		v.Strips = append(v.Strips, strip(g))
	}
	return v
}

func strip(g Group) Strip {
	slots := slices.Clone(g.Slots)
	slices.Sort(slots)
	slots = slices.Compact(slots)
	s := Strip{Name: g.Name, Hue: g.Hue, Line: g.Note, None: len(slots) == 0}
	if !s.None {
		s.Line = line(len(g.Slots), slots)
	}
	s.High = "30"
	last := -apart
	for _, slot := range slots {
		m := Mark{X: percent(slot), Anchor: anchor(slot)}
		if len(slots) <= labelled && slot-last >= apart {
			m.Label, last = strconv.Itoa(slot), slot
			s.High = "46"
		}
		s.Marks = append(s.Marks, m)
	}
	return s
}

// line says how many keys are in which slots.
func line(keys int, slots []int) string {
	numbers := make([]string, 0, len(slots))
	for _, s := range slots {
		numbers = append(numbers, strconv.Itoa(s))
	}
	return fmt.Sprintf("%s in %s: %s", counted(keys, "key"), counted(len(slots), "slot"), strings.Join(numbers, ", "))
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// percent is the middle of a slot on the strip.
func percent(slot int) string {
	return strconv.FormatFloat((float64(slot)+0.5)/keyspace.Slots*100, 'f', 3, 64) + "%"
}

// anchor keeps a label inside the strip.
func anchor(slot int) string {
	switch {
	case slot < keyspace.Slots/16:
		return "start"
	case slot > keyspace.Slots*15/16:
		return "end"
	}
	return "middle"
}

// ticks are the scale's marks: quarters of the strip.
func ticks() []Mark {
	var marks []Mark
	for _, slot := range []int{0, keyspace.Slots / 4, keyspace.Slots / 2, keyspace.Slots * 3 / 4, keyspace.Slots - 1} {
		marks = append(marks, Mark{X: percent(slot), Label: strconv.Itoa(slot), Anchor: anchor(slot)})
	}
	return marks
}
