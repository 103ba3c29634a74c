package prefix

import (
	"slices"
	"strings"

	"echomq.dev/course/sim/trace"
)

// cut is a trace with the place to cut it.
type cut struct {
	trace *trace.Trace
	n     int
	total int
	since []int // for each arrival, the first n at which a view has it
}

func newCut(t *trace.Trace, n int) cut {
	total := Total(t)
	return cut{trace: t, n: min(max(n, 0), total), total: total, since: beginnings(t, total)}
}

// step is the n-th command, nil if there is none.
func (c cut) step(n int) *trace.Step {
	for _, a := range c.trace.Arrivals {
		for i := range a.Steps {
			if a.Steps[i].N == n {
				return &a.Steps[i]
			}
		}
	}
	return nil
}

// value is what {emq}:version held after the n-th command. What it held before
// the first is not the trace's Start where everybody selects another database.
func (c cut) value(n int) trace.Value {
	if s := c.step(n); n > 0 && s != nil {
		return s.After
	}
	if s := c.step(1); s != nil {
		return s.Before
	}
	return c.trace.Value
}

// arrival is the i-th arrival, which has begun, as far as it had come.
func (c cut) arrival(i int) Arrival {
	whole := c.trace.Arrivals[i]
	out := Arrival{Arrival: *whole, Since: c.since[i]}
	a := &out.Arrival
	sent := 0
	for sent < len(whole.Steps) && whole.Steps[sent].N <= c.n {
		sent++
	}
	a.Steps = whole.Steps[:sent:sent]
	a.Handshake, a.Alive, a.Checks = slices.Clip(a.Handshake), slices.Clip(a.Alive), slices.Clip(a.Checks)
	c.surround(&out)

	if sent == len(whole.Steps) && whole.Verdict.Outcome != trace.Held {
		out.State = Finished
		c.connection(i, &out)
		return out
	}
	a.Alive, a.Checks, a.Verdict = nil, nil, trace.Verdict{}
	if a.Name == "" || a.Reconnect {
		out.State, a.Next = UnderWay, nil
		return out
	}
	if sent < len(whole.Steps) {
		s := whole.Steps[sent]
		a.Next = &trace.Step{Command: s.Command, Sent: s.Sent, Source: s.Source}
	}
	a.Verdict = trace.Verdict{Outcome: trace.Held, Text: a.Waiting()}
	return out
}

// surround sets what was before the steps that are left, and after them.
func (c cut) surround(out *Arrival) {
	a := &out.Arrival
	a.Wrote = false
	if len(a.Steps) == 0 {
		a.Before = c.value(out.Since)
		a.After = a.Before
		return
	}
	for _, s := range a.Steps {
		a.Wrote = a.Wrote || s.Wrote
	}
	a.Before, a.After = a.Steps[0].Before, a.Steps[len(a.Steps)-1].After
}

// connection says what has become of a connection whose arrival is finished. A
// connector uses it once at its verdict, and once more when it is dropped under
// it, which is when the same name arrives again.
func (c cut) connection(i int, out *Arrival) {
	a := &out.Arrival
	if a.Name == "" || !a.Verdict.Outcome.OK() || !strings.HasPrefix(a.Actor, "wire") {
		return
	}
	for j := i + 1; j < len(c.trace.Arrivals) && c.since[j] <= c.n; j++ {
		if again := c.trace.Arrivals[j]; again.Reconnect && again.Name == a.Name {
			out.Lost = true
			return
		}
	}
	out.Live = true
	used := min(1, len(a.Alive))
	a.Alive = a.Alive[:used:used]
}
