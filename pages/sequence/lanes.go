package sequence

import (
	"echomq.dev/course/pages/sign"
	"echomq.dev/course/sim/prefix"
	"echomq.dev/course/sim/trace"
)

// lane is a lifeline: that of one client, over all of its connections, or that
// of everything sent by one hand.
type lane struct {
	sign.Mark
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
	arrivals := make([]*trace.Arrival, len(v.Arrivals))
	for i := range v.Arrivals {
		arrivals[i] = &v.Arrivals[i].Arrival
	}
	for i, m := range sign.Marks(arrivals) {
		if m.Lane == len(all) {
			a := &v.Arrivals[i]
			all = append(all, &lane{
				Mark: m, Title: who(a), Head: head(a.Actor), Name: cut(a.Name, maxName), X: firstX + m.Lane*laneWidth,
			})
		}
		of = append(of, all[m.Lane])
	}
	return all, of
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
