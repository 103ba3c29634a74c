package observe

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"
)

func do(h http.Handler, method, path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(method, path, nil))
	return w
}

func router(use ...func(http.Handler) http.Handler) http.Handler {
	r := chi.NewRouter()
	r.Use(use...)
	r.Get("/sim/{name}", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("four")) })
	r.Get("/silent", func(http.ResponseWriter, *http.Request) {})
	r.Get("/abort", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	return r
}

func TestMetrics(t *testing.T) {
	live := 7.0
	m := NewMetrics(Gauge{"echomq_sessions", "Live sessions.", func() float64 { return live }})
	h := router(m.Middleware)
	do(h, "GET", "/sim/claim?do=wire4")
	do(h, "GET", "/sim/key?key=secret")
	do(h, "GET", "/silent")
	do(h, "GET", "/nowhere/at/all")
	do(h, "BREW", "/sim/claim")
	func() {
		defer func() { _ = recover() }()
		do(h, "GET", "/abort")
	}()
	live = 8
	text := do(m.Handler(), "GET", "/metrics").Body.String()
	for _, line := range []string{
		`echomq_http_requests_total{method="GET",route="/sim/{name}",status="200"} 2`,
		`echomq_http_requests_total{method="GET",route="/silent",status="200"} 1`,
		`echomq_http_requests_total{method="GET",route="unmatched",status="404"} 1`,
		`echomq_http_requests_total{method="other",route="unmatched",status="405"} 1`,
		`echomq_http_request_seconds_count{route="/sim/{name}"} 2`,
		`echomq_http_requests_in_flight 0`,
		`echomq_sessions 8`,
		`go_goroutines `,
	} {
		if !strings.Contains(text, "\n"+line) {
			t.Errorf("no line %q", line)
		}
	}
	if strings.Contains(text, "nowhere") || strings.Contains(text, "secret") || strings.Contains(text, "BREW") {
		t.Error("a client's own words are in the metrics")
	}
	// Another Metrics counts for itself.
	if text := do(NewMetrics().Handler(), "GET", "/metrics").Body.String(); strings.Contains(text, "/sim/{name}") {
		t.Error("two registries share their counts")
	}
}

func TestAccessLog(t *testing.T) {
	for level, debug := range map[slog.Level]bool{slog.LevelInfo: false, slog.LevelDebug: true} {
		var out bytes.Buffer
		log := slog.New(slog.NewJSONHandler(&out, &slog.HandlerOptions{Level: level}))
		do(router(AccessLog(log)), "GET", "/sim/claim?start=secret")
		var line map[string]any
		if err := json.Unmarshal(out.Bytes(), &line); err != nil {
			t.Fatalf("%v: %q", err, out.String())
		}
		for name, want := range map[string]any{"method": "GET", "path": "/sim/claim", "route": "/sim/{name}", "status": 200.0, "bytes": 4.0} {
			if line[name] != want {
				t.Errorf("%s is %v, want %v", name, line[name], want)
			}
		}
		if got := strings.Contains(out.String(), "secret"); got != debug {
			t.Errorf("at %v the query is in the log: %v, want %v", level, got, debug)
		}
	}
	var out bytes.Buffer
	do(router(AccessLog(slog.New(slog.NewJSONHandler(&out, &slog.HandlerOptions{Level: slog.LevelWarn})))), "GET", "/silent")
	if out.Len() > 0 {
		t.Errorf("an answer is logged above Info: %q", out.String())
	}
}

func TestHealth(t *testing.T) {
	var h Health
	live, ready := http.HandlerFunc(h.Live), http.HandlerFunc(h.Ready)
	if l, r := do(live, "GET", "/healthz"), do(ready, "GET", "/readyz"); l.Code != 200 || r.Code != 200 || l.Body.String() != "ok\n" {
		t.Errorf("at first: live %d, ready %d", l.Code, r.Code)
	}
	h.Drain()
	if l, r := do(live, "GET", "/healthz"), do(ready, "GET", "/readyz"); l.Code != 200 || r.Code != 503 || r.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("draining: live %d, ready %d", l.Code, r.Code)
	}
}
