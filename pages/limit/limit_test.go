package limit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a-h/templ"
	"github.com/go-chi/chi/v5/middleware"

	"echomq.dev/course/pages/web"
)

// fail notes the error where a test can read it.
func fail(w http.ResponseWriter, _ *http.Request, err error) {
	e := err.(*web.Error)
	w.Header().Set("Retry-After", e.RetryAfter.String())
	http.Error(w, e.Detail, e.Status)
}

var ok = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
	_, _ = io.WriteString(w, middleware.GetClientIP(r.Context()))
})

func from(addr, forwarded string) *http.Request {
	r := httptest.NewRequest("GET", "/", nil)
	r.RemoteAddr = addr
	if forwarded != "" {
		r.Header.Set("X-Forwarded-For", forwarded)
	}
	// Fields that a client may write freely and that must not count.
	r.Header.Set("X-Real-IP", "6.6.6.6")
	r.Header.Set("True-Client-IP", "6.6.6.6")
	return r
}

func serve(h http.Handler, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestClientIP(t *testing.T) {
	trusted := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}
	for _, c := range []struct {
		trusted         []netip.Prefix
		peer, xff, want string
	}{
		{nil, "192.0.2.1:1000", "", "192.0.2.1"},
		{nil, "192.0.2.1:1000", "6.6.6.6", "192.0.2.1"},
		{nil, "[2001:db8::1]:1000", "6.6.6.6", "2001:db8::1"},
		{trusted, "192.0.2.1:1000", "6.6.6.6", "192.0.2.1"}, // not a proxy of ours
		{trusted, "10.0.0.1:1000", "192.0.2.7", "192.0.2.7"},
		{trusted, "10.0.0.1:1000", "6.6.6.6, 192.0.2.7", "192.0.2.7"},
		{trusted, "10.0.0.1:1000", "6.6.6.6, 192.0.2.7, 10.9.9.9", "192.0.2.7"},
		{trusted, "[fd00::1]:1000", "2001:db8::7", "2001:db8::7"},
		{trusted, "10.0.0.1:1000", "192.0.2.7, nonsense", ""},
		{trusted, "10.0.0.1:1000", "192.0.2.7:4711", "192.0.2.7"},
		{trusted, "10.0.0.1:1000", "6.6.6.6,[2001:db8::7]:4711, 10.9.9.9:1", "2001:db8::7"},
	} {
		if got := serve(ClientIP(c.trusted)(ok), from(c.peer, c.xff)).Body.String(); got != c.want {
			t.Errorf("trusting %v: %s with %q is %q, want %q", c.trusted, c.peer, c.xff, got, c.want)
		}
	}
}

func TestPerClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const bound = 30
		h := ClientIP(nil)(PerClient(bound, fail)(ok))
		ask := func(addr string) *httptest.ResponseRecorder { return serve(h, from(addr, "")) }
		time.Sleep(3 * time.Second) // the window slides: a client seldom begins with it
		for range bound {
			if w := ask("192.0.2.1:1"); w.Code != 200 || w.Header().Get("X-RateLimit-Remaining") != "" {
				t.Fatalf("within the bound: %d, header %v", w.Code, w.Header())
			}
		}
		w := ask("192.0.2.1:2") // another port is the same client
		if w.Code != 429 || w.Header().Get("Retry-After") != "1m0s" || !strings.Contains(w.Body.String(), "30 requests") {
			t.Errorf("over the bound: %d %q, header %v", w.Code, w.Body, w.Header())
		}
		if w := ask("192.0.2.2:1"); w.Code != 200 {
			t.Errorf("another client: %d", w.Code)
		}
		for i := range bound {
			ask(fmt.Sprintf("[2001:db8::%x]:1", i+1))
		}
		if w := ask("[2001:db8::ffff]:1"); w.Code != 429 {
			t.Errorf("one more address of one /64: %d, want 429", w.Code)
		}
		// The answer says to come back after a minute: then it must be true.
		time.Sleep(time.Minute)
		if w := ask("192.0.2.1:1"); w.Code != 200 {
			t.Errorf("after a minute: %d", w.Code)
		}
	})
}

// TestPerClientBehindAProxy sees that whoever a proxy did not name counts as that
// proxy: not as one of those that it did name, and not together with whoever
// another proxy did not name.
func TestPerClientBehindAProxy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const bound = 5
		h := ClientIP([]netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")})(PerClient(bound, fail)(ok))
		unnamed := []string{"", "nonsense", "192.0.2.7, nonsense", "10.9.9.9"}
		for i := range bound {
			if w := serve(h, from("10.0.0.1:1", unnamed[i%len(unnamed)])); w.Code != 200 {
				t.Fatalf("within the bound: %d", w.Code)
			}
		}
		for _, c := range []struct {
			peer, forwarded string
			want            int
		}{
			{"10.0.0.1:1", "", 429},
			{"10.0.0.1:2", "nonsense", 429}, // another port is the same proxy
			{"10.0.0.1:1", "192.0.2.7, nonsense", 429},
			{"10.0.0.1:1", "10.9.9.9", 429}, // a proxy of ours that named nobody either
			{"10.0.0.1:1", "192.0.2.7", 200},
			{"10.0.0.2:1", "", 200},
			{"10.0.0.2:1", "nonsense", 200},
		} {
			if w := serve(h, from(c.peer, c.forwarded)); w.Code != c.want {
				t.Errorf("%s with %q: %d, want %d", c.peer, c.forwarded, w.Code, c.want)
			}
		}
	})
}

