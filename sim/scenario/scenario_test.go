package scenario_test

import (
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"echomq.dev/course/sim/scenario"
	"echomq.dev/course/sim/trace"
)

func absent() trace.Value           { return trace.Value{Type: "none"} }
func text(value string) trace.Value { return trace.Value{Type: "string", Value: value} }

// The forms and their meanings are the contract's table, row by row.
func TestForms(t *testing.T) {
	for _, tt := range []struct {
		text, query string
		want        scenario.Scenario
	}{
		{"", "", scenario.Scenario{Start: absent(), Module: true}},
		{"start absent", "start=absent", scenario.Scenario{Start: absent(), Module: true}},
		{`start string "echomq:4.0.0"`, "start=string:echomq:4.0.0", scenario.Scenario{Start: text("echomq:4.0.0"), Module: true}},
		{`start string ""`, "start=string:", scenario.Scenario{Start: text(""), Module: true}},
		{"start list", "start=list", scenario.Scenario{Start: trace.Value{Type: "list"}, Module: true}},
		{"start hash", "start=hash", scenario.Scenario{Start: trace.Value{Type: "hash"}, Module: true}},
		{"start set", "start=set", scenario.Scenario{Start: trace.Value{Type: "set"}, Module: true}},
		{"start zset", "start=zset", scenario.Scenario{Start: trace.Value{Type: "zset"}, Module: true}},
		{"start stream", "start=stream", scenario.Scenario{Start: trace.Value{Type: "stream"}, Module: true}},
		{"module none", "module=none", scenario.Scenario{Start: absent()}},
		{"module loaded", "module=loaded", scenario.Scenario{Start: absent(), Module: true}},
		{"module none\nstart list", "module=none&start=list", scenario.Scenario{Start: trace.Value{Type: "list"}}},
		{"arrive wire2", "do=wire2", arrivals("wire2")},
		{"arrive wire4\narrive wire6", "do=wire4&do=wire6", arrivals("wire4", "wire6")},
		{"arrive install\narrive enqueue", "do=install&at=3&do=enqueue", arrivals("install", "enqueue")},
		{
			"hold a wire4\nstep a\nstep a", "do=hold:a:wire4&do=step:a&do=step%3Aa",
			moves(scenario.Move{Kind: scenario.Hold, Name: "a", Actor: "wire4"}, scenario.Move{Kind: scenario.Step, Name: "a"}, scenario.Move{Kind: scenario.Step, Name: "a"}),
		},
		{`set "echomq:3.0.0"`, "do=set:echomq:3.0.0", moves(scenario.Move{Kind: scenario.Set, Value: "echomq:3.0.0"})},
		{`set ""`, "do=set:", moves(scenario.Move{Kind: scenario.Set})},
		{`set "a b"`, "do=set:a+b", moves(scenario.Move{Kind: scenario.Set, Value: "a b"})},
		{`set "\xff\x00\r\n\"\\"`, `do=set:%ff%00%0D%0A%22%5C`, moves(scenario.Move{Kind: scenario.Set, Value: "\xff\x00\r\n\"\\"})},
		{`set "日本"`, "do=set:日本", moves(scenario.Move{Kind: scenario.Set, Value: "日本"})},
		{"del", "do=del", moves(scenario.Move{Kind: scenario.Del})},
	} {
		got, err := scenario.Parse(tt.text)
		if err != nil || !equal(got, tt.want) {
			t.Errorf("Parse(%q) = %+v, error %v; want %+v", tt.text, got, err, tt.want)
		}
		got, err = fromQuery(t, tt.query)
		if err != nil || !equal(got, tt.want) {
			t.Errorf("FromQuery(%q) = %+v, error %v; want %+v", tt.query, got, err, tt.want)
		}
	}
}

