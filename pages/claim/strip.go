package claim

import (
	"strconv"
	"strings"

	"echomq.dev/course/sim/prefix"
	"echomq.dev/course/sim/trace"
)

// Station is an arrival in the strip.
type Station struct {
	ID      string
	Number  int // counted from 1; 0 for the start
	Mark    Mark
	Actor   string
	Name    string
	Outcome string // or that it has none yet
	Tone    string
	Begun   bool
	Value   Value // once it has begun
	Current bool
	Link    Link // not set for what has no command to go to
}

// Mark tells arrivals apart without their colour: a shape with a number or a
// letter in it. It is the one that the diagram has, so the rules are its own: a
// client keeps it over all of its connections, and all commands by hand share
// one.
type Mark struct {
	Shape int // 0 to 3
	Hue   string
	Label string
}

func marks(arrivals []*trace.Arrival) []Mark {
	lanes, taken := map[string]Mark{}, map[string]bool{}
	var list []Mark
	places := 0
	for _, a := range arrivals {
		key, hue := a.Name, "seq-c"+strconv.Itoa((places+places/4)%4)
		if a.Actor == "operator" || a.Actor == "console" {
			key, hue = "by hand: "+a.Actor, "seq-hand"
		}
		mark, ok := lanes[key]
		if !ok || key == "" {
			mark = Mark{Shape: places % 4, Hue: hue, Label: letter(a, taken)}
			lanes[key], taken[mark.Label] = mark, true
			places++
		}
		list = append(list, mark)
	}
	return list
}

// letter is what stands in a mark.
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

// strip is the start and every arrival. Of those that are still to come at the
// view's command it tells who they are and nothing else.
func (b builder) strip(v *prefix.View, at cursor) []Station {
	end := latest(b.st.sc.Moves, b.tr.Arrivals).arrival
	begun := prefix.At(b.tr, v.Total).Arrivals // for when each began
	first := Station{ID: b.id + "-s0", Begun: true, Value: valueView(b.tr.Start), Current: at.arrival < 0}
	if v.Total > 0 {
		first.Link = b.link(b.st.looking(0))
	}
	strip := []Station{first}
	for i, a := range b.tr.Arrivals {
		s := Station{
			ID: b.id + "-s" + strconv.Itoa(i+1), Number: i + 1, Mark: b.marks[i], Actor: actorName(a.Actor), Name: a.Name,
			Outcome: "not yet", Tone: "is-neutral", Current: i == at.arrival,
		}
		if i < len(v.Arrivals) {
			now := v.Arrivals[i]
			s.Begun, s.Value = true, valueView(now.After)
			s.Outcome, s.Tone = string(now.Verdict.Outcome), tone(now.Verdict.Outcome)
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
	Mark  Mark
	Actor string
	Next  []Word
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
