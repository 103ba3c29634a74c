package prefix_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"echomq.dev/course/sim/claim"
	"echomq.dev/course/sim/internal/scenariotest"
	"echomq.dev/course/sim/prefix"
	"echomq.dev/course/sim/scenario"
	"echomq.dev/course/sim/trace"
)

func run(t testing.TB, text string) *trace.Trace {
	t.Helper()
	s, err := scenario.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	tr, err := claim.Execute(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// drawn is a scenario that runs, without the moves that it could not make, and
// its trace.
func drawn(t *rapid.T) (scenario.Scenario, *trace.Trace) {
	whole := scenariotest.Scenario().Draw(t, "scenario")
	s := whole.Reset()
	tr, err := claim.Execute(t.Context(), s)
	for _, m := range whole.Moves {
		if next, err := claim.Execute(t.Context(), s.Then(m)); err == nil {
			s, tr = s.Then(m), next
		} else if !errors.As(err, new(*claim.MoveError)) {
			t.Fatal(err)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return s, tr
}

// Behind its last command a view is the trace itself.
func TestTheLastCommandIsTheWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, tr := drawn(t)
		v := prefix.At(tr, prefix.Total(tr))
		checkWhole(t, v, tr)
		if v.Coming != 0 {
			t.Fatalf("%s: %d are coming still", tr.Scenario, v.Coming)
		}
		if !reflect.DeepEqual(v, prefix.At(tr, v.Total+rapid.IntRange(0, 5).Draw(t, "beyond"))) {
			t.Fatal("beyond the last command there is another view")
		}
	})
}

func checkWhole(t rapid.TB, v prefix.View, tr *trace.Trace) {
	t.Helper()
	if len(v.Arrivals) != len(tr.Arrivals) || v.Value != tr.Value {
		t.Fatalf("%s: %d of %d arrivals, the value is %v and not %v", tr.Scenario, len(v.Arrivals), len(tr.Arrivals), v.Value, tr.Value)
	}
	for i, a := range v.Arrivals {
		if got, want := show(a.Arrival), show(*tr.Arrivals[i]); got != want {
			t.Fatalf("%s: arrival %d is\n%s\nwant\n%s", tr.Scenario, i, got, want)
		}
	}
}

// show prints an arrival with all that hangs below it. An empty list and none
// are the same here.
func show(a trace.Arrival) string {
	var next trace.Step
	if a.Next != nil {
		next = *a.Next
	}
	held := a.Next != nil
	a.Next = nil
	return fmt.Sprintf("%+v next %v %+v", a, held, next)
}

// A view is what running the moves so far gives: those before the move that
// makes the next command. That is not how a view is made, so the two agree only
// if nothing of later moves is left in it.
func TestAViewIsARunOfTheMovesSoFar(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, tr := drawn(t)
		for moves := range len(s.Moves) + 1 {
			part := s
			part.Moves = s.Moves[:moves]
			early, err := claim.Execute(t.Context(), part)
			if err != nil {
				t.Fatal(err)
			}
			if n := prefix.Total(early); moves == len(s.Moves) || sends(t, s, moves, n) {
				checkWhole(t, prefix.At(tr, n), early)
			}
		}
	})
}

// sends reports whether the move behind the first ones sends a command.
func sends(t *rapid.T, s scenario.Scenario, moves, before int) bool {
	s.Moves = s.Moves[:moves+1]
	tr, err := claim.Execute(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return prefix.Total(tr) > before
}

// Whatever happens later, the view is the same: two traces that differ in their
// future alone cannot be told apart in it.
func TestNothingOfTheFutureLeaks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, tr := drawn(t)
		n := rapid.IntRange(0, prefix.Total(tr)).Draw(t, "n")
		want := prefix.At(tr, n)
		other := otherFuture(tr, want)
		if got := prefix.At(other, n); !reflect.DeepEqual(got, want) {
			t.Fatalf("%s at %d\n%+v\nwith another future\n%+v", tr.Scenario, n, want, got)
		}
		if text := fmt.Sprintf("%+v", prefix.At(other, n)); strings.Contains(text, secret) {
			t.Fatalf("%s at %d holds the future: %s", tr.Scenario, n, text)
		}
	})
}

const secret = "not yet"

