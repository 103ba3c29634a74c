package main

import (
	"bytes"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"echomq.dev/course/pages/observe"
	"echomq.dev/course/sim/session"
)

// TestSite asks the whole handler, under a base path, for what does not depend
// on any page.
func TestSite(t *testing.T) {
	c, err := readConfig([]string{"-base-path", "/echomq"}, environment())
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	sessions := session.New(c.maxSessions, c.sessionIdle, time.Now)
	t.Cleanup(sessions.Close)
	site, err := newSite(t.Context(), c, slog.New(slog.NewTextHandler(&log, nil)), new(observe.Health), sessions)
	if err != nil {
		t.Fatal(err)
	}
	ask := func(method, path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		site.ServeHTTP(w, httptest.NewRequest(method, path, nil))
		return w
	}
	for _, q := range []struct {
		method, path string
		status       int
		kind, body   string
	}{
		{"GET", "/echomq/healthz", 200, "text/plain; charset=utf-8", "ok\n"},
		{"HEAD", "/echomq/healthz", 200, "text/plain; charset=utf-8", ""},
		{"GET", "/echomq/readyz", 200, "text/plain; charset=utf-8", "ready\n"},
		{"GET", "/echomq/metrics", 200, "text/plain", "echomq_http_requests_total{"},
		{"GET", "/echomq/static/favicon.svg", 200, "image/svg+xml", "<svg"},
		{"GET", "/echomq/static/nothing.css", 404, "text/plain; charset=utf-8", "no such file"},
		{"GET", "/echomq/nowhere?key=secret", 404, "text/html; charset=utf-8", "/nowhere"},
		{"GET", "/echomq/api/nowhere", 404, "application/problem+json", `"status":404`},
		{"POST", "/echomq/healthz", 405, "text/html; charset=utf-8", "POST"},
		{"BREW", "/echomq/api/claim", 405, "application/problem+json", "BREW"},
		{"GET", "/echomq/api/collide", 400, "application/problem+json", `"accepted":"one value of at most 128 bytes, which may be empty"`},
		{"GET", "/echomq/api/collide?%ff=1", 400, "application/problem+json", `"parameter_quoted":"\"\\xff\""`},
		{"GET", "/echomq/api/nowhere", 404, "application/problem+json", `/echomq/api/nowhere`},
		{"GET", "/echomq/nowhere?x=" + strings.Repeat("y", 9000), 400, "text/html; charset=utf-8", "8192"},
		{"GET", "/echomq", 308, "text/html; charset=utf-8", ""},
		{"GET", "/elsewhere?key=secret", 404, "text/html; charset=utf-8", "the site begins at /echomq/"},
		{"HEAD", "/", 404, "text/html; charset=utf-8", ""},
		{"GET", "/api/claim", 404, "application/problem+json", "the site begins at /echomq/"},
	} {
		w := ask(q.method, q.path)
		if w.Code != q.status || !strings.HasPrefix(w.Header().Get("Content-Type"), q.kind) || !strings.Contains(w.Body.String(), q.body) {
			t.Errorf("%s %.60s: %d %s, want %d %s with %q:\n%.300s", q.method, q.path, w.Code, w.Header().Get("Content-Type"), q.status, q.kind, q.body, w.Body)
		}
		if !strings.Contains(w.Header().Get("Content-Security-Policy"), "frame-ancestors 'none'") {
			t.Errorf("%s %.60s has no policy against frames", q.method, q.path)
		}
	}
	if strings.Contains(log.String(), "secret") {
		t.Errorf("a query's value is in the log: %s", &log)
	}
}
