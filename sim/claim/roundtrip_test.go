package claim

import (
	"context"
	"encoding/json"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"echomq.dev/course/sim/internal/scenariotest"
	"echomq.dev/course/sim/scenario"
)

// TestForms sees that a scenario's three forms are one: what a trace's JSON says
// of its scenario, as text and as a link, reads back as the scenario that ran.
func TestForms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := scenariotest.Scenario().Draw(t, "scenario")
		tr, err := Execute(context.Background(), s)
		if err != nil {
			return // a step of an arrival that has its verdict; its error is tested elsewhere
		}
		b, err := json.Marshal(tr)
		if err != nil {
			t.Fatal(err)
		}
		var form struct{ Scenario, Permalink string }
		if err := json.Unmarshal(b, &form); err != nil {
			t.Fatal(err)
		}
		fromText, err := scenario.Parse(form.Scenario)
		if err != nil || !same(fromText, s) {
			t.Fatalf("the text %q reads as %+v, error %v", form.Scenario, fromText, err)
		}
		q, err := url.ParseQuery(strings.TrimPrefix(form.Permalink, "/sim/claim?"))
		if err != nil {
			t.Fatal(err)
		}
		fromQuery, err := scenario.FromQuery(q)
		if err != nil || !same(fromQuery, s) {
			t.Fatalf("the link %q reads as %+v, error %v", form.Permalink, fromQuery, err)
		}
	})
}

// same compares scenarios; no moves are no moves, as nil or empty.
func same(a, b scenario.Scenario) bool {
	if len(a.Moves) == 0 && len(b.Moves) == 0 {
		a.Moves, b.Moves = nil, nil
	}
	return reflect.DeepEqual(a, b)
}
