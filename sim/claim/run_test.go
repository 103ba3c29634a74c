package claim

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"echomq.dev/course/sim/internal/scenariotest"
	"echomq.dev/course/sim/scenario"
	"echomq.dev/course/sim/trace"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestRepeatable runs arbitrary scenarios twice: a trace is a function of its
// scenario, to the byte.
func TestRepeatable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := scenariotest.Scenario().Draw(t, "scenario")
		first, err1 := Execute(context.Background(), s)
		second, err2 := Execute(context.Background(), s)
		if (err1 == nil) != (err2 == nil) || err1 != nil && err1.Error() != err2.Error() {
			t.Fatalf("errors differ: %v, then %v", err1, err2)
		}
		if moved := (*MoveError)(nil); err1 != nil && !errors.As(err1, &moved) {
			t.Fatal(err1)
		}
		if err1 == nil && encode(t, first) != encode(t, second) {
			t.Fatalf("traces differ:\n%s\n%s", encode(t, first), encode(t, second))
		}
	})
}

// TestObserved checks what holds of every trace: commands are numbered in the
// order in which they ran, values hang together, and what an arrival wrote is
// what its steps wrote.
func TestObserved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := scenariotest.Scenario().Draw(t, "scenario")
		tr, err := Execute(context.Background(), s)
		if err != nil {
			return // a step of an arrival that has its verdict; its error is tested elsewhere
		}
		byN := map[int]trace.Step{}
		for _, a := range tr.Arrivals {
			wrote := false
			for _, st := range a.Steps {
				byN[st.N] = st
				wrote = wrote || st.Wrote
				if st.Wrote != (st.Before != st.After) && a.Actor != "console" && st.Command[0] != "EMQ.ENQUEUE" && st.Command[0] != "SET" {
					t.Fatalf("%v: wrote %v, %v -> %v", st.Command, st.Wrote, st.Before, st.After)
				}
			}
			if wrote != a.Wrote {
				t.Fatalf("%s wrote %v, its steps %v", a.Actor, a.Wrote, wrote)
			}
			if (a.Next != nil) != (a.Verdict.Outcome == trace.Held) {
				t.Fatalf("%s is %s and waits to send %v", a.Actor, a.Verdict.Outcome, a.Next)
			}
			if a.Verdict.Text == "" || !strings.HasSuffix(a.Verdict.Text, ".") {
				t.Fatalf("%s has the verdict %q", a.Actor, a.Verdict.Text)
			}
		}
		value := tr.Start
		if tr.DB != 0 {
			value = trace.Value{Type: "none"} // the start stands in database 0
		}
		for n := 1; n <= len(byN); n++ {
			st, ok := byN[n]
			if !ok {
				t.Fatalf("no command has the number %d of %d", n, len(byN))
			}
			if st.Before != value {
				t.Fatalf("command %d begins at %v; the one before it left %v", n, st.Before, value)
			}
			value = st.After
		}
		if tr.Value != value {
			t.Fatalf("the run ends at %v; its last command left %v", tr.Value, value)
		}
	})
}

// TestSource finds each step's source in the file that it names: the line
// sends that command.
func TestSource(t *testing.T) {
	for name, s := range goldenScenarios(t) {
		tr, err := Execute(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range tr.Arrivals {
			for _, st := range a.Steps {
				text, err := os.ReadFile("../../" + st.Source.File)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				lines := strings.Split(string(text), "\n")
				if line := lines[st.Source.Line-1]; !strings.Contains(line, `"`+st.Command[0]+`"`) && !(a.Actor == "console" && strings.Contains(line, "conn.Do(ctx, words...)")) {
					t.Errorf("%s: %v comes from %s:%d, where %q stands", name, st.Command, st.Source.File, st.Source.Line, line)
				}
			}
		}
	}
}

// TestCancel ends a run in the middle: a context that is done ends it with the
// context's error, held clients included.
func TestCancel(t *testing.T) {
	s := mustParse(t, "hold a wire4\nhold b wire6\nstep a\narrive install")
	ctx, cancel := context.WithCancel(context.Background())
	r, err := Start(s)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	cancel()
	if err := r.Continue(ctx, s); !errors.Is(err, context.Canceled) {
		t.Fatalf("Continue under a canceled context: %v", err)
	}
}

// TestAbort ends the context of a run and leaves the run open, for closing it
// would do the same once more: held clients come to their verdict, whoever waits
// for a reply gets an error in its place, and nobody connects any more.
func TestAbort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := mustParse(t, "hold a wire4\nhold b enqueue")
		r, err := Start(s)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		if err := r.Continue(context.Background(), s); err != nil {
			t.Fatal(err)
		}
		conn, err := r.dial()
		if err != nil {
			t.Fatal(err)
		}
		reply := make(chan error, 1)
		go func() {
			_, err := conn.Read(make([]byte, 1)) // nothing was asked, so nothing comes
			reply <- err
		}()
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if err := r.Continue(ctx, s); !errors.Is(err, context.Canceled) {
			t.Errorf("Continue under a canceled context: %v", err)
		}
		synctest.Wait()
		for _, v := range r.visits {
			if !v.finished() {
				t.Errorf("%s still waits", v.seen.Name)
			}
		}
		select {
		case err := <-reply:
			if err == nil {
				t.Error("a reply came to nothing")
			}
		default:
			t.Error("a connection is open that waits for a reply")
		}
		if _, err := r.dial(); !errors.Is(err, net.ErrClosed) {
			t.Errorf("a new connection: %v, want %v", err, net.ErrClosed)
		}
	})
}

