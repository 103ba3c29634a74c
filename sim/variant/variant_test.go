package variant_test

import (
	"strings"
	"testing"

	"go.uber.org/goleak"

	"echomq.dev/course/sim/claim"
	"echomq.dev/course/sim/fence"
	"echomq.dev/course/sim/scenario"
	"echomq.dev/course/sim/trace"
	"echomq.dev/course/sim/variant"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestAlone runs each variant without a race: what it sends, and how it ends. A
// replica tells them apart all the same, for there SET is refused.
func TestAlone(t *testing.T) {
	const (
		get, wrote = "GET {emq}:version", "SET {emq}:version echomq:4.0.0"
		readonly   = `{:version_fence, {:error, "READONLY You can't write against a read only replica."}}`
	)
	for _, c := range []struct{ variant, scenario, sends, outcome, err string }{
		{"shipped", "arrive wire4", get + ", " + wrote + " NX, " + get, "claimed", ""},
		{"no-nx", "arrive wire4", get + ", " + wrote + ", " + get, "claimed", ""},
		{"no-read-back", "arrive wire4", get + ", " + wrote + " NX", "claimed", ""},
		{"set-reply", "arrive wire4", get + ", " + wrote + " NX", "claimed", ""},
		{"shipped", "node readonly\narrive wire4", get + ", " + wrote + " NX, " + get, "refused", "{:version_fence, nil}"},
		{"no-nx", "node readonly\narrive wire4", get + ", " + wrote + ", " + get, "refused", "{:version_fence, nil}"},
		{"no-read-back", "node readonly\narrive wire4", get + ", " + wrote + " NX", "claimed", ""},
		{"set-reply", "node readonly\narrive wire4", get + ", " + wrote + " NX", "refused", readonly},
	} {
		a := arrive(t, c.variant, c.scenario)
		var sent []string
		for _, s := range a.Steps {
			sent = append(sent, strings.Join(s.Command, " "))
		}
		if got := strings.Join(sent, ", "); got != c.sends || string(a.Verdict.Outcome) != c.outcome || a.Verdict.Error != c.err {
			t.Errorf("%s, %q: sends %s and is %s %s; want %s, %s %s", c.variant, c.scenario, got, a.Verdict.Outcome, a.Verdict.Error, c.sends, c.outcome, c.err)
		}
	}
	for _, v := range variant.All() {
		for start, want := range map[string]string{
			`start string "echomq:4.0.0"`: "verified ",
			`start string "other"`:        `refused {:version_fence, "other"}`,
			"start list":                  `refused {:version_fence, {:error, "WRONGTYPE Operation against a key holding the wrong kind of value"}}`,
		} {
			a := arrive(t, v.Name, start+"\narrive wire4")
			if got := string(a.Verdict.Outcome) + " " + a.Verdict.Error; got != want || len(a.Steps) != 1 || a.Steps[0].Source.Function != v.Function {
				t.Errorf("%s, %s: %s after %d commands by %s, want %s", v.Name, start, got, len(a.Steps), a.Steps[0].Source.Function, want)
			}
		}
	}
}

func arrive(t *testing.T, name, text string) *trace.Arrival {
	t.Helper()
	v, ok := variant.Named(name)
	s, err := scenario.Parse(text)
	if err != nil || !ok {
		t.Fatalf("%s, %q: %v", name, text, err)
	}
	run, err := claim.StartWith(s, v.Wire)
	if err != nil {
		t.Fatal(err)
	}
	defer run.Close()
	if err := run.Continue(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	return run.Trace().Arrivals[0]
}

// TestWire: a variant is for wires that claim, carries their identity, and is
// nothing to anybody else.
func TestWire(t *testing.T) {
	for _, v := range variant.All() {
		for _, actor := range scenario.Actors() {
			own, connects := fence.Named(actor)
			got, ok := v.Wire(actor)
			if ok != connects || got.Identity != own.Identity {
				t.Errorf("%s: %s speaks %q, %t", v.Name, actor, got.Identity, ok)
			}
		}
		if a := arrive(t, v.Name, `start string "echomq:6.0.0"`+"\narrive wire6"); a.Steps[0].Source.Function != "fence.VerifyOnly" {
			t.Errorf("%s: wire 6 runs %s", v.Name, a.Steps[0].Source.Function)
		}
	}
	if v, ok := variant.Named("shipped"); !ok || !v.Shipped() || v.Name != variant.All()[0].Name {
		t.Errorf("the fence as it is goes by %q", v.Name)
	}
	if _, ok := variant.Named(""); ok {
		t.Error("no name is a variant's")
	}
}
