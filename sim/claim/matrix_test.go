package claim

import (
	"context"
	"testing"

	"echomq.dev/course/sim/scenario"
	"echomq.dev/course/sim/trace"
)

// TestMatrix holds the engine to the table "one node, one value" of the
// protocol, and its column for wire 2, written down from there and not from a
// run. The golden files show the same cells with all that led to them.
func TestMatrix(t *testing.T) {
	const (
		absent    = "EMQWIRE expected echomq:6.0.0 but {emq}:version is absent"
		foundIt   = "EMQWIRE expected echomq:6.0.0 found "
		wrongType = "WRONGTYPE Operation against a key holding the wrong kind of value"
		fenceType = `{:version_fence, {:error, "` + wrongType + `"}}`
	)
	type cell struct {
		outcome trace.Outcome
		err     string
		after   string // the string left behind; empty when nothing was written
	}
	type row struct{ wire2, wire4, wire6, enqueue, install cell }
	refused := func(err string) cell { return cell{trace.Refused, err, ""} }
	fenced := func(got string) cell { return refused("{:version_fence, " + got + "}") }
	foreign := func(quoted, shown string) row {
		return row{fenced(quoted), fenced(quoted), fenced(quoted), refused(foundIt + shown), refused(foundIt + shown)}
	}
	anotherType := row{refused(fenceType), refused(fenceType), refused(fenceType), refused(wrongType), refused(wrongType)}

	rows := map[string]row{
		`absent`: {
			wire2:   cell{trace.Claimed, "", "echomq:2.0.0"},
			wire4:   cell{trace.Claimed, "", "echomq:4.0.0"},
			wire6:   fenced(":absent"),
			enqueue: refused(absent),
			install: cell{trace.Installed, "", "echomq:6.0.0"},
		},
		`string "echomq:2.0.0"`: {
			wire2:   cell{trace.Verified, "", ""},
			wire4:   fenced(`"echomq:2.0.0"`),
			wire6:   fenced(`"echomq:2.0.0"`),
			enqueue: refused(foundIt + "echomq:2.0.0"),
			install: refused(foundIt + "echomq:2.0.0"),
		},
		`string "echomq:4.0.0"`: {
			wire2:   fenced(`"echomq:4.0.0"`),
			wire4:   cell{trace.Verified, "", ""},
			wire6:   fenced(`"echomq:4.0.0"`),
			enqueue: refused(foundIt + "echomq:4.0.0"),
			install: refused(foundIt + "echomq:4.0.0"),
		},
		`string "echomq:6.0.0"`: {
			wire2:   fenced(`"echomq:6.0.0"`),
			wire4:   fenced(`"echomq:6.0.0"`),
			wire6:   cell{trace.Verified, "", ""},
			enqueue: cell{trace.Written, "", ""},
			install: cell{trace.Unchanged, "", ""},
		},
		`string "echomq:3.0.0"`:     foreign(`"echomq:3.0.0"`, "echomq:3.0.0"),
		`string ""`:                 foreign(`""`, ""),
		`string "a\r\nb\r\n"`:       foreign(`"a\r\nb\r\n"`, "a  b"),
		`string "a\x00b"`:           foreign(`"a\x00b"`, "a"),
		`string "\xff"`:             foreign(`"\xff"`, "\xff"),
		`string "\xc2\xa0\xe2\x80"`: foreign(`"\xc2\xa0\xe2\x80"`, "\xc2\xa0\xe2\x80"),
		`list`:                      anotherType,
		`hash`:                      anotherType,
		`set`:                       anotherType,
		`zset`:                      anotherType,
		`stream`:                    anotherType,
	}
	for start, r := range rows {
		for actor, want := range map[string]cell{"wire2": r.wire2, "wire4": r.wire4, "wire6": r.wire6, "enqueue": r.enqueue, "install": r.install} {
			s, err := scenario.Parse("start " + start + "\narrive " + actor + "\n")
			if err != nil {
				t.Fatal(err)
			}
			tr, err := Execute(context.Background(), s)
			if err != nil {
				t.Fatal(err)
			}
			a := tr.Arrivals[0]
			if a.Verdict.Outcome != want.outcome || a.Verdict.Error != want.err || a.Verdict.OK != want.outcome.OK() {
				t.Errorf("start %s, arrive %s: %s %q, want %s %q", start, actor, a.Verdict.Outcome, a.Verdict.Error, want.outcome, want.err)
			}
			after := tr.Start
			if want.after != "" {
				after = trace.Value{Type: "string", Value: want.after}
			}
			if tr.Value != after || a.After != after || a.Before != tr.Start {
				t.Errorf("start %s, arrive %s: %v -> %v, then %v; want %v", start, actor, a.Before, a.After, tr.Value, after)
			}
			if wrote := want.after != "" || want.outcome == trace.Written; a.Wrote != wrote {
				t.Errorf("start %s, arrive %s: wrote is %v, want %v", start, actor, a.Wrote, wrote)
			}
		}
	}
}

// TestNoModule holds a node without the module to the course's texts: every
// EMQ command is unknown, and the other wires are as with the module.
func TestNoModule(t *testing.T) {
	for actor, want := range map[string]string{
		"wire6":   `{:version_fence, {:error, "ERR unknown command 'EMQ.VERSION', with args beginning with: "}}`,
		"install": "ERR unknown command 'EMQ.INSTALL', with args beginning with: '1' '{emq}:version' ",
		"wire4":   "",
	} {
		s, err := scenario.Parse("module none\narrive " + actor)
		if err != nil {
			t.Fatal(err)
		}
		tr, err := Execute(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		if got := tr.Arrivals[0].Verdict.Error; got != want {
			t.Errorf("no module, arrive %s: %q, want %q", actor, got, want)
		}
	}
}
