package sign

import (
	"strconv"
	"strings"

	"echomq.dev/course/sim/trace"
)

// Mark tells arrivals apart without their colour: an outline with a letter in
// it. A client keeps its mark over all of its connections, and all commands of
// one hand share one.
type Mark struct {
	Lane  int    // arrivals of one lane have one mark; counted from 0
	Shape int    // which of the outlines, 0 to 3
	Hue   string // the class of its colour
	Label string // no other lane's
}

// ByHand reports whether an actor is a person who sends one command at a time,
// over and over.
func ByHand(actor string) bool { return actor == "operator" || actor == "console" }

// Marks are those of a sequence's arrivals, in their order. The marks of the
// first so many do not depend on who comes after them.
func Marks(arrivals []*trace.Arrival) []Mark {
	lanes, taken := map[string]Mark{}, map[string]bool{}
	var list []Mark
	places := 0
	for _, a := range arrivals {
		key, hue := a.Name, "seq-c"+strconv.Itoa((places+places/4)%4)
		if ByHand(a.Actor) {
			key, hue = "by hand: "+a.Actor, "seq-hand"
		}
		mark, ok := lanes[key]
		if !ok || key == "" {
			mark = Mark{Lane: places, Shape: places % 4, Hue: hue, Label: letter(a, taken)}
			lanes[key], taken[mark.Label] = mark, true
			places++
		}
		list = append(list, mark)
	}
	return list
}

// letter is what stands in a mark: the letter that an arrival is called by, or
// the first one that is free, or a number when there are no more. Numbers come
// last since commands have them too.
func letter(a *trace.Arrival, taken map[string]bool) string {
	switch a.Actor {
	case "operator":
		return "op"
	case "console":
		return "›"
	}
	if own := strings.ToUpper(a.Name); len(own) == 1 && 'A' <= own[0] && own[0] <= 'Z' && !taken[own] {
		return own
	}
	for c := 'A'; c <= 'Z'; c++ {
		if !taken[string(c)] {
			return string(c)
		}
	}
	return strconv.Itoa(len(taken) + 1)
}
