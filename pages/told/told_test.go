package told

import (
	"strings"
	"testing"

	"echomq.dev/course/sim/claim"
	"echomq.dev/course/sim/prefix"
	"echomq.dev/course/sim/scenario"
)

// TestAt reads a sequence's sentences, command by command.
func TestAt(t *testing.T) {
	for text, want := range map[string][]string{
		"arrive wire4": {
			"Nobody has arrived yet, and {emq}:version is absent.",
			"The wire 4 connector found no value. Reading takes nothing",
			`The key was absent, so NX let the wire 4 connector write "echomq:4.0.0".`,
			"", // the run's own sentence
		},
		"start zset\nhold a wire2": {"Nobody has sent anything yet, and {emq}:version holds a sorted set."},
		"hold a wire4\nhold b wire2\nstep a\nstep b\nstep b\nstep a": {
			"Nobody has sent", `The wire 4 connector "a" found no value.`, `The wire 2 connector "b" found no value.`,
			`The key was absent, so NX let the wire 2 connector "b" write "echomq:2.0.0".`,
			`NX wrote nothing for the wire 4 connector "a": by now {emq}:version holds "echomq:2.0.0".`,
		},
		"start string \"echomq:6.0.0\"\nhold a wire6\nstep a": {
			"Nobody has sent", `The module is loaded and answers the wire 6 connector "a" with its identity.`,
		},
		"node readonly\nhold a wire4\nstep a\nstep a": {
			"Nobody has sent", `The wire 4 connector "a" found no value.`, `The node refused the command of the wire 4 connector "a": READONLY You can't write against a read only replica.`,
		},
	} {
		sc, err := scenario.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		tr, err := claim.Execute(t.Context(), sc)
		if err != nil {
			t.Fatal(err)
		}
		if total := prefix.Total(tr); total != len(want)-1 {
			t.Errorf("%q has %d commands, want %d", text, total, len(want)-1)
		}
		for n, begins := range want {
			v := prefix.At(tr, n)
			if got := At(&v); !strings.HasPrefix(got, begins) || got == "" || n > 0 && begins == "" && got != v.Arrival().Verdict.Text {
				t.Errorf("%q at %d: %s\nwant %s", text, n, got, begins)
			}
		}
	}
}

func TestNames(t *testing.T) {
	for actor, want := range map[string]string{
		"wire4": "Wire 4 connector a", "install": "EMQ.INSTALL a", "enqueue": "Native write verb a", "console": "Console a",
	} {
		if role := Role(actor, "a"); role != want {
			t.Errorf("%s is %q", actor, role)
		}
	}
	if Capital("") != "" || Capital("the") != "The" {
		t.Error("a sentence begins otherwise")
	}
}
