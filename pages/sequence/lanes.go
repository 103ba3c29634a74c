package sequence

import (
	"strings"

	"echomq.dev/course/sim/prefix"
)

// lane is a lifeline: that of one client, over all of its connections, or that
// of everything sent by one hand.
type lane struct {
	Mark  string // what stands in its sign, no other lane's
	Shape int    // which of the signs' outlines, 0 to 3
	Hue   string // class of its colour
	Title string // who it is, in full
	Head  string
	Name  string // of a held arrival, cut to fit
	X     int

	segments []Segment
	from     int  // where the line that is being drawn began
	dashed   bool // and how
	open     bool // whether there is one
}

// lanes gives each arrival its lifeline. Later ones stand to the right of all
// that were there before.
func lanes(v *prefix.View) (all []*lane, of []*lane) {
	shared, taken := map[string]*lane{}, map[string]bool{}
	for i := range v.Arrivals {
		a := &v.Arrivals[i]
		key := a.Name
		if byHand(a.Actor) {
			key = "by hand: " + a.Actor
		}
		l := shared[key]
		if l == nil || key == "" {
			l = newLane(len(all), a)
			l.Mark = letter(a, taken)
			taken[l.Mark] = true
			all = append(all, l)
			shared[key] = l
		}
		of = append(of, l)
	}
	return all, of
}

func newLane(place int, a *prefix.Arrival) *lane {
	l := &lane{
		Shape: place % 4, Hue: "seq-c" + itoa((place+place/4)%4),
		Title: who(a), Head: head(a.Actor), Name: cut(a.Name, maxName), X: firstX + place*laneWidth,
	}
	if byHand(a.Actor) {
		l.Hue = "seq-hand"
	}
	return l
}

// letter is what stands in a lane's sign: the letter that it is called by, or the
// first one that is free, or a number when there are no more. Numbers come last
// since commands have them too.
func letter(a *prefix.Arrival, taken map[string]bool) string {
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
	return itoa(len(taken) + 1)
}

// begin starts a line at y; a dashed one is that of a client that is held back.
func (l *lane) begin(y int, dashed bool) {
	if !l.open {
		l.from, l.dashed, l.open = y, dashed, true
	}
}

// end draws the line that was begun, down to y.
func (l *lane) end(y int) {
	if l.open && y > l.from {
		l.segments = append(l.segments, Segment{X: l.X, From: l.from, To: y, Dashed: l.dashed})
	}
	l.open = false
}
