package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/a-h/templ"
)

// text is a component that writes s.
func text(s string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	})
}

// broken is a component that fails after it has written a part.
func broken(err error) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		_, _ = io.WriteString(w, "half a page")
		return err
	})
}

func view(r *http.Request, e *Error) templ.Component {
	if IsPartial(r) {
		return text("<p>" + e.Detail + "</p>")
	}
	return text("<html>" + e.Heading() + ": " + e.Detail + "</html>")
}

// adapter logs at the given level into the buffer that it returns.
func adapter(level slog.Level) (*Adapter, *bytes.Buffer) {
	var log bytes.Buffer
	return &Adapter{
		Log:  slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: level})),
		View: view,
	}, &log
}

func do(h http.Handler, path string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", path, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestPageAndItsTag(t *testing.T) {
	a, _ := adapter(slog.LevelInfo)
	page := a.Handle(func(w http.ResponseWriter, r *http.Request) error {
		if IsPartial(r) {
			return HTML(w, r, 200, text("part"))
		}
		return HTML(w, r, 200, text("whole"))
	})
	whole := do(page, "/sim/claim")
	if whole.Code != 200 || whole.Body.String() != "whole" || whole.Header().Get("Content-Length") != "5" {
		t.Errorf("page: %d %q, header %v", whole.Code, whole.Body, whole.Header())
	}
	if got := strings.Join(whole.Header().Values("Vary"), ", "); got != "HX-Request, HX-Request-Type" {
		t.Errorf("Vary: %q", got)
	}
	part := do(page, "/sim/claim", "HX-Request", "true", "HX-Request-Type", "partial")
	if part.Body.String() != "part" || part.Header().Get("ETag") == whole.Header().Get("ETag") {
		t.Errorf("fragment: %q with tag %s", part.Body, part.Header().Get("ETag"))
	}
	// htmx's boosted and restoring requests want a page.
	for _, header := range [][]string{{"HX-Request", "true", "HX-Request-Type", "full"}, {"HX-History-Restore-Request", "true"}} {
		if got := do(page, "/sim/claim", header...).Body.String(); got != "whole" {
			t.Errorf("%v: %q", header, got)
		}
	}
	tag := whole.Header().Get("ETag")
	for _, known := range []string{tag, strings.TrimPrefix(tag, "W/"), `"x", ` + tag, "*"} {
		again := do(page, "/sim/claim", "If-None-Match", known)
		if again.Code != 304 || again.Body.Len() != 0 || again.Header().Get("ETag") != tag {
			t.Errorf("If-None-Match: %s: %d %q", known, again.Code, again.Body)
		}
	}
	if again := do(page, "/sim/claim", "If-None-Match", `"other"`); again.Code != 200 {
		t.Errorf("another tag: %d", again.Code)
	}
}

func TestJSON(t *testing.T) {
	a, _ := adapter(slog.LevelInfo)
	w := do(a.Handle(func(w http.ResponseWriter, _ *http.Request) error {
		return JSON(w, 200, map[string]string{"key": "<{emq}:version>&"})
	}), "/api/key")
	if got, want := w.Body.String(), "{\"key\":\"<{emq}:version>&\"}\n"; got != want {
		t.Errorf("body %q, want %q", got, want)
	}
	if w.Header().Get("Content-Type") != "application/json" || w.Header().Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("header %v", w.Header())
	}
	// What cannot be encoded is an error before anything is sent.
	w = do(a.Handle(func(w http.ResponseWriter, _ *http.Request) error { return JSON(w, 200, func() {}) }), "/api/key")
	if w.Code != 500 || w.Header().Get("Content-Type") != "application/problem+json" {
		t.Errorf("unencodable: %d %s", w.Code, w.Header().Get("Content-Type"))
	}
}

// TestErrorsByAudience asks for one failure as a person, as htmx and as a
// program.
func TestErrorsByAudience(t *testing.T) {
	a, _ := adapter(slog.LevelInfo)
	h := a.Handle(func(http.ResponseWriter, *http.Request) error {
		return fmt.Errorf("reading the scenario: %w", BadParam("do", "wire5", "wire2, wire4 or wire6"))
	})
	detail := `the parameter do was given as "wire5"; accepted: wire2, wire4 or wire6`
	for _, c := range []struct {
		path, kind, body string
		header           []string
	}{
		{"/sim/claim", "text/html; charset=utf-8", "<html>That address does not work: " + detail + "</html>", nil},
		{"/sim/claim", "text/html; charset=utf-8", "<p>" + detail + "</p>", []string{"HX-Request-Type", "partial"}},
		{"/apiary", "text/html; charset=utf-8", "<html>That address does not work: " + detail + "</html>", nil},
	} {
		w := do(h, c.path, c.header...)
		if w.Code != 400 || w.Header().Get("Content-Type") != c.kind || w.Body.String() != c.body {
			t.Errorf("%s %v: %d %s %q", c.path, c.header, w.Code, w.Header().Get("Content-Type"), w.Body)
		}
		if got := strings.Join(w.Header().Values("Vary"), ", "); got != "HX-Request, HX-Request-Type" {
			t.Errorf("%s: Vary %q", c.path, got)
		}
		if w.Header().Get("Cache-Control") != "no-store" || w.Header().Get("ETag") != "" {
			t.Errorf("%s: an error may be cached: %v", c.path, w.Header())
		}
	}
	w := do(h, "/api/claim")
	want := map[string]any{
		"type": "about:blank", "title": "Bad Request", "status": 400.0, "detail": detail,
		"parameter": "do", "given": "wire5", "accepted": "wire2, wire4 or wire6",
	}
	if got := problemOf(t, w); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("problem %v, want %v", got, want)
	}
	if w.Header().Get("Access-Control-Allow-Origin") != "*" {
		t.Error("another origin's script cannot read the problem")
	}
}

