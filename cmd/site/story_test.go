package main

import (
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"echomq.dev/course/cmd/site/internal/browser"
	"echomq.dev/course/pages/observe"
	"echomq.dev/course/sim/session"
)

const reservePath = "/protocol/the-owned-keyspace/the-reserve"

// TestStory does in a browser what the course is for: on the reserve's page a
// wire 4 connector arrives at an empty node, the result is kept, and a native
// write verb comes, so that a learner reads what went over the wire and why it
// was refused. With JavaScript the page changes in place; without it every
// step is a form or a link that leads on. What is found must be the same.
func TestStory(t *testing.T) {
	site := startSite(t)
	found := map[string]string{}
	for _, mode := range []string{"with JavaScript", "without JavaScript"} {
		t.Run(mode, func(t *testing.T) {
			b := browser.Open(t, mode == "with JavaScript")
			b.Visit(site + reservePath)
			sim := `.sim.claim`
			b.Click(sim + ` a[id$="-reset"]`)
			b.See(sim+" .nobody", "Nobody has arrived")
			choose(b, sim, "wire4")
			b.See(sim+" .verdict-word", "claimed")
			b.See(sim+" .ledger", "SET {emq}:version echomq:4.0.0 NX")
			b.Click(sim + ` a[id$="-keep"]`)
			b.See(sim+" .claim-form", `"echomq:4.0.0"`)
			choose(b, sim, "enqueue")
			b.See(sim+" .verdict-word", "refused")
			b.See(sim+" .error-text", "EMQWIRE expected echomq:6.0.0 found echomq:4.0.0")
			b.See(sim, `*5\r\n`)
			b.See(sim, `EMQ.ENQUEUE\r\n`)
			b.See(sim, `-EMQWIRE expected echomq:6.0.0 found echomq:4.0.0\r\n`)
			b.See(sim, "sim/actor/native.go")
			found[mode] = b.Text(sim+" .verdict") + b.Text(sim+" .ledger") + b.Text(sim+" .tokens")
			if mode == "with JavaScript" {
				if at := b.Location(); !strings.HasSuffix(at, reservePath) {
					t.Errorf("the lesson was left for %s", at)
				}
				if said := b.Text("#announcer"); !strings.Contains(said, "refused") {
					t.Errorf("the live region says %q", said)
				}
			}
			b.NoFaults()
		})
	}
	if with, without := found["with JavaScript"], found["without JavaScript"]; with != without || with == "" {
		t.Errorf("with JavaScript was found\n%s\nand without\n%s", with, without)
	}
}

// TestTyping sees that the checker answers while somebody types, that it takes
// the name as it is, and that the focus stays where it was.
func TestTyping(t *testing.T) {
	b := browser.Open(t, true)
	b.Visit(startSite(t) + "/sim/collide?queue=orders")
	field := `#collide input[name="queue"]`
	b.Replace(field, "}x")
	b.See("#collide", "10204")
	b.See("#announcer", "not valid")
	if focused := browser.Eval[string](b, `document.activeElement.name`); focused != "queue" {
		t.Errorf("after the answer, the focus is on %q", focused)
	}
	if at := b.Location(); !strings.HasSuffix(at, "/sim/collide?queue=%7Dx") {
		t.Errorf("the address is %s, which is not a link to what is shown", at)
	}
	b.NoFaults()
}

// TestBackAndForward sees that a simulator's own page keeps its states in the
// browser's history.
func TestBackAndForward(t *testing.T) {
	b := browser.Open(t, true)
	b.Visit(startSite(t) + "/sim/claim?start=absent&do=wire4")
	b.See(".verdict-word", "claimed")
	choose(b, ".sim.claim", "wire6")
	b.See(".verdict-word", "refused")
	b.Back()
	b.See(".verdict-word", "claimed")
	b.Forward()
	b.See(".verdict-word", "refused")
	b.NoFaults()
}

// choose lets an actor arrive: with scripts the choice alone is enough, without
// them the button sends it.
func choose(b *browser.Tab, sim, actor string) {
	b.Click(sim + ` input[name="do"][value="` + actor + `"][type="radio"]`)
	if !browser.Eval[bool](b, `document.documentElement.classList.contains("js")`) {
		b.Click(sim + " button[type=submit]")
	}
}

func startSite(t *testing.T) string {
	t.Helper()
	c, err := readConfig(nil, environment())
	if err != nil {
		t.Fatal(err)
	}
	sessions := session.New(c.maxSessions, c.sessionIdle, time.Now)
	handler, err := newSite(t.Context(), c, slog.New(slog.DiscardHandler), new(observe.Health), sessions)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(func() {
		server.Close()
		sessions.Close()
	})
	return server.URL
}
