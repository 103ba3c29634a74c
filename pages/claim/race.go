package claim

import (
	"net/url"

	"echomq.dev/course/sim/race"
	"echomq.dev/course/sim/scenario"
	"echomq.dev/course/sim/trace"
)

// racePath is where every order of a race is run.
const racePath = "/sim/race"

// raceOf is the query of the race that a sequence is one order of, with that
// order where it has come to its end. It is "" for any other sequence: in a race
// two or three are held at a node that nothing ails, and nobody moves but they.
func raceOf(sc scenario.Scenario, tr *trace.Trace) string {
	if plain := scenario.New(); !sc.Module || sc.Node != plain.Node || sc.User != plain.User || sc.DB != plain.DB {
		return ""
	}
	q, letter, order := url.Values{}, map[string]string{}, ""
	for _, m := range sc.Moves {
		switch m.Kind {
		case scenario.Hold:
			if len(letter) == race.MaxArrivals {
				return ""
			}
			name := race.Name(len(letter))
			letter[m.Name] = name
			q.Set(name, m.Actor)
		case scenario.Step:
			order += letter[m.Name]
		default:
			return ""
		}
	}
	if len(letter) < race.MinArrivals {
		return ""
	}
	q.Set("start", scenario.StartQuery(sc.Start))
	ended := true
	for _, a := range tr.Arrivals {
		ended = ended && a.Verdict.Outcome != trace.Held
	}
	if ended {
		q.Set("order", order)
	}
	return q.Encode()
}
