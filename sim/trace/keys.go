package trace

import (
	"cmp"
	"slices"
)

// Key is a key that the node holds.
type Key struct {
	DB         int
	Name, Type string // the type as TYPE names it
}

// KeysAt are all keys of the node after the n-th command of the sequence, by
// database and name; at 0, those that it held at first. Of the steps after the
// n-th nothing is looked at.
func (t *Trace) KeysAt(n int) []Key {
	var steps []*Step
	for _, a := range t.Arrivals {
		for i := range a.Steps {
			if s := &a.Steps[i]; s.N > 0 && s.N <= n && len(s.Appeared)+len(s.Vanished) > 0 {
				steps = append(steps, s)
			}
		}
	}
	if len(steps) == 0 {
		return t.Keys
	}
	slices.SortFunc(steps, func(a, b *Step) int { return cmp.Compare(a.N, b.N) })
	held := map[Key]bool{}
	for _, k := range t.Keys {
		held[k] = true
	}
	for _, s := range steps {
		for _, k := range s.Vanished {
			delete(held, k)
		}
		for _, k := range s.Appeared {
			held[k] = true
		}
	}
	keys := make([]Key, 0, len(held))
	for k := range held {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b Key) int {
		return cmp.Or(cmp.Compare(a.DB, b.DB), cmp.Compare(a.Name, b.Name))
	})
	return keys
}

// Without are the keys that are not among others, in their order. A key that
// was made anew with another type is another key.
func Without(keys, others []Key) []Key {
	if len(others) == 0 {
		return keys
	}
	known := make(map[Key]bool, len(others))
	for _, k := range others {
		known[k] = true
	}
	var left []Key
	for _, k := range keys {
		if !known[k] {
			left = append(left, k)
		}
	}
	return left
}