func TestURLs(t *testing.T) {
	h := URLs(fail)(ok)
	if w := serve(h, httptest.NewRequest("GET", "/?q="+strings.Repeat("x", 8000), nil)); w.Code != 200 {
		t.Errorf("a long URL: %d", w.Code)
	}
	if w := serve(h, httptest.NewRequest("GET", "/?q="+strings.Repeat("x", 9000), nil)); w.Code != 400 || !strings.Contains(w.Body.String(), "8192") {
		t.Errorf("a longer URL: %d %q", w.Code, w.Body)
	}
}

func TestDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var err error
		serve(Deadline(10*time.Second)(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			<-r.Context().Done()
			err = r.Context().Err()
		})), httptest.NewRequest("GET", "/", nil))
		if err != context.DeadlineExceeded {
			t.Errorf("%v, want %v", err, context.DeadlineExceeded)
		}
	})
}

// TestRuns fills both places and both seats in the line.
func TestRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		runs := NewRuns(2, time.Second, fail)
		release := make(chan struct{})
		h := runs.Middleware(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }))
		var wg sync.WaitGroup
		var mu sync.Mutex
		codes := map[int]int{}
		ask := func(n int) {
			for range n {
				wg.Go(func() {
					w := serve(h, httptest.NewRequest("GET", "/", nil))
					mu.Lock()
					defer mu.Unlock()
					codes[w.Code]++
				})
			}
			synctest.Wait()
		}
		answered := func() map[int]int {
			mu.Lock()
			defer mu.Unlock()
			return maps.Clone(codes)
		}
		ask(4)
		if got := answered(); runs.InUse() != 2 || len(got) != 0 {
			t.Fatalf("%d run, answered %v; want 2 running, 2 waiting", runs.InUse(), got)
		}
		w := serve(h, httptest.NewRequest("GET", "/", nil)) // refused without a wait
		if w.Code != 503 || w.Header().Get("Retry-After") != "1s" {
			t.Errorf("over the line: %d, header %v", w.Code, w.Header())
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if got := answered(); got[503] != 2 {
			t.Errorf("after the wait: %v, want two 503", got)
		}
		ask(1) // there is room in the line again
		close(release)
		wg.Wait()
		if codes[200] != 3 || runs.InUse() != 0 || len(runs.line) != 0 {
			t.Errorf("at the end: %v, %d run, %d in line", codes, runs.InUse(), len(runs.line))
		}
	})
}

func TestRunsGivesThePlaceBack(t *testing.T) {
	runs := NewRuns(1, time.Hour, fail)
	panics := runs.Middleware(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("x") }))
	func() {
		defer func() { _ = recover() }()
		serve(panics, httptest.NewRequest("GET", "/", nil))
	}()
	if runs.InUse() != 0 || len(runs.line) != 0 {
		t.Error("a panic keeps its place")
	}
}

// A reader who leaves while waiting for a place takes nobody's seat along.
func TestRunsAndAReaderWhoLeavesTheLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		runs := NewRuns(1, time.Hour, func(_ http.ResponseWriter, _ *http.Request, err error) {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("whoever left is told %v", err)
			}
		})
		runs.places <- struct{}{}
		ctx, leave := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			serve(runs.Middleware(ok), httptest.NewRequest("GET", "/", nil).WithContext(ctx))
			close(done)
		}()
		synctest.Wait()
		if len(runs.line) != 1 {
			t.Errorf("%d wait", len(runs.line))
		}
		leave()
		<-done
		if len(runs.line) != 0 {
			t.Error("whoever left still stands in the line")
		}
	})
}

// TestRunsAndAReaderWhoLeft asks often, for a wrong order of the questions is
// wrong only now and then.
func TestRunsAndAReaderWhoLeft(t *testing.T) {
	answers := &web.Adapter{Log: slog.New(slog.DiscardHandler), View: func(_ *http.Request, e *web.Error) templ.Component {
		return templ.Raw(e.Detail)
	}}
	runs := NewRuns(1, 0, answers.Fail)
	ran := 0
	h := runs.Middleware(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { ran++ }))
	gone, leave := context.WithCancel(t.Context())
	leave()
	late, end := context.WithTimeout(t.Context(), 0)
	defer end()
	for range 100 {
		if w := serve(h, httptest.NewRequest("GET", "/", nil).WithContext(gone)); w.Code != 499 {
			t.Fatalf("a reader who left: %d, want 499", w.Code)
		}
		if w := serve(h, httptest.NewRequest("GET", "/", nil).WithContext(late)); w.Code != 503 {
			t.Fatalf("a request out of time: %d, want 503", w.Code)
		}
	}
	if ran != 0 || len(runs.line) != 0 {
		t.Errorf("%d ran for nobody, %d keep a seat", ran, len(runs.line))
	}
	for range 100 { // without any patience a free place still is one
		if w := serve(h, httptest.NewRequest("GET", "/", nil)); w.Code != 200 {
			t.Fatalf("with a free place: %d", w.Code)
		}
	}
	runs.places <- struct{}{}
	if w := serve(h, httptest.NewRequest("GET", "/", nil).WithContext(gone)); w.Code != 499 || len(runs.line) != 0 {
		t.Errorf("a reader who left a full server: %d, want 499; %d keep a seat", w.Code, len(runs.line))
	}
}
