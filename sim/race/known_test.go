package race

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"echomq.dev/course/sim/trace"
	"echomq.dev/course/sim/variant"
)

func pair(start trace.Value) Race {
	return Race{Start: start, Actors: []string{"wire4", "install"}, Variant: shipped()}
}

// TestOneForAll opens a race to a class while the server is busy: it runs once,
// whoever leaves leaves alone, and everybody else gets the one result.
func TestOneForAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := NewKnown(1)
		k.places <- struct{}{} // somebody else's race
		results := make(chan *Result, 10)
		for range cap(results) {
			go func() {
				result, err := k.Explore(t.Context(), pair(str("x")))
				if err != nil {
					t.Error(err)
				}
				results <- result
			}()
		}
		left := make(chan error)
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			_, err := k.Explore(ctx, pair(str("x")))
			left <- err
		}()
		synctest.Wait()
		if len(k.flights) != 1 || len(results) > 0 {
			t.Fatalf("%d races are run at once, and %d have their result", len(k.flights), len(results))
		}
		cancel()
		if err := <-left; !errors.Is(err, context.Canceled) {
			t.Errorf("whoever left has the error %v", err)
		}
		<-k.places
		first := <-results
		for range cap(results) - 1 {
			if other := <-results; other != first || other == nil {
				t.Error("two who asked at once have two results")
			}
		}
		synctest.Wait()
		if len(k.flights) != 0 || len(k.places) != 0 {
			t.Errorf("%d races are left, and %d places are taken", len(k.flights), len(k.places))
		}
	})
}

// TestNobodyWaits: the race that nobody waits for any more ends, and the next
// one who asks begins it anew.
func TestNobodyWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := NewKnown(1)
		k.places <- struct{}{}
		ctx, cancel := context.WithCancel(t.Context())
		left := make(chan error)
		for range 2 {
			go func() {
				_, err := k.Explore(ctx, pair(absent))
				left <- err
			}()
		}
		synctest.Wait()
		cancel()
		for range 2 {
			if err := <-left; !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		}
		synctest.Wait()
		if len(k.flights) != 0 || len(k.results) != 0 {
			t.Errorf("%d races are left, %d results", len(k.flights), len(k.results))
		}
		<-k.places
		if result, err := k.Explore(t.Context(), pair(absent)); err != nil || len(result.Orders) != 4 {
			t.Errorf("the next one gets %v, %v", result, err)
		}
	})
}

// TestKept: what takes long is kept, by all that makes a race.
func TestKept(t *testing.T) {
	k := NewKnown(0) // one at once, all the same
	ask := func(r Race) *Result {
		t.Helper()
		result, err := k.Explore(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		return result
	}
	first := ask(pair(absent))
	if ask(pair(absent)) != first {
		t.Error("a race that is known was run again")
	}
	varied, other, third := pair(absent), pair(absent), pair(absent)
	varied.Variant, _ = variant.Named("no-nx")
	other.Actors = []string{"install", "wire4"}
	third.Actors = []string{"wire4", "install", "enqueue"}
	for _, r := range []Race{varied, other, third, pair(trace.Value{Type: "list"})} {
		if ask(r) == first {
			t.Errorf("%v has the result of another race", r)
		}
	}
	if len(k.results) != 4 {
		t.Errorf("%d results are kept", len(k.results))
	}
}

// TestFault: what breaks in a race breaks for those who asked for it.
func TestFault(t *testing.T) {
	k := NewKnown(1)
	r := pair(absent)
	r.Variant.Rule = nil
	for range 2 {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("nothing broke")
				}
			}()
			k.Explore(t.Context(), r)
		}()
	}
	if result, err := k.Explore(t.Context(), pair(absent)); err != nil || result == nil {
		t.Errorf("the next race: %v", err)
	}
}

func TestErrorIsNotKept(t *testing.T) {
	k := NewKnown(1)
	if _, err := k.Explore(t.Context(), Race{Start: absent, Actors: []string{"wire4"}, Variant: shipped()}); err == nil || len(k.results) > 0 {
		t.Errorf("%v, and %d results are kept", err, len(k.results))
	}
}