// TestCloseWhileHeld closes a run with clients that wait and one that is live.
// goleak sees what would be left.
func TestCloseWhileHeld(t *testing.T) {
	s := mustParse(t, "hold a wire4\nstep a\nstep a\nstep a\nhold b wire4\nhold c enqueue")
	r, err := Start(s)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Continue(context.Background(), s); err != nil {
		t.Fatal(err)
	}
	tr := r.Trace()
	before := encode(t, tr)
	r.Close()
	r.Close()
	if after := encode(t, tr); after != before {
		t.Fatalf("closing the run changed a trace that was taken before:\n%s\n%s", before, after)
	}
}

// TestHandshake asserts what a client library would hide: that HELLO 3 was
// accepted. A rejected one falls back to RESP2 without a word.
// A held client that panics costs whoever waits for it one answer, and neither
// the process nor the run's end.
func TestPanicOfAHeldClient(t *testing.T) {
	r, err := Start(scenario.New())
	if err != nil {
		t.Fatal(err)
	}
	v := r.begin("wire4", "a", true)
	go func() {
		defer v.caught()
		panic("broken")
	}()
	func() {
		defer func() {
			if fault := recover(); fault != "broken" {
				t.Errorf("whoever waits sees %v", fault)
			}
		}()
		v.wait()
	}()
	r.begin("wire2", "", false) // and one that was cut short has no verdict either
	r.Close()
}

// A connection that was idle for an hour is the same connection: a session is
// kept that long, and answers as a run from the start does.
func TestIdleConnection(t *testing.T) {
	s, err := scenario.Parse("hold a wire4\nstep a\nstep a\nstep a\nreconnect a\n")
	if err != nil {
		t.Fatal(err)
	}
	want, err := Execute(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		r, err := Start(s)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		before := s
		before.Moves = s.Moves[:4]
		if err := r.Continue(context.Background(), before); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		if err := r.Continue(context.Background(), s); err != nil {
			t.Fatal(err)
		}
		if got := encode(t, r.Trace()); got != encode(t, want) {
			t.Errorf("after an hour\n%s\nand at once\n%s", got, encode(t, want))
		}
	})
}

func TestHandshake(t *testing.T) {
	for _, module := range []string{"loaded", "none"} {
		tr, err := Execute(context.Background(), mustParse(t, "module "+module+"\narrive wire4"))
		if err != nil {
			t.Fatal(err)
		}
		hs := tr.Arrivals[0].Handshake
		if len(hs) != 1 || strings.Join(hs[0].Command, " ") != "HELLO 3" || !strings.Contains(hs[0].Received, "proto\r\n:3\r\n") {
			t.Errorf("module %s: the handshake is %+v", module, hs)
		}
		if lists := strings.Contains(hs[0].Received, "trafikey"); lists != (module == "loaded") {
			t.Errorf("module %s: HELLO lists the native module: %v", module, lists)
		}
		if alive := tr.Arrivals[0].Alive; len(alive) != 1 || alive[0].Reply != "PONG" {
			t.Errorf("module %s: a live connection answered PING with %+v", module, alive)
		}
	}
}

// TestDeadline bounds a run by its context even while the node does not
// answer: here the node is closed under the run.
func TestDeadline(t *testing.T) {
	s := mustParse(t, "arrive wire4\narrive wire4")
	r, err := Start(s)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	r.node.Close()
	if err := r.Continue(ctx, s); err != nil {
		t.Fatalf("Continue on a node that is gone: %v", err)
	}
	for _, a := range r.Trace().Arrivals {
		if a.Verdict.Outcome != trace.Failed || a.Verdict.Error != "the connection was lost" {
			t.Errorf("arrival on a node that is gone: %+v", a.Verdict)
		}
	}
}

func mustParse(t *testing.T, text string) scenario.Scenario {
	t.Helper()
	s, err := scenario.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func encode(t interface{ Fatal(...any) }, tr *trace.Trace) string {
	b, err := json.Marshal(tr)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestWaits(t *testing.T) {
	s := mustParse(t, "hold a wire4\nhold b install\nstep b")
	r, err := Start(s)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := r.Continue(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"a": true, "b": false, "nobody": false, "": false} {
		if r.Waits(name) != want {
			t.Errorf("%q waits: %t", name, !want)
		}
	}
}
