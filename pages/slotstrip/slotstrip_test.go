package slotstrip

import (
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"echomq.dev/course/keyspace"
	"echomq.dev/course/pages/keyview"
)

func TestLine(t *testing.T) {
	v := Of(
		Group{Name: "a", Slots: []int{9051, 105, 9051}},
		Group{Name: "b", Slots: []int{0}},
		Group{Name: "c", Note: "no keys"},
	)
	for i, want := range []string{"3 keys in 2 slots: 105, 9051", "1 key in 1 slot: 0", "no keys"} {
		if got := v.Strips[i]; got.Line != want || got.None != (i == 2) {
			t.Errorf("strip %d says %q, want %q", i, got.Line, want)
		}
	}
}

// A strip is to scale: marks stand in the order of their slots, inside the
// strip, one for each slot; labels that are drawn do not run into each other.
func TestScale(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		slots := rapid.SliceOfN(rapid.IntRange(0, keyspace.Slots-1), 1, 14).Draw(t, "slots")
		s := Of(Group{Name: "g", Hue: keyview.Queue, Slots: slots}).Strips[0]
		distinct := map[int]bool{}
		for _, slot := range slots {
			distinct[slot] = true
		}
		if len(s.Marks) != len(distinct) {
			t.Fatalf("%d marks for %d slots", len(s.Marks), len(distinct))
		}
		last, label := -1.0, -100.0
		for _, m := range s.Marks {
			x, err := strconv.ParseFloat(strings.TrimSuffix(m.X, "%"), 64)
			if err != nil || x <= last || x <= 0 || x >= 100 {
				t.Fatalf("a mark at %s after %f, error %v", m.X, last, err)
			}
			if last = x; m.Label == "" {
				continue
			}
			slot, err := strconv.Atoi(m.Label)
			if err != nil || !distinct[slot] || x-label < 12.4 {
				t.Fatalf("the label %q at %s after one at %f, error %v", m.Label, m.X, label, err)
			}
			label = x
		}
	})
}
