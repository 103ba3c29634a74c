package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"echomq.dev/course/sim/claim"
	"echomq.dev/course/sim/internal/scenariotest"
	"echomq.dev/course/sim/scenario"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestOnlyEverASaving is what the store exists by: however a scenario gets to
// its last move, the answer is that of a run from the start, to the byte.
func TestOnlyEverASaving(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		full := scenariotest.Scenario().Draw(t, "scenario")
		want := oneGo(t, full)

		if got := moveByMove(t, full, func(*Store, int) {}); got != want {
			t.Fatalf("move by move:\n%s\nin one go:\n%s", got, want)
		}
		evicted := rapid.SliceOfN(rapid.Bool(), len(full.Moves)+1, len(full.Moves)+1).Draw(t, "evicted before move")
		got := moveByMove(t, full, func(s *Store, i int) {
			if evicted[i] {
				s.Drop("learner")
			}
		})
		if got != want {
			t.Fatalf("evicted between moves:\n%s\nin one go:\n%s", got, want)
		}
		if got := withUndo(t, full); got != want {
			t.Fatalf("with undo:\n%s\nin one go:\n%s", got, want)
		}
	})
}

func oneGo(t fataler, s scenario.Scenario) string {
	tr, err := claim.Execute(context.Background(), s)
	return answer(t, tr, err)
}

// moveByMove asks for every prefix of a scenario in turn, as a learner does
// who adds one move after the other, and gives the last answer.
func moveByMove(t fataler, full scenario.Scenario, before func(s *Store, move int)) string {
	store := New(10, time.Hour, time.Now)
	defer store.Close()
	var last string
	for n := 0; n <= len(full.Moves); n++ {
		before(store, n)
		part := full
		part.Moves = full.Moves[:n]
		tr, err := store.Run(context.Background(), "learner", part)
		last = answer(t, tr, err)
	}
	return last
}

// withUndo takes each move back once before it goes on, and looks at the
// answer after the undo too.
func withUndo(t fataler, full scenario.Scenario) string {
	store := New(10, time.Hour, time.Now)
	defer store.Close()
	run := func(n int) string {
		part := full
		part.Moves = full.Moves[:n]
		tr, err := store.Run(context.Background(), "learner", part)
		return answer(t, tr, err)
	}
	last := run(0)
	for n := 1; n <= len(full.Moves); n++ {
		before := last
		run(n)
		if after := run(n - 1); after != before {
			t.Fatalf("undo of move %d:\n%s\nbefore it:\n%s", n, after, before)
		}
		last = run(n)
	}
	return last
}

type fataler interface {
	Fatal(...any)
	Fatalf(string, ...any)
}