// What a person's editor may leave in a text, and what it means regardless.
func TestTextIsLenient(t *testing.T) {
	want := "start list\nmodule none\nhold a wire4\nset \"#1\"\n"
	for _, s := range []string{
		want,
		strings.TrimSuffix(want, "\n"),
		strings.ReplaceAll(want, "\n", "\r\n"),
		"\n\n" + strings.ReplaceAll(want, "\n", "\n\n") + "\n \t\n",
		strings.ReplaceAll(want, " ", " \t  "),
		"# first\n" + strings.ReplaceAll(want, "\n", " # why\n") + "#last",
		strings.ReplaceAll(want, "\n", "# why, \"with a quote\n"),
		"\t" + strings.ReplaceAll(want, "\n", "\t\n\t"),
	} {
		got, err := scenario.Parse(s)
		if err != nil || got.String() != want {
			t.Errorf("Parse(%q) = %q, error %v", s, got.String(), err)
		}
	}
}

func TestThenUndoReset(t *testing.T) {
	a := scenario.Move{Kind: scenario.Arrive, Actor: "wire2"}
	b := scenario.Move{Kind: scenario.Arrive, Actor: "wire4"}
	c := scenario.Move{Kind: scenario.Del}
	base := scenario.New().Then(a)
	left, right := base.Then(b), base.Then(c)
	for _, tt := range []struct {
		name      string
		got, want scenario.Scenario
	}{
		{"base", base, moves(a)},
		{"left", left, moves(a, b)},
		{"right", right, moves(a, c)},
		{"undo of left", left.Undo(), base},
		{"undo of nothing", scenario.New().Undo(), scenario.New()},
		{"reset", left.Reset(), scenario.New()},
	} {
		if !equal(tt.got, tt.want) {
			t.Errorf("%s is %q, want %q", tt.name, tt.got, tt.want)
		}
	}

	// Not even a plain append to what was undone may reach the original.
	undone := left.Undo()
	undone.Moves = append(undone.Moves, c)
	left.Then(c).Moves[0] = c
	if want := moves(a, b); !equal(left, want) {
		t.Errorf("left has become %q, want %q", left, want)
	}
}

// Two branches of one scenario leave each other alone, whatever room its list of
// moves has.
func TestBranches(t *testing.T) {
	arrive := func(actor string) scenario.Move { return scenario.Move{Kind: scenario.Arrive, Actor: actor} }
	base := scenario.New()
	for n := range 6 {
		left, right := base.Then(arrive("wire2")), base.Then(arrive("wire6"))
		if left.Moves[n].Actor != "wire2" || right.Moves[n].Actor != "wire6" {
			t.Fatalf("after %d moves the branches are %v and %v", n, left.Moves, right.Moves)
		}
		base = base.Then(arrive("wire4"))
	}
}

func TestExtends(t *testing.T) {
	parse := func(s string) scenario.Scenario {
		sc, err := scenario.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		return sc
	}
	long := "start list\narrive wire2\nset \"a\"\n"
	for _, tt := range []struct {
		s, other string
		want     bool
	}{
		{long, long, true},
		{long, "start list\narrive wire2\n", true},
		{long, "start list\n", true},
		{"start list\n", long, false},
		{long, "arrive wire2\n", false},
		{long, "start list\nmodule none\narrive wire2\n", false},
		{long, "start list\narrive wire4\n", false},
		{long, "start list\narrive wire2\nset \"b\"\n", false},
		{`start string ""`, "start absent", false},
		{`start string "a"`, `start string "b"`, false},
	} {
		if got := parse(tt.s).Extends(parse(tt.other)); got != tt.want {
			t.Errorf("%q.Extends(%q) = %v", tt.s, tt.other, got)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		s := anyScenario().Draw(t, "s")
		if !s.Extends(s) || !s.Extends(s.Undo()) || !s.Extends(s.Reset()) {
			t.Fatalf("%q does not extend what it grew from", s)
		}
		if grown := s.Then(scenario.Move{Kind: scenario.Del}); !grown.Extends(s) || s.Extends(grown) {
			t.Fatalf("%q and %q: the longer must extend the shorter, never the other way", grown, s)
		}
	})
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyScenario().Draw(t, "s")
		fromText, err := scenario.Parse(s.String())
		if err != nil || !equal(fromText, s) {
			t.Fatalf("Parse(%q) = %+v, error %v; want %+v", s.String(), fromText, err, s)
		}
		again, err := fromQuery(t, fromText.Query())
		if err != nil || !equal(again, s) {
			t.Fatalf("FromQuery(%q) = %+v, error %v; want %+v", s.Query(), again, err, s)
		}
		if again.String() != s.String() || again.Query() != s.Query() {
			t.Fatalf("%+v prints differently after a round trip: %q, %q", s, again.String(), again.Query())
		}
	})
}

