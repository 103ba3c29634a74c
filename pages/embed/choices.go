package embed

import (
	"net/url"
	"slices"

	"echomq.dev/course/pages/told"
	"echomq.dev/course/pages/web"
	"echomq.dev/course/sim/scenario"
	"echomq.dev/course/sim/trace"
)

// sets are the choices of a scenario as links, each to the state that it leads
// to: a form is dead in a sandbox.
type sets struct {
	Starts, Arrivals []choice
	Full             string // why nobody can be let arrive, "" while they can
}

// choice is one link.
type choice struct {
	ID, Label string
	Code      bool // the label is a value
	Href      string
	Current   bool
}

// starting are the values that a scenario may begin with here; a link to any
// other state shows that one too.
var starting = []struct {
	name, label string
	code        bool
	value       trace.Value
}{
	{"absent", "nothing", false, trace.Value{Type: "none"}},
	{"4", "echomq:4.0.0", true, trace.Value{Type: "string", Value: "echomq:4.0.0"}},
	{"6", "echomq:6.0.0", true, trace.Value{Type: "string", Value: "echomq:6.0.0"}},
	{"2", "echomq:2.0.0", true, trace.Value{Type: "string", Value: "echomq:2.0.0"}},
	{"list", "a list", false, trace.Value{Type: "list"}},
}

// choices are those of the scenario in a query. path is that of the simulator's
// own page: the gate makes the embed's of it. The figure has been drawn, so an
// error in the query is one that only this reading finds, and is a 400.
func choices(g gate, path string, q url.Values) (*sets, error) {
	sc, err := scenario.FromQuery(q)
	if err != nil {
		return nil, web.BadRequest(err.Error())
	}
	link := func(to scenario.Scenario) string {
		inside, _ := g.inside(path + "?" + to.Query())
		return inside
	}
	s := &sets{}
	for _, v := range starting {
		to := sc
		to.Start, to.Moves = v.value, unnamed(sc.Moves)
		s.Starts = append(s.Starts, choice{ID: "start-" + v.name, Label: v.label, Code: v.code, Href: link(to), Current: sc.Start == v.value})
	}
	for _, actor := range scenario.Actors() {
		to := sc.Then(scenario.Move{Kind: scenario.Arrive, Actor: actor})
		href := link(to)
		if len(to.Moves) > scenario.MaxMoves || len(href) > web.MaxURL {
			s.Arrivals, s.Full = nil, "The sequence is full: take a move back, or start again."
			break
		}
		s.Arrivals = append(s.Arrivals, choice{ID: "arrive-" + actor, Label: told.Role(actor, ""), Href: href})
	}
	s.Starts = slices.DeleteFunc(s.Starts, func(c choice) bool { return len(c.Href) > web.MaxURL })
	return s, nil
}

// unnamed are the moves before the first that waits, or that speaks of one who
// does: from another start, another number of steps may lead to the end.
func unnamed(moves []scenario.Move) []scenario.Move {
	i := slices.IndexFunc(moves, func(m scenario.Move) bool { return m.Name != "" })
	if i < 0 {
		return moves
	}
	return moves[:i]
}