// otherFuture is a copy of a trace in which all that a view may not know is
// something else. The moves and who sends when stay: the view's length and what
// a held client waits with are no secret.
func otherFuture(tr *trace.Trace, v prefix.View) *trace.Trace {
	unknown := trace.Value{Type: "string", Value: secret}
	out := *tr
	out.Permalink = secret
	if v.N < v.Total {
		out.Value = unknown
	}
	out.Arrivals = nil
	for i, a := range tr.Arrivals {
		b := *a
		b.Steps = append([]trace.Step(nil), a.Steps...)
		for j := range b.Steps {
			s := &b.Steps[j]
			if s.N <= v.N {
				continue
			}
			s.Reply, s.Received, s.After, s.Wrote = secret, secret, unknown, true
			if s.N > v.N+1 {
				s.Before = unknown
			}
			s.Appeared = []trace.Key{{Name: secret, Type: "hash"}}
			waits := i < len(v.Arrivals) && v.Arrivals[i].State == prefix.Waiting && j == len(v.Arrivals[i].Steps)
			if !waits {
				s.Command, s.Sent, s.Source = []string{secret}, secret, trace.Source{File: secret}
			}
		}
		switch {
		case i >= len(v.Arrivals):
			b.Handshake = []trace.Step{{Reply: secret}}
			fallthrough
		case v.Arrivals[i].State != prefix.Finished && len(v.Arrivals[i].Steps) < len(a.Steps):
			if len(a.Steps) > 0 {
				b.Alive, b.Checks = []trace.Step{{Reply: secret}}, []trace.Check{{Read: secret}}
				b.Verdict = trace.Verdict{Outcome: trace.Failed, Error: secret, Text: secret}
				b.Wrote, b.After, b.Next = true, unknown, &trace.Step{Sent: secret}
			}
		case v.Arrivals[i].Live:
			b.Alive = append(b.Alive[:1:1], trace.Step{Reply: secret})
		}
		out.Arrivals = append(out.Arrivals, &b)
	}
	return &out
}

// Each command is somebody's, and going on by one changes what it says it does.
func TestEachCommandIsCurrentOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, tr := drawn(t)
		last := prefix.At(tr, 0)
		if last.Step() != nil || last.Arrival() != nil || last.Changed() || last.Wrote || last.Appeared != nil || last.Vanished != nil {
			t.Fatalf("behind no command stands %+v", last)
		}
		for n := 1; n <= prefix.Total(tr); n++ {
			v := prefix.At(tr, n)
			if v.Step() == nil || v.Step().N != n || v.Value != v.Step().After || v.Was != last.Value {
				t.Fatalf("%s at %d: %+v after the value %v", tr.Scenario, n, v.Step(), last.Value)
			}
			if len(v.Arrivals) < len(last.Arrivals) || v.Coming > last.Coming {
				t.Fatalf("%s at %d: an arrival is gone", tr.Scenario, n)
			}
			keys := map[trace.Key]bool{}
			for _, k := range last.Keys {
				keys[k] = true
			}
			for _, k := range v.Vanished {
				delete(keys, k)
			}
			for _, k := range v.Appeared {
				keys[k] = true
			}
			if len(keys) != len(v.Keys) || !v.Wrote && len(v.Appeared)+len(v.Vanished) > 0 {
				t.Fatalf("%s at %d: %v and %v made %v of %v", tr.Scenario, n, v.Appeared, v.Vanished, v.Keys, last.Keys)
			}
			last = v
		}
	})
}

// The trace is somebody else's.
func TestTheTraceStays(t *testing.T) {
	tr := run(t, "hold a wire4\nstep a\nhold b wire2\nstep b\nstep a\nstep a\nreconnect a\narrive enqueue\nstep b\nstep b\n")
	before := fmt.Sprintf("%+v", show(*tr.Arrivals[0]))
	for _, n := range rand.Perm(12) {
		v := prefix.At(tr, n-1)
		for i := range v.Arrivals {
			v.Arrivals[i].Steps = append(v.Arrivals[i].Steps, trace.Step{Reply: "mine"})
			v.Arrivals[i].Alive = append(v.Arrivals[i].Alive, trace.Step{Reply: "mine"})
		}
	}
	if after := fmt.Sprintf("%+v", show(*tr.Arrivals[0])); after != before {
		t.Errorf("the trace was\n%s\nand is\n%s", before, after)
	}
}
