package claim

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"echomq.dev/course/pages/htmltest"
	"echomq.dev/course/sim/claim"
	"echomq.dev/course/sim/scenario"
)

// Whoever sent the last command is shown, marked and announced, though others
// began later; who has only just been held is shown too.
func TestTheEndOfTheSequence(t *testing.T) {
	h := serve()
	for _, c := range []struct{ query, who, name, cursor string }{
		{"do=hold:a:wire4&do=hold:b:wire2&do=step:a", "Wire 4 connector", "a", "1 GET {emq}:version"},
		{"do=hold:a:wire4&do=hold:b:wire2&do=step:a&do=step:b&do=step:a", "Wire 4 connector", "a", "3 SET {emq}:version echomq:4.0.0 NX"},
		{"do=hold:a:wire4&do=step:a&do=hold:b:wire2", "Wire 2 connector", "b", ""},
		{"do=hold:a:wire4&do=step:a&do=hold:b:wire2&at=1", "Wire 4 connector", "a", "1 GET {emq}:version"},
		{"do=hold:a:wire4&do=step:a&do=wire2&at=99", "Wire 2 connector", "", "4 GET {emq}:version"},
		{"do=hold:a:wire4&do=step:a&do=step:a&do=step:a&do=reconnect:a", "Wire 4 connector", "a", "4 GET {emq}:version"},
		{"do=hold:a:wire4&do=step:a&do=set:x", "Operator, by hand", "", "2 SET {emq}:version x"},
	} {
		_, doc := htmltest.Get(t, h, Path+"?"+c.query)
		who := strings.TrimSpace(c.who + " " + c.name)
		if got := doc.One(t, "verdict-who"); !strings.HasSuffix(got, who) { // behind its mark
			t.Errorf("%s shows %q, want %q", c.query, got, who)
		}
		said := doc.Nodes(htmltest.With("data-announce"))
		if got := htmltest.Attr(said[0], "data-announce"); !strings.HasPrefix(got, who+": ") {
			t.Errorf("%s announces %q, want %q", c.query, got, who)
		}
		marked := doc.Nodes(htmltest.Class("cursor"))
		if c.cursor == "" {
			if len(marked) != 0 {
				t.Errorf("%s: a command is marked, %q", c.query, htmltest.Text(marked[0]))
			}
			continue
		}
		if got := doc.One(t, "cursor"); !strings.Contains(got, c.cursor) || htmltest.Attr(marked[0], "aria-current") != "step" {
			t.Errorf("%s: the cursor stands on %q, want %q", c.query, got, c.cursor)
		}
	}
}

// Going on from a command keeps the moves that led to it, and no more.
func TestGoOnFromHere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sc := scenario.New()
		var names []string
		for range rapid.IntRange(1, 9).Draw(t, "moves") {
			m := scenario.Move{Kind: rapid.SampledFrom([]scenario.Kind{scenario.Arrive, scenario.Hold, scenario.Step, scenario.Step, scenario.Step, scenario.Reconnect, scenario.Del}).Draw(t, "kind")}
			switch m.Kind {
			case scenario.Hold:
				m.Name = fmt.Sprint("n", len(names))
				names = append(names, m.Name)
				fallthrough
			case scenario.Arrive:
				m.Actor = rapid.SampledFrom(scenario.Actors()).Draw(t, "actor")
			case scenario.Step, scenario.Reconnect:
				if len(names) == 0 {
					continue
				}
				m.Name = rapid.SampledFrom(names).Draw(t, "name")
			}
			if _, err := claim.Execute(t.Context(), sc.Then(m)); err == nil {
				sc = sc.Then(m)
			} else if !errors.As(err, new(*claim.MoveError)) {
				t.Fatal(err)
			}
		}
		tr, err := claim.Execute(t.Context(), sc)
		if err != nil {
			t.Fatal(err)
		}
		commands := func(moves int) (n int) {
			part := sc
			part.Moves = sc.Moves[:moves]
			tr, err := claim.Execute(t.Context(), part)
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range tr.Arrivals {
				n += len(a.Steps)
			}
			return n
		}
		for i, a := range tr.Arrivals {
			for _, s := range a.Steps {
				n := cursor{i, s.N}.through(sc.Moves, tr.Arrivals)
				if commands(n) < s.N || commands(n-1) >= s.N {
					t.Fatalf("%s: command %d is made by move %d, which leads to %d commands after %d", sc.Query(), s.N, n, commands(n), commands(n-1))
				}
			}
		}
	})
}

func TestTheLinkToGoOn(t *testing.T) {
	_, doc := htmltest.Get(t, serve(), Path+"?do=hold:a:wire4&do=hold:b:wire2&do=step:a&do=step:b&do=step:a&at=1")
	if got := htmltest.Attr(doc.ID(t, "claim-branch"), "href"); got != Path+"?start=absent&do=hold:a:wire4&do=hold:b:wire2&do=step:a" {
		t.Errorf("going on from the first command leads to %q", got)
	}
}
