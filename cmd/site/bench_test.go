package main

import (
	"log/slog"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"

	"echomq.dev/course/pages/observe"
	"echomq.dev/course/sim/session"
)

// BenchmarkPage asks the whole site for a page, figures run and all, as the
// server does for each visitor. The first-time visitor's compression is left
// out: what is measured is the making of the page.
func BenchmarkPage(b *testing.B) {
	c, err := readConfig(nil, environment())
	if err != nil {
		b.Fatal(err)
	}
	sessions := session.New(c.maxSessions, c.sessionIdle, time.Now)
	defer sessions.Close()
	site, err := newSite(b.Context(), c, slog.New(slog.DiscardHandler), new(observe.Health), sessions)
	if err != nil {
		b.Fatal(err)
	}
	for name, path := range map[string]string{
		"reserve":      reservePath,
		"step":         "/sim/claim?start=absent&do=hold:a:wire4&do=hold:b:wire2&do=step:a&do=step:b&do=step:b&do=step:a&do=step:a&do=step:b&do=enqueue&do=install&do=wire6&at=6",
		"claim":        "/sim/claim?start=absent&do=wire4&do=enqueue",
		"claim-json":   "/api/claim?start=absent&do=wire4&do=enqueue",
		"collide":      "/sim/collide?queue=emq",
		"collide-json": "/api/collide?queue=emq",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				r := httptest.NewRequest("GET", path, nil)
				if name == "step" { // in a live session, by htmx
					r.Header.Set("HX-Request-Type", "partial")
					r.Header.Set("EchoMQ-Session", "of one reader")
				}
				// Each request from an address of its own: the bound on requests
				// of one client is not what is measured.
				n++
				r.RemoteAddr = address(n)
				w := httptest.NewRecorder()
				site.ServeHTTP(w, r)
				if w.Code != 200 {
					b.Fatalf("%s: %d", path, w.Code)
				}
			}
		})
	}
}

func address(n int) string {
	ip := netip.AddrFrom4([4]byte{10, byte(n >> 16), byte(n >> 8), byte(n)})
	return netip.AddrPortFrom(ip, 1234).String()
}
