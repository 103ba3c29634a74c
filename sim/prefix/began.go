package prefix

import (
	"echomq.dev/course/sim/scenario"
	"echomq.dev/course/sim/trace"
)

// beginnings are, for each arrival, the first n behind whose command a view has
// it. An arrival that nobody holds comes with its first command. One that is
// held came earlier, and when only the scenario can tell; where a trace carries
// none that fits, it comes as late as its commands and the order of arrivals
// allow.
func beginnings(t *trace.Trace, total int) []int {
	since := make([]int, len(t.Arrivals))
	latest := total
	for i := len(since) - 1; i >= 0; i-- {
		if steps := t.Arrivals[i].Steps; len(steps) > 0 {
			latest = min(latest, steps[0].N)
		}
		since[i] = latest
	}
	s, err := scenario.Parse(t.Scenario)
	if err != nil {
		return since
	}
	sent, next := 0, 0          // commands and arrivals so far
	held := map[string]int{}    // arrivals by their names
	stepped := map[string]int{} // commands of theirs so far
	for _, m := range s.Moves {
		if m.Kind == scenario.Step {
			if i, ok := held[m.Name]; ok && stepped[m.Name] < len(t.Arrivals[i].Steps) {
				sent = t.Arrivals[i].Steps[stepped[m.Name]].N
				stepped[m.Name]++
			}
			continue
		}
		if next == len(since) {
			break
		}
		steps := t.Arrivals[next].Steps
		switch {
		case m.Kind == scenario.Hold:
			held[m.Name] = next
			since[next] = min(since[next], sent)
		case len(steps) == 0: // its connection was lost before it was anybody's
			since[next] = min(since[next], sent)
		default:
			sent = steps[len(steps)-1].N
		}
		next++
	}
	return since
}
