package prefix_test

import (
	"fmt"
	"strings"
	"testing"

	"echomq.dev/course/sim/prefix"
	"echomq.dev/course/sim/trace"
)

// tell prints a view on one line.
func tell(v prefix.View) string {
	var b strings.Builder
	b.WriteString(v.Value.Type + " " + v.Value.Value)
	for _, a := range v.Arrivals {
		fmt.Fprintf(&b, "; %s %s %d", a.Actor, a.Name, len(a.Steps))
		switch a.State {
		case prefix.Waiting:
			b.WriteString(" waits for " + a.Next.Command[0])
		case prefix.UnderWay:
			b.WriteString(" goes on")
		case prefix.Finished:
			b.WriteString(" " + string(a.Verdict.Outcome))
		}
		if a.Live {
			fmt.Fprintf(&b, " live %d", len(a.Alive))
		}
		if a.Lost {
			fmt.Fprintf(&b, " lost %d", len(a.Alive))
		}
	}
	return strings.ReplaceAll(strings.Join(strings.Fields(b.String()), " "), " ;", ";")
}

// One sequence, read line by line: who has come, who waits, who has finished.
func TestAStory(t *testing.T) {
	tr := run(t, "hold a wire4\nhold b wire2\nstep a\nstep a\nhold c enqueue\nstep a\narrive wire4\nstep b\ndel\nreconnect a\nstep c\n")
	for n, want := range []string{
		"none; wire4 a 0 waits for GET; wire2 b 0 waits for GET",
		"none; wire4 a 1 waits for SET; wire2 b 0 waits for GET",
		"string echomq:4.0.0; wire4 a 2 waits for GET; wire2 b 0 waits for GET; enqueue c 0 waits for EMQ.ENQUEUE",
		"string echomq:4.0.0; wire4 a 3 claimed live 1; wire2 b 0 waits for GET; enqueue c 0 waits for EMQ.ENQUEUE",
		"string echomq:4.0.0; wire4 a 3 claimed live 1; wire2 b 0 waits for GET; enqueue c 0 waits for EMQ.ENQUEUE; wire4 1 verified",
		"string echomq:4.0.0; wire4 a 3 claimed live 1; wire2 b 1 refused; enqueue c 0 waits for EMQ.ENQUEUE; wire4 1 verified",
		"none; wire4 a 3 claimed live 1; wire2 b 1 refused; enqueue c 0 waits for EMQ.ENQUEUE; wire4 1 verified; operator 1 done",
		"none; wire4 a 3 claimed lost 2; wire2 b 1 refused; enqueue c 0 waits for EMQ.ENQUEUE; wire4 1 verified; operator 1 done; wire4 a 1 goes on",
		"string echomq:4.0.0; wire4 a 3 claimed lost 2; wire2 b 1 refused; enqueue c 0 waits for EMQ.ENQUEUE; wire4 1 verified; operator 1 done; wire4 a 2 goes on",
		"string echomq:4.0.0; wire4 a 3 claimed lost 2; wire2 b 1 refused; enqueue c 0 waits for EMQ.ENQUEUE; wire4 1 verified; operator 1 done; wire4 a 3 claimed live 1",
		"string echomq:4.0.0; wire4 a 3 claimed lost 2; wire2 b 1 refused; enqueue c 1 refused; wire4 1 verified; operator 1 done; wire4 a 3 claimed live 1",
	} {
		if got := tell(prefix.At(tr, n)); got != want {
			t.Errorf("at %d\n%s\nwant\n%s", n, got, want)
		}
	}
}

// What a command did to the node is told by the keys around it.
func TestKeysThatComeAndGo(t *testing.T) {
	tr := run(t, "start string \"echomq:6.0.0\"\narrive enqueue\nredis DEL {emq}:version\nredis LPUSH {emq}:version a\nredis RPUSH {emq}:version b\n")
	version, list := trace.Key{Name: "{emq}:version", Type: "string"}, trace.Key{Name: "{emq}:version", Type: "list"}
	for n, want := range []string{
		"[] [] false",
		"[{0 emq:{orders}:job:JOB0Nb1VTbfnu4 hash} {0 emq:{orders}:pending zset}] [] true",
		fmt.Sprintf("[] [%v] true", version),
		fmt.Sprintf("[%v] [] true", list),
		"[] [] true",
	} {
		v := prefix.At(tr, n)
		if got := fmt.Sprint(v.Appeared, v.Vanished, v.Wrote); got != want {
			t.Errorf("at %d: %s, want %s", n, got, want)
		}
	}
}

// Without a scenario a held arrival comes with its first command, or at the end.
func TestATraceAlone(t *testing.T) {
	tr := run(t, "hold a wire4\nhold b wire2\nhold c wire6\nstep b\nstep a\n")
	tr.Scenario = ""
	for n, want := range []string{
		"none",
		"none; wire4 a 0 waits for GET; wire2 b 1 waits for SET",
		"none; wire4 a 1 waits for SET; wire2 b 1 waits for SET; wire6 c 0 waits for EMQ.VERSION",
	} {
		if got := tell(prefix.At(tr, n)); got != want {
			t.Errorf("at %d: %s, want %s", n, got, want)
		}
	}
}

// In another database the start is not what arrivals see.
func TestAnotherDatabase(t *testing.T) {
	tr := run(t, "start string \"x\"\ndb 1\narrive wire6\n")
	v := prefix.At(tr, 0)
	if !v.Value.Absent() || len(v.Keys) != 1 || v.Keys[0].DB != 0 {
		t.Errorf("at first %+v and the keys %v", v.Value, v.Keys)
	}
}