func problemOf(t *testing.T, w *httptest.ResponseRecorder) map[string]any {
	t.Helper()
	if got := w.Header().Get("Content-Type"); got != "application/problem+json" {
		t.Fatalf("Content-Type %q", got)
	}
	var p map[string]any
	if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
		t.Fatal(err)
	}
	return p
}

func TestProblemMembers(t *testing.T) {
	a, _ := adapter(slog.LevelInfo)
	fail := func(err error) map[string]any {
		return problemOf(t, do(a.Handle(func(http.ResponseWriter, *http.Request) error { return err }), "/api/x"))
	}
	if p := fail(BadParam("queue", "", "a name")); p["given"] != "" {
		t.Errorf("a parameter given empty: %v", p)
	}
	if p := fail(BadParam("queue", "a\xffb", "a name")); p["given"] != "a\ufffdb" || p["given_quoted"] != `"a\xffb"` {
		t.Errorf("a value that is not UTF-8: %v", p)
	}
	if p := fail(NotFound("no simulator is called x")); len(p) != 4 {
		t.Errorf("members that say nothing: %v", p)
	}
	p := fail(BadParam("start", strings.Repeat("x", 5000), "at most 128 bytes"))
	if detail := p["detail"].(string); len(detail) > 300 || !strings.Contains(detail, "4904 bytes more") {
		t.Errorf("detail of a long value: %q", detail)
	}
}

func TestUnknownErrorsTellNothing(t *testing.T) {
	for name, h := range map[string]Handler{
		"error": func(w http.ResponseWriter, _ *http.Request) error {
			w.Header().Set("X-Secret", "1")
			w.WriteHeader(200)
			_, _ = w.Write([]byte("half a page"))
			return errors.New("secret inside")
		},
		"panic": func(w http.ResponseWriter, _ *http.Request) error {
			_, _ = w.Write([]byte("half a page"))
			panic("secret inside")
		},
		"rendering": func(w http.ResponseWriter, r *http.Request) error {
			return HTML(w, r, 200, broken(errors.New("secret inside")))
		},
	} {
		for _, path := range []string{"/sim/claim?key=secret", "/api/claim?key=secret"} {
			a, log := adapter(slog.LevelInfo)
			w := do(a.Handle(h), path)
			body := w.Body.String()
			if w.Code != 500 || strings.Contains(body, "secret") || strings.Contains(body, "half") || w.Header().Get("X-Secret") != "" {
				t.Errorf("%s at %s: %d %q, header %v", name, path, w.Code, body, w.Header())
			}
			if !strings.Contains(log.String(), "level=ERROR") || strings.Contains(log.String(), "secret") {
				t.Errorf("%s at %s: log %q", name, path, log)
			}
			if name == "panic" && !strings.Contains(log.String(), "web_test.go") {
				t.Errorf("the panic's stack is not in the log: %q", log)
			}
			a, log = adapter(slog.LevelDebug)
			do(a.Handle(h), path)
			if !strings.Contains(log.String(), "secret inside") || !strings.Contains(log.String(), "key=secret") {
				t.Errorf("%s: at Debug the cause is not in the log: %q", name, log)
			}
		}
	}
}

func TestRuntimePanicIsNamedInTheLog(t *testing.T) {
	a, log := adapter(slog.LevelInfo)
	var none []int
	w := do(a.Handle(func(http.ResponseWriter, *http.Request) error { _ = none[len(none)]; return nil }), "/")
	if w.Code != 500 || !strings.Contains(log.String(), "index out of range") {
		t.Errorf("%d, log %q", w.Code, log)
	}
}

