package main

import (
	"log/slog"
	"net/http/httptest"
	"os/exec"
	"regexp"
	"testing"
	"testing/synctest"
	"time"

	"echomq.dev/course/pages/observe"
	"echomq.dev/course/sim/session"
)

// TestRequestDeadline asks the whole site for a sequence, in a session whose clock
// takes its time to tell it: a request just within its time is answered, and one
// beyond is told to come back. It asks for JSON, for what colours the code on a
// page leaves a clock of its own running.
func TestRequestDeadline(t *testing.T) {
	c, err := readConfig(nil, environment())
	if err != nil {
		t.Fatal(err)
	}
	var takes time.Duration
	sessions := session.New(c.maxSessions, c.sessionIdle, func() time.Time {
		time.Sleep(takes)
		return time.Now()
	})
	site, err := newSite(t.Context(), c, slog.New(slog.DiscardHandler), new(observe.Health), sessions)
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		defer sessions.Close() // of what was begun in here
		for _, q := range []struct {
			takes  time.Duration
			status int
		}{{perRequest - time.Second, 200}, {perRequest + time.Second, 503}} {
			takes = q.takes
			r := httptest.NewRequest("GET", "/api/claim?do=wire4", nil)
			r.Header.Set("EchoMQ-Session", "slow")
			w := httptest.NewRecorder()
			if site.ServeHTTP(w, r); w.Code != q.status {
				t.Errorf("after %v: %d, want %d", takes, w.Code, q.status)
			}
		}
	})
}

// TestIdleSessions asks a site that keeps sessions for a second for nothing but
// their number: the one that nobody uses any more goes, without a request for a
// sequence that would make room.
func TestIdleSessions(t *testing.T) {
	cmd := exec.Command(built.binary, "-session-idle", "1s")
	cmd.Dir = t.TempDir()
	p, err := launch(t, cmd)
	if err != nil {
		t.Fatal(err)
	}
	count := func() string {
		_, body := fetch(t, "http://"+p.addr+"/metrics")
		m := regexp.MustCompile(`(?m)^echomq_sessions (.+)$`).FindStringSubmatch(body)
		if m == nil {
			t.Fatalf("no number of sessions in\n%s", body)
		}
		return m[1]
	}
	use := func() {
		conn := begin(t, p.addr, "GET /sim/claim?do=wire4 HTTP/1.1\r\nHost: site\r\n")
		if status, body := finish(t, conn, "EchoMQ-Session: idle\r\n\r\n"); status != 200 {
			t.Fatalf("%d %s", status, body)
		}
	}
	late := time.Now().Add(20 * time.Second)
	for use(); count() != "1"; use() { // again, if it was swept before it was counted
		if time.Now().After(late) {
			t.Fatal("a session that is in use is not counted")
		}
	}
	for count() != "0" {
		if time.Now().After(late) {
			t.Fatal("a session that nobody uses is kept for much longer than a second")
		}
		time.Sleep(200 * time.Millisecond)
	}
}
