package session

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"time"

	"echomq.dev/course/sim/scenario"
)

// BenchmarkOneMoreArrival is one request in a live session: the sequence so
// far grows by one arrival, and the whole trace is answered.
func BenchmarkOneMoreArrival(b *testing.B) {
	const sequence = 5 // arrivals a learner's sequence has at the end
	actors := scenario.Actors()
	store := New(10_000, time.Hour, time.Now)
	defer store.Close()
	b.ReportAllocs()
	var s scenario.Scenario
	n := sequence
	for i := 0; b.Loop(); i++ {
		if n == sequence {
			b.StopTimer()
			s, n = scenario.New(), 0
			store.Drop("learner")
			if _, err := store.Run(context.Background(), "learner", s.Then(scenario.Move{Kind: scenario.Arrive, Actor: "install"})); err != nil {
				b.Fatal(err)
			}
			s = s.Then(scenario.Move{Kind: scenario.Arrive, Actor: "install"})
			b.StartTimer()
		}
		s = s.Then(scenario.Move{Kind: scenario.Arrive, Actor: actors[i%len(actors)]})
		n++
		if _, err := store.Run(context.Background(), "learner", s); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkTooHeavyToKeep is one request for a sequence whose session is not
// kept: eight arrivals held, each after its first command.
func BenchmarkTooHeavyToKeep(b *testing.B) {
	s, err := scenario.Parse(held(8, "wire4", 1))
	if err != nil {
		b.Fatal(err)
	}
	store := New(10_000, time.Hour, time.Now)
	defer store.Close()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := store.Run(context.Background(), "learner", s); err != nil {
			b.Fatal(err)
		}
	}
	if store.Len() != 0 {
		b.Fatal("it is kept")
	}
}

// BenchmarkLiveSessions fills a store with 10,000 sessions, each with a claim
// and a native verb behind it, and reports what they hold together.
func BenchmarkLiveSessions(b *testing.B) {
	const sessions = 10_000
	s := scenario.New().
		Then(scenario.Move{Kind: scenario.Arrive, Actor: "wire4"}).
		Then(scenario.Move{Kind: scenario.Arrive, Actor: "enqueue"})
	for b.Loop() {
		b.StopTimer()
		before := inUse()
		store := New(sessions, time.Hour, time.Now)
		b.StartTimer()
		for i := range sessions {
			if _, err := store.Run(context.Background(), fmt.Sprint("learner", i), s); err != nil {
				b.Fatal(err)
			}
		}
		b.StopTimer()
		if store.Len() != sessions {
			b.Fatalf("%d sessions are live", store.Len())
		}
		held := inUse() - before
		b.ReportMetric(float64(held)/1e6, "MB")
		b.ReportMetric(float64(held)/sessions, "B/session")
		store.Close()
		b.StartTimer()
	}
}

// inUse is the memory of heap and stacks after a collection.
func inUse() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse + m.StackInuse
}