func TestErrorPageThatFails(t *testing.T) {
	for name, view := range map[string]func(*http.Request, *Error) templ.Component{
		"error": func(*http.Request, *Error) templ.Component { return broken(errors.New("secret")) },
		"panic": func(*http.Request, *Error) templ.Component { panic("secret") },
	} {
		a, log := adapter(slog.LevelInfo)
		a.View = view
		w := do(a.Handle(func(http.ResponseWriter, *http.Request) error { return NotFound("x") }), "/x")
		if w.Code != 404 || w.Body.String() != "Not Found\n" || !strings.Contains(log.String(), "could not be drawn") {
			t.Errorf("%s: %d %q, log %q", name, w.Code, w.Body, log)
		}
	}
}

func TestAbortReachesTheServer(t *testing.T) {
	a, _ := adapter(slog.LevelInfo)
	defer func() {
		if recover() != http.ErrAbortHandler {
			t.Error("ErrAbortHandler was swallowed")
		}
	}()
	do(a.Handle(func(http.ResponseWriter, *http.Request) error { panic(http.ErrAbortHandler) }), "/")
}

func TestStatusesAndTheirFields(t *testing.T) {
	a, _ := adapter(slog.LevelInfo)
	for _, c := range []struct {
		err          error
		status       int
		retry, allow string
	}{
		{TooMany(90*time.Second, "x"), 429, "90", ""},
		{Unavailable(1500*time.Millisecond, "x"), 503, "2", ""},
		{fmt.Errorf("run: %w", context.DeadlineExceeded), 503, "5", ""},
		{NotFound("x"), 404, "", ""},
		{MethodNotAllowed("PUT"), 405, "", "GET, HEAD"},
	} {
		w := do(a.Handle(func(http.ResponseWriter, *http.Request) error { return c.err }), "/")
		if w.Code != c.status || w.Header().Get("Retry-After") != c.retry {
			t.Errorf("%v: %d, Retry-After %q", c.err, w.Code, w.Header().Get("Retry-After"))
		}
		if got := w.Header().Get("Allow"); got != c.allow {
			t.Errorf("%v: Allow %q, want %q", c.err, got, c.allow)
		}
	}
}

// TestTheRequestsOwnEnd takes an error that hides why the work stopped.
func TestTheRequestsOwnEnd(t *testing.T) {
	expired, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	left, leave := context.WithCancel(t.Context())
	leave()
	for _, c := range []struct {
		ctx    context.Context
		status int
	}{{expired, 503}, {left, 499}, {t.Context(), 500}} {
		a, log := adapter(slog.LevelInfo)
		w := httptest.NewRecorder()
		a.Handle(func(http.ResponseWriter, *http.Request) error { return errors.New("i/o timeout") }).
			ServeHTTP(w, httptest.NewRequest("GET", "/", nil).WithContext(c.ctx))
		if w.Code != c.status {
			t.Errorf("status %d, want %d", w.Code, c.status)
		}
		if c.status == 499 && log.Len() > 0 {
			t.Errorf("a reader who left is logged as a fault: %q", log)
		}
	}
}

// TestHeadersOfMiddlewares: what stood in the header before a handler ran is in
// its answer and in an error's, and a handler may take it away.
func TestHeadersOfMiddlewares(t *testing.T) {
	a, _ := adapter(slog.LevelInfo)
	through := func(h Handler) *httptest.ResponseRecorder {
		return do(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-Frame-Options", "DENY")
			a.Handle(h)(w, r)
		}), "/")
	}
	for _, h := range []Handler{
		func(w http.ResponseWriter, _ *http.Request) error { w.WriteHeader(204); return nil },
		func(http.ResponseWriter, *http.Request) error { return NotFound("x") },
	} {
		if got := through(h).Header().Get("X-Frame-Options"); got != "DENY" {
			t.Errorf("X-Frame-Options %q", got)
		}
	}
	w := through(func(w http.ResponseWriter, _ *http.Request) error {
		w.Header().Del("X-Frame-Options")
		return nil
	})
	if _, there := w.Header()["X-Frame-Options"]; there {
		t.Error("the handler could not take a field away")
	}
}

func TestQuoted(t *testing.T) {
	for value, want := range map[string]string{
		"":                             `""`,
		"a\u202e\xff":                  `"a\u202e\xff"`,
		strings.Repeat("x", 96):        `"` + strings.Repeat("x", 96) + `"`,
		strings.Repeat("x", 100):       `"` + strings.Repeat("x", 96) + `" and 4 bytes more`,
		"x" + strings.Repeat("日", 40):  `"x` + strings.Repeat("日", 31) + `" and 27 bytes more`,
		strings.Repeat("\xbf", 97):     `"` + strings.Repeat(`\xbf`, 92) + `" and 5 bytes more`,
		"xx" + strings.Repeat("日", 40): `"xx` + strings.Repeat("日", 31) + `" and 27 bytes more`,
	} {
		if got := Quoted(value); got != want {
			t.Errorf("Quoted(%q) = %s, want %s", value, got, want)
		}
	}
}
