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
		s.Node = rapid.SampledFrom(append(scenario.Nodes(), "", "", "")).Draw(t, "node")
		s.User = rapid.SampledFrom(append(scenario.Users(), "", "", "")).Draw(t, "user")
		s.DB = rapid.SampledFrom([]int{0, 0, 0, 1, scenario.MaxDB}).Draw(t, "db")
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
		rapid.Map(rapid.SampledFrom(commands()), func(c string) scenario.Move { return scenario.Move{Kind: scenario.Redis, Value: c} }),
	}
	if len(names) > 0 {
		step := rapid.Map(rapid.SampledFrom(names), func(n string) scenario.Move { return scenario.Move{Kind: scenario.Step, Name: n} })
		again := rapid.Map(rapid.SampledFrom(names), func(n string) scenario.Move { return scenario.Move{Kind: scenario.Reconnect, Name: n} })
		kinds = append(kinds, step, step, step, again)
	}
	return rapid.OneOf(kinds...)
}

// commands are some that a learner may type, as a scenario prints them.
func commands() []string {
	return []string{
		"PING", "GET {emq}:version", "KEYS *", "SET k v", `SET k "a b\xff"`, "TYPE {emq}:version", "HGETALL k", "INCR n", "GET",
		"RPUSH l a b c", "LRANGE l 0 -1", "SADD s b a", "SMEMBERS s", "ZADD z 1 a 2 b", "ZRANGE z 0 -1", "HSET h f v g w", "HGETALL h",
		"EMQ.VERSION", "EMQ.INSTALL 1 {emq}:version", "EMQ.INSTALL 0 {emq}:version", "EMQ.ENQUEUE 2 emq:{a}:pending emq:{b}:job:x y", "DEL k l s z h n",
	}
}