// A query as printed needs nothing escaped: a URL holds it as it is, and it
// can stand in an attribute or a Markdown link.
func TestQueryIsPlain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := anyScenario().Draw(t, "s").Query()
		for i := range len(q) {
			if c := q[i]; c <= ' ' || c > '~' || strings.IndexByte("\"'<>#+;`\\^{|}[]()*", c) >= 0 {
				t.Fatalf("%q holds %q", q, c)
			}
		}
	})
}

// A move alone prints what a do parameter takes before it is escaped.
func TestMoveQuery(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyScenario().Draw(t, "s")
		q := url.Values{}
		for _, m := range s.Moves {
			q.Add("do", m.Query())
		}
		got, err := scenario.FromQuery(q)
		if err != nil || !reflect.DeepEqual(got.Moves, s.Moves) {
			t.Fatalf("FromQuery(%v) = %+v, error %v; want the moves of %+v", q, got, err, s)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"", "start absent\narrive wire4\narrive enqueue\n", "start string \"\\xff\\r\\n\"\nmodule none\n",
		"hold a wire4\r\nstep a # one\r\n\r\nset \"日本\"\r\ndel", "set \"\\", "start string\"x\"", "#", "\xef\xbb\xbfdel",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		sc, err := scenario.Parse(s)
		if err != nil {
			checkError(t, err)
			return
		}
		again, err := scenario.Parse(sc.String())
		if err != nil || !equal(again, sc) || again.String() != sc.String() {
			t.Fatalf("%q parses to %q, which parses to %q, error %v", s, sc, again, err)
		}
		if again, err = fromQuery(t, sc.Query()); err != nil || !equal(again, sc) {
			t.Fatalf("%q has the query %q, which gives %q, error %v", s, sc.Query(), again, err)
		}
	})
}

func FuzzFromQuery(f *testing.F) {
	for _, s := range []string{
		"", "start=absent&do=wire4&do=enqueue", "start=string:%ff%0a&module=none&do=hold:a:wire4&do=step:a",
		"do=set:a%20b&do=del&at=2", "do=hold:a", "start=list&start=list", "do=set:=&do=set:%3a", "do=set:a;b", "do=%zz",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		// What does not parse as a query still has values, and a page may
		// hand them on.
		q, _ := url.ParseQuery(raw)
		sc, err := scenario.FromQuery(q)
		if err != nil {
			checkError(t, err)
			return
		}
		again, err := fromQuery(t, sc.Query())
		if err != nil || !equal(again, sc) || again.Query() != sc.Query() {
			t.Fatalf("%q gives the query %q, which gives %q, error %v", raw, sc.Query(), again.Query(), err)
		}
		if again, err = scenario.Parse(sc.String()); err != nil || !equal(again, sc) {
			t.Fatalf("%q has the text %q, which parses to %q, error %v", raw, sc, again, err)
		}
	})
}

// checkError holds every refusal, whatever was given, to what a page makes of
// it: it knows its parameter, says what is accepted, and is one line.
func checkError(t *testing.T, err error) {
	t.Helper()
	e := (*scenario.Error)(nil)
	switch {
	case !errors.As(err, &e):
		t.Fatalf("%v is a %T", err, err)
	case e.Param == "" || e.Problem == "" || e.Accepted == "":
		t.Fatalf("%v leaves something out: %+v", err, *e)
	case strings.ContainsAny(err.Error(), "\r\n\x00"):
		t.Fatalf("%q is more than one line", err.Error())
	case len(err.Error()) > 2000:
		t.Fatalf("%d bytes of error for %d bytes given", len(err.Error()), len(e.Given))
	}
}

