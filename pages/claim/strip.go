package claim

import (
	"strconv"

	"echomq.dev/course/pages/keyview"
	"echomq.dev/course/pages/sign"
	"echomq.dev/course/pages/told"
	"echomq.dev/course/pages/valueview"
	"echomq.dev/course/sim/prefix"
)

// Station is an arrival in the strip.
type Station struct {
	ID      string
	Number  int // counted from 1; 0 for the start
	Mark    sign.Mark
	Actor   string
	Name    string
	Outcome string // or that it has none yet
	Tone    string
	Begun   bool
	Value   valueview.View // once it has begun
	Current bool
	Link    Link // not set for what has no command to go to
}

// strip is the start and every arrival. Of those that are still to come at the
// view's command it tells who they are and nothing else.
func (b builder) strip(v *prefix.View, at cursor) []Station {
	end := latest(b.st.sc.Moves, b.tr.Arrivals).arrival
	begun := prefix.At(b.tr, v.Total).Arrivals // for when each began
	first := Station{ID: b.id + "-s0", Begun: true, Value: valueview.Of(b.tr.Start), Current: at.arrival < 0}
	if v.Total > 0 {
		first.Link = b.link(b.st.looking(0))
	}
	strip := []Station{first}
	for i, a := range b.tr.Arrivals {
		s := Station{
			ID: b.id + "-s" + strconv.Itoa(i+1), Number: i + 1, Mark: b.marks[i], Actor: told.Role(a.Actor, ""), Name: a.Name,
			Outcome: "not yet", Tone: "is-neutral", Current: i == at.arrival,
		}
		if i < len(v.Arrivals) {
			now := v.Arrivals[i]
			s.Begun, s.Value = true, valueview.Of(now.After)
			s.Outcome, s.Tone = string(now.Verdict.Outcome), sign.Tone(now.Verdict.Outcome)
			if now.State == prefix.UnderWay {
				s.Outcome, s.Tone = "under way", "is-neutral"
			}
		}
		switch n := lastCommand(a); {
		case i == end:
			s.Link = b.link(b.st.latest())
		case n > 0:
			s.Link = b.link(b.st.looking(n))
		case v.Total > 0:
			s.Link = b.link(b.st.looking(begun[i].Since))
		}
		strip = append(strip, s)
	}
	return strip
}

// Held is an arrival that waits.
type Held struct {
	ID    string
	Name  string
	Mark  sign.Mark
	Actor string
	Next  []keyview.Word
	Step  Link // not set when the sequence takes no further move, and at an earlier point
}

// Bar are the ways through the sequence from the view's command.
type Bar struct {
	N, Total                   int
	First, Back, Forward, Last Link // those that lead somewhere else
}

// bar is where the cursor stands and where it can go.
func (b builder) bar(v *prefix.View, earlier bool) Bar {
	bar := Bar{N: v.N, Total: v.Total}
	if v.N > 0 {
		bar.First, bar.Back = b.link(b.st.looking(0)), b.to(v.N-1, v.Total)
	}
	if v.N < v.Total {
		bar.Forward = b.to(v.N+1, v.Total)
	}
	if v.N < v.Total || earlier {
		bar.Last = b.link(b.st.latest())
	}
	return bar
}

// to leads to the view at the n-th command. At the last one that is the plain
// address, unless somebody came behind it.
func (b builder) to(n, total int) Link {
	if n == total && latest(b.st.sc.Moves, b.tr.Arrivals).command == total {
		return b.link(b.st.latest())
	}
	return b.link(b.st.looking(n))
}
