package race

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"echomq.dev/course/sim/claim"
	"echomq.dev/course/sim/scenario"
	"echomq.dev/course/sim/trace"
	"echomq.dev/course/sim/variant"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var absent = trace.Value{Type: "none"}

func str(s string) trace.Value { return trace.Value{Type: "string", Value: s} }

func explore(t *testing.T, r Race) *Result {
	t.Helper()
	result, err := Explore(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func shipped() variant.Variant { return variant.All()[0] }

// TestEvery plays every word of the letters a and b that is short enough: those
// that can be played are the orders that were explored, and no others.
func TestEvery(t *testing.T) {
	for _, v := range variant.All() {
		for _, actors := range [][]string{{"wire2", "wire4"}, {"wire4", "wire6"}, {"install", "wire4"}} {
			r := Race{Start: absent, Actors: actors, Variant: v}
			var want []string
			for words := []string{"a", "b"}; len(words[0]) <= 6; {
				var longer []string
				for _, w := range words {
					if _, played, err := Play(t.Context(), r, w); err != nil {
						t.Fatal(err)
					} else if played == w {
						want = append(want, w)
					}
					longer = append(longer, w+"a", w+"b")
				}
				words = longer
			}
			slices.Sort(want)
			var got []string
			for _, o := range explore(t, r).Orders {
				got = append(got, o.Order)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s, %v: explored %q; those that can be played are %q", v.Name, actors, got, want)
			}
		}
	}
}

// TestPromises holds the fence as EchoMQ has it to what the course says of it,
// whoever races and whatever the key holds.
func TestPromises(t *testing.T) {
	starts := []trace.Value{absent, str("echomq:2.0.0"), str("echomq:4.0.0"), str("echomq:6.0.0"), str(""), str("other"), {Type: "list"}, {Type: "stream"}}
	hold := func(r Race) {
		result := explore(t, r)
		if n := len(result.Orders); n > 90 && !long(r) || n > 702 {
			t.Errorf("%v from %v has %d orders", r.Actors, r.Start, n)
		}
		for _, p := range Promises() {
			if n := result.Broken(p); n > 0 {
				t.Errorf("%v from %v: %s is broken in %d of %d orders", r.Actors, r.Start, p, n, len(result.Orders))
			}
		}
	}
	actors := scenario.Actors()
	for i, a := range actors {
		for j, b := range actors[i:] {
			for _, start := range starts {
				hold(Race{Start: start, Actors: []string{a, b}, Variant: shipped()})
				for _, c := range actors[i+j:] {
					hold(Race{Start: start, Actors: []string{a, b, c}, Variant: shipped()})
				}
			}
		}
	}
}

// TestPartsMatter names, for each part of the fence, a race that goes wrong
// without it, and how.
func TestPartsMatter(t *testing.T) {
	for _, c := range []struct {
		variant string
		actors  string
		broken  map[Promise]int
		orders  int
	}{
		{"no-nx", "wire2 wire4", map[Promise]int{OneIdentity: 4, FirstStays: 12}, 16},
		{"no-nx", "wire4 install", map[Promise]int{OneIdentity: 1, FirstStays: 1}, 4},
		{"no-nx", "wire4 wire4", nil, 16}, // one identity writes its own value over itself
		{"no-read-back", "wire2 wire4", map[Promise]int{OneIdentity: 4}, 6},
		{"no-read-back", "wire4 install", map[Promise]int{OneIdentity: 1}, 3},
		{"no-read-back", "wire4 wire4", nil, 6},
		{"set-reply", "wire2 wire4", nil, 6},
		{"set-reply", "wire4 wire4", map[Promise]int{OwnGoesOn: 4}, 6},
	} {
		v, _ := variant.Named(c.variant)
		r := explore(t, Race{Start: absent, Actors: strings.Fields(c.actors), Variant: v})
		if len(r.Orders) != c.orders {
			t.Errorf("%s, %s: %d orders, want %d", c.variant, c.actors, len(r.Orders), c.orders)
		}
		for _, p := range Promises() {
			if r.Broken(p) != c.broken[p] {
				t.Errorf("%s, %s: %s is broken in %d orders, want %d", c.variant, c.actors, p, r.Broken(p), c.broken[p])
			}
		}
	}
}

// TestWithoutARace: whoever has the node alone gets the same verdict from every
// variant. What the parts are for shows only when two come at once.
func TestWithoutARace(t *testing.T) {
	apart := func(r *Result) (o Outcome) {
		for _, order := range r.Orders {
			if strings.TrimRight(strings.TrimLeft(order.Order, "a"), "b") == "" {
				return r.Outcomes[order.Outcome]
			}
		}
		t.Fatalf("no order of %v has a before b", r.Actors)
		return o
	}
	for _, start := range []trace.Value{absent, str("echomq:4.0.0"), str("other"), {Type: "hash"}} {
		for _, b := range scenario.Actors() {
			want := apart(explore(t, Race{Start: start, Actors: []string{"wire4", b}, Variant: shipped()}))
			for _, v := range variant.All() {
				got := apart(explore(t, Race{Start: start, Actors: []string{"wire4", b}, Variant: v}))
				if !slices.Equal(got.Verdicts, want.Verdicts) || got.Value != want.Value {
					t.Errorf("%s from %v: wire4 and then %s end as %v, with the fence as it is as %v", v.Name, start, b, got, want)
				}
			}
		}
	}
}

// TestStepper: an order is what the stepper makes of its scenario, to the byte.
func TestStepper(t *testing.T) {
	r := Race{Start: absent, Actors: []string{"wire4", "wire6", "install"}, Variant: shipped()}
	for _, o := range explore(t, r).Orders {
		played, order, err := Play(t.Context(), r, o.Order)
		if err != nil || order != o.Order {
			t.Fatalf("%s was explored and cannot be played: %v", o.Order, err)
		}
		stepped, err := claim.Execute(t.Context(), r.Scenario(o.Order))
		if err != nil {
			t.Fatal(err)
		}
		a, errA := json.Marshal(played)
		b, errB := json.Marshal(stepped)
		if errA != nil || errB != nil || string(a) != string(b) {
			t.Fatalf("%s: the race saw\n%s\nand the stepper\n%s\n%v %v", o.Order, a, b, errA, errB)
		}
	}
}

// TestPlayOn: what cannot be is run as far as it can be, and on from there.
func TestPlayOn(t *testing.T) {
	r := Race{Start: absent, Actors: []string{"wire4", "install"}, Variant: shipped()}
	for order, want := range map[string]string{
		"": "aaab", "a": "aaab", "aaaa": "aaab", "aaabb": "aaab", "c": "aaab", "ab": "abaa", "aaac": "aaab", "AAAB": "aaab", "baa": "ba", "ba": "ba", "zba": "abaa",
	} {
		tr, played, err := Play(t.Context(), r, order)
		if err != nil || played != want || tr.Permalink != "/sim/claim?"+r.Scenario(want).Query() {
			t.Errorf("for %q %q was played, want %q: %v", order, played, want, err)
		}
	}
}

func TestBounds(t *testing.T) {
	for _, actors := range [][]string{nil, {"wire4"}, {"wire4", "wire4", "wire4", "wire4"}, {"wire4", "operator"}, {"wire4", "wire4", ""}} {
		r := Race{Start: absent, Actors: actors, Variant: shipped()}
		if _, err := Explore(t.Context(), r); err == nil {
			t.Errorf("%v was run", actors)
		}
		if _, _, err := Play(t.Context(), r, "ab"); err == nil {
			t.Errorf("%v was played", actors)
		}
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	r := Race{Start: absent, Actors: []string{"wire4", "wire4"}, Variant: shipped()}
	if _, err := Explore(gone, r); !errors.Is(err, context.Canceled) {
		t.Errorf("a race that nobody waits for ended with %v", err)
	}
	if _, _, err := Play(gone, r, "aaab"); !errors.Is(err, context.Canceled) {
		t.Errorf("an order that nobody waits for ended with %v", err)
	}
	// A context that ends on the way ends the race there, and not with its last order.
	late := &countdown{Context: t.Context(), left: 60}
	if _, err := Explore(late, Race{Start: absent, Actors: []string{"wire4", "wire4", "wire4"}, Variant: shipped()}); !errors.Is(err, context.Canceled) {
		t.Errorf("a race whose time was up ended with %v", err)
	}
	if late.left < -20 {
		t.Errorf("it was asked %d times more whether its time was up", -late.left)
	}
}

// countdown is a context that has ended once it was asked so many times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}