func arrivals(actors ...string) scenario.Scenario {
	s := scenario.New()
	for _, a := range actors {
		s = s.Then(scenario.Move{Kind: scenario.Arrive, Actor: a})
	}
	return s
}

func moves(m ...scenario.Move) scenario.Scenario {
	return scenario.Scenario{Start: absent(), Module: true, Moves: m}
}

// equal compares without telling an empty list of moves from none.
func equal(a, b scenario.Scenario) bool {
	return a.Extends(b) && b.Extends(a)
}

func fromQuery(t interface{ Fatalf(string, ...any) }, raw string) (scenario.Scenario, error) {
	q, err := url.ParseQuery(raw)
	if err != nil {
		t.Fatalf("%q is no query: %v", raw, err)
	}
	return scenario.FromQuery(q)
}

// anyScenario draws valid scenarios: any value to the byte, names that are
// held before they step, and no more than the bounds allow.
func anyScenario() *rapid.Generator[scenario.Scenario] {
	value := rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, scenario.MaxValue), func(b []byte) string { return string(b) })
	name := rapid.StringMatching(fmt.Sprintf(`[A-Za-z0-9_-]{1,%d}`, scenario.MaxName))
	return rapid.Custom(func(t *rapid.T) scenario.Scenario {
		s := scenario.Scenario{Start: absent(), Module: rapid.Bool().Draw(t, "module")}
		switch typ := rapid.SampledFrom(append(scenario.StartTypes(), "none", "string", "string")).Draw(t, "type"); typ {
		case "string":
			s.Start = text(value.Draw(t, "start"))
		default:
			s.Start.Type = typ
		}
		var held []string
		for range rapid.IntRange(0, scenario.MaxMoves).Draw(t, "moves") {
			m := scenario.Move{Kind: rapid.SampledFrom([]scenario.Kind{scenario.Arrive, scenario.Hold, scenario.Step, scenario.Set, scenario.Del}).Draw(t, "kind")}
			if m.Kind == scenario.Step && len(held) == 0 {
				m.Kind = scenario.Hold
			}
			switch m.Kind {
			case scenario.Arrive:
				m.Actor = rapid.SampledFrom(scenario.Actors()).Draw(t, "actor")
			case scenario.Hold:
				m.Actor = rapid.SampledFrom(scenario.Actors()).Draw(t, "actor")
				m.Name = name.Filter(func(n string) bool {
					for _, h := range held {
						if n == h {
							return false
						}
					}
					return true
				}).Draw(t, "name")
				held = append(held, m.Name)
			case scenario.Step:
				m.Name = rapid.SampledFrom(held).Draw(t, "held")
			case scenario.Set:
				m.Value = value.Draw(t, "value")
			}
			if next := s.Then(m); len(next.Query()) <= scenario.MaxQuery {
				s = next
			} else {
				break
			}
		}
		return s
	})
}

// TestStarts: what is offered for a start is each once, says itself in a query,
// and has nothing, every identity and every type among it.
func TestStarts(t *testing.T) {
	var offered []string
	for _, v := range scenario.Starts() {
		text := scenario.StartQuery(v)
		s, err := scenario.FromQuery(url.Values{"start": {text}})
		if err != nil || s.Start != v {
			t.Errorf("%v is written as %q, which reads as %v: %v", v, text, s.Start, err)
		}
		offered = append(offered, text)
	}
	want := []string{"absent", "string:echomq:4.0.0", "string:echomq:6.0.0", "string:echomq:2.0.0", "list", "hash", "set", "zset", "stream"}
	if !slices.Equal(offered, want) {
		t.Errorf("offered are %q, want %q", offered, want)
	}
}