// answer is all that a caller can see of a run: the trace's JSON or the error.
func answer(t fataler, tr any, err error) string {
	if moved := (*claim.MoveError)(nil); errors.As(err, &moved) {
		return "error: " + err.Error()
	}
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(tr)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestGoesOn sees that a session saves what it is there to save: a move more
// does not run the moves before it again.
func TestGoesOn(t *testing.T) {
	store := New(10, time.Hour, time.Now)
	defer store.Close()
	run(t, store, "learner", "arrive wire4")
	first := kept(store, "learner")
	run(t, store, "learner", "arrive wire4\narrive enqueue")
	if kept(store, "learner") != first {
		t.Error("one more move took a fresh run")
	}
	run(t, store, "learner", "arrive wire4")
	if kept(store, "learner") == first {
		t.Error("an undo kept the run that had gone further")
	}
}

func TestBounds(t *testing.T) {
	now := time.Unix(0, 0)
	store := New(2, time.Minute, func() time.Time { return now })
	defer store.Close()
	run(t, store, "a", "arrive wire4")
	run(t, store, "b", "arrive wire4")
	run(t, store, "a", "arrive wire4")
	run(t, store, "c", "arrive wire4")
	if store.Len() != 2 || kept(store, "b") != nil || kept(store, "a") == nil {
		t.Error("over its bound, the store did not drop the session that was longest unused")
	}
	now = now.Add(61 * time.Second)
	store.Sweep()
	if store.Len() != 0 {
		t.Errorf("%d sessions are left that nobody used for longer than the bound", store.Len())
	}
}

// TestUseRenews sees that a session is dropped when nobody has used it for too
// long, and not when its first use is too long ago.
func TestUseRenews(t *testing.T) {
	now := time.Unix(0, 0)
	store := New(10, time.Minute, func() time.Time { return now })
	defer store.Close()
	run(t, store, "learner", "arrive wire4")
	now = now.Add(40 * time.Second)
	run(t, store, "learner", "arrive wire4\narrive enqueue")
	now = now.Add(40 * time.Second)
	store.Sweep()
	if kept(store, "learner") == nil {
		t.Error("a session that was used 40 seconds ago was swept after a minute's bound")
	}
	now = now.Add(21 * time.Second)
	store.Sweep()
	if store.Len() != 0 {
		t.Error("a session that nobody used for 61 seconds is left after a minute's bound")
	}
}

// TestNoSession sees that a store without room, a closed one and a request
// without a token answer all the same, and keep nothing.
func TestNoSession(t *testing.T) {
	closed := New(10, time.Hour, time.Now)
	closed.Close()
	for name, store := range map[string]*Store{"closed": closed, "no room": New(0, time.Hour, time.Now)} {
		run(t, store, "learner", "arrive wire4")
		if store.Len() != 0 {
			t.Errorf("%s: a session was kept", name)
		}
	}
	store := New(10, time.Hour, time.Now)
	defer store.Close()
	run(t, store, "", "arrive wire4")
	if store.Len() != 0 {
		t.Error("a request without a token made a session")
	}
}

// TestFailedRun sees that a scenario that cannot be run leaves no session.
func TestFailedRun(t *testing.T) {
	store := New(10, time.Hour, time.Now)
	defer store.Close()
	s, err := scenario.Parse("start string \"echomq:4.0.0\"\nhold a wire4\nstep a\nstep a")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.Run(context.Background(), "learner", s); err == nil {
		t.Fatal("a step of an arrival that has its verdict gave no error")
	}
	if store.Len() != 0 {
		t.Error("a run that failed was kept")
	}
}

// TestGoneReader sees that a request whose reader went away spoils nothing for
// the next one, not even where it had no move to make.
func TestGoneReader(t *testing.T) {
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	for _, texts := range [][2]string{
		{"arrive wire4", "arrive wire4\narrive enqueue"},
		{"hold a wire4\nstep a\nhold b wire2", "hold a wire4\nstep a\nhold b wire2\nstep a\nstep b"},
	} {
		store := New(10, time.Hour, time.Now)
		run(t, store, "learner", texts[0])
		same, err := scenario.Parse(texts[0])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := store.Run(gone, "learner", same); !errors.Is(err, context.Canceled) {
			t.Errorf("a request that is over was answered, error %v", err)
		}
		run(t, store, "learner", texts[1])
		store.Close()
	}
}

// TestMemory fills sessions to the bounds and weighs them: whatever is typed or
// held, one stays under 256 KB, and those of a usual class are kept.
func TestMemory(t *testing.T) {
	big := strings.Repeat("x", 128)
	coming := func(n int) string { return strings.Repeat("arrive wire4\n", n) }
	for name, full := range map[string]struct {
		text string
		kept bool // needs to be; what is not is too heavy to be
	}{
		"long replies":            {strings.Repeat("redis RPUSH l "+strings.Repeat(big+" ", 6)+"\n", 8) + strings.Repeat("redis LRANGE l 0 -1\n", 6), true},
		"many replies":            {strings.Repeat("redis RPUSH l a b c d e f\n", 24) + strings.Repeat("redis LRANGE l 0 -1\n", 24), true},
		"many values":             {strings.Repeat("set \""+big+"\"\n", 48), true},
		"many keys":               {strings.Repeat("redis MSET a"+big[:100]+" "+big+"\n", 30), true},
		"many small keys":         {console(64, "MSET # x # y"), false},
		"many members":            {console(64, "SADD s # # # #"), true},
		"many fields":             {console(60, "HSET h # x # y"), true},
		"64 arrivals":             {coming(64), true},
		"64 jobs":                 {"start string \"echomq:6.0.0\"\n" + strings.Repeat("arrive enqueue\n", 64), false},
		"4 held":                  {held(4, "wire4", 0), true},
		"4 live":                  {"start string \"echomq:4.0.0\"\n" + held(4, "wire4", 1), true},
		"3 held, 12 arrivals":     {held(3, "wire4", 0) + coming(12), true},
		"5 held":                  {held(5, "wire4", 0), false},
		"8 held":                  {held(8, "wire4", 0), false},
		"8 held, 56 arrivals":     {held(8, "wire4", 0) + coming(56), false},
		"8 live, 48 commands":     {"start string \"echomq:4.0.0\"\n" + held(8, "wire4", 1) + strings.Repeat("redis GET {emq}:version\n", 48), false},
		"1 held, 40 long replies": {held(1, "wire4", 0) + "redis RPUSH l " + strings.Repeat(big+" ", 6) + "\n" + strings.Repeat("redis LRANGE l 0 -1\n", 40), false},
	} {
		s, err := scenario.Parse(full.text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		const sessions, most = 40, 256_000
		store := New(sessions, time.Hour, time.Now)
		before := live()
		for i := range sessions {
			if _, err := store.Run(context.Background(), fmt.Sprint("learner", i), s); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		each, kept := (int(live())-int(before))/sessions, store.Len() == sessions
		t.Logf("%s: %d KB, kept: %v", name, each/1000, kept)
		if each > most {
			t.Errorf("%s: a session takes %d bytes, which is over %d", name, each, most)
		}
		if full.kept && !kept {
			t.Errorf("%s: of %d sessions %d are kept", name, sessions, store.Len())
		}
		store.Close()
	}
}

// live is what the objects of the heap and the stacks take after a collection.
// Unlike inUse it leaves out the room between objects, which is what ran before
// that left it and not what is kept.
func live() uint64 {
	inUse()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc + m.StackInuse
}

// console is n commands, with a new word at each #.
func console(n int, command string) string {
	var b strings.Builder
	for word := 0; n > 0; n-- {
		b.WriteString("redis ")
		for _, c := range command {
			if c == '#' {
				word++
				b.WriteString(strconv.FormatInt(int64(word), 36))
				continue
			}
			b.WriteRune(c)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// held holds so many arrivals, and steps each so often.
func held(n int, actor string, steps int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "hold %c %s\n", 'a'+i, actor)
		b.WriteString(strings.Repeat(fmt.Sprintf("step %c\n", 'a'+i), steps))
	}
	return b.String()
}

// TestTogether lets many requests at few sessions, with evictions, sweeps and
// the store's end in between; the race detector and goleak watch.
func TestTogether(t *testing.T) {
	store := New(3, time.Millisecond, time.Now)
	texts := []string{"arrive wire4", "arrive wire4\narrive enqueue", "hold a wire2\nstep a", "hold a wire2\nstep a\nstep a\nstep a", "arrive install"}
	want := map[string]string{}
	for _, text := range texts {
		s, err := scenario.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		want[text] = oneGo(t, s)
	}
	var wg sync.WaitGroup
	for w := range 8 {
		wg.Go(func() {
			for i := range 50 {
				text := texts[(w+i)%len(texts)]
				s, err := scenario.Parse(text)
				if err != nil {
					t.Error(err)
					return
				}
				tr, err := store.Run(context.Background(), fmt.Sprint("learner", (w*i)%5), s)
				if err != nil {
					t.Error(err)
					return
				}
				if b, err := json.Marshal(tr); err != nil || string(b) != want[text] {
					t.Errorf("%q answered otherwise: %v\n%s\n%s", text, err, b, want[text])
					return
				}
				switch i % 10 {
				case 3:
					store.Drop("learner1")
				case 7:
					store.Sweep()
				}
			}
		})
	}
	wg.Wait()
	store.Close()
}

func run(t *testing.T, store *Store, token, text string) {
	t.Helper()
	s, err := scenario.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	tr, err := store.Run(context.Background(), token, s)
	if got, want := answer(t, tr, err), oneGo(t, s); got != want {
		t.Fatalf("the store answers\n%s\na run from the start\n%s", got, want)
	}
}

func kept(s *Store, token string) *claim.Run {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e, ok := s.byID[token]; ok {
		return e.Value.(*session).run
	}
	return nil
}
