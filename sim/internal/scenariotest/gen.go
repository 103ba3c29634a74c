// Package scenariotest draws arbitrary scenarios for property tests.
package scenariotest

import (
	"pgregory.net/rapid"

	"echomq.dev/course/keyspace"
	"echomq.dev/course/sim/scenario"
	"echomq.dev/course/sim/trace"
)

// Scenario draws scenarios that parse: every start, every kind of move, values
// of arbitrary bytes, and names that were held before they are stepped. Some
// step an arrival that has its verdict, which only a run can tell.
func Scenario() *rapid.Generator[scenario.Scenario] {
	return rapid.Custom(func(t *rapid.T) scenario.Scenario {
		s := scenario.New()
		s.Start = start().Draw(t, "start")
		s.Module = rapid.Bool().Draw(t, "module")
		var names []string
		for range rapid.IntRange(0, 12).Draw(t, "moves") {
			m := move(names).Draw(t, "move")
			if m.Kind == scenario.Hold {
				m.Name = string(rune('a' + len(names)))
				names = append(names, m.Name)
			}
			s.Moves = append(s.Moves, m)
		}
		return s
	})
}

// Value draws the bytes of a value: an identity, or anything.
func Value() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.SampledFrom([]string{keyspace.Wire2, keyspace.Wire4, keyspace.Wire6, "", "echomq:6.0.0\r\n"}),
		rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 40), func(b []byte) string { return string(b) }),
	)
}

func start() *rapid.Generator[trace.Value] {
	return rapid.OneOf(
		rapid.Just(trace.Value{Type: "none"}),
		rapid.Map(Value(), func(v string) trace.Value { return trace.Value{Type: "string", Value: v} }),
		rapid.Map(rapid.SampledFrom(scenario.StartTypes()), func(t string) trace.Value { return trace.Value{Type: t} }),
	)
}

func move(names []string) *rapid.Generator[scenario.Move] {
	actor := rapid.SampledFrom(scenario.Actors())
	kinds := []*rapid.Generator[scenario.Move]{
		rapid.Map(actor, func(a string) scenario.Move { return scenario.Move{Kind: scenario.Arrive, Actor: a} }),
		rapid.Map(actor, func(a string) scenario.Move { return scenario.Move{Kind: scenario.Hold, Actor: a} }),
		rapid.Map(Value(), func(v string) scenario.Move { return scenario.Move{Kind: scenario.Set, Value: v} }),
		rapid.Just(scenario.Move{Kind: scenario.Del}),
	}
	if len(names) > 0 {
		step := rapid.Map(rapid.SampledFrom(names), func(n string) scenario.Move { return scenario.Move{Kind: scenario.Step, Name: n} })
		again := rapid.Map(rapid.SampledFrom(names), func(n string) scenario.Move { return scenario.Move{Kind: scenario.Reconnect, Name: n} })
		kinds = append(kinds, step, step, step, again)
	}
	return rapid.OneOf(kinds...)
}
