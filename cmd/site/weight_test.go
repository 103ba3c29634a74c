package main

import (
	"strings"
	"testing"

	"echomq.dev/course/cmd/site/internal/browser"
)

// heaviest is what the first load of a page may weigh, in bytes over the wire:
// 75 kB, headers included.
const heaviest = 75_000

// TestFirstLoad opens each page with an empty cache, on a phone and a desk: it
// is light, all of it comes from the site itself, only the style sheet holds
// the first paint up, nothing moves while the rest comes, and the reader's
// browser keeps nothing.
func TestFirstLoad(t *testing.T) {
	site := startSite(t)
	b := browser.Open(t, true)
	for _, look := range []browser.Look{phone, desk} {
		b.As(look)
		for _, path := range everyPage(t, site) {
			t.Run(path+" "+look.String(), func(t *testing.T) {
				b := b.In(t)
				weight, list := 0, []string{}
				for _, r := range b.Load(site + path) {
					weight += r.Bytes
					list = append(list, r.URL)
					if !strings.HasPrefix(r.URL, site+"/") {
						t.Errorf("it sends for %s", r.URL)
					}
				}
				if weight > heaviest || len(list) < 4 {
					t.Errorf("it weighs %d bytes, more than %d, in %q", weight, heaviest, list)
				}
				t.Logf("%d bytes in %d answers", weight, len(list))
				blocking := browser.Eval[[]string](b, `performance.getEntriesByType("resource").filter((r) => r.renderBlockingStatus === "blocking").map((r) => r.name)`)
				if len(blocking) != 1 || !strings.Contains(blocking[0], ".css") {
					t.Errorf("the first paint waits for %q", blocking)
				}
				keepsNothing(b)
				b.NoFaults()
			})
		}
	}
}

// TestNothingShifts lets the scripts come after the first paint: what they show
// and hide has its place from the start.
func TestNothingShifts(t *testing.T) {
	site := startSite(t)
	b := browser.Open(t, true)
	b.SlowScripts(250)
	for _, look := range []browser.Look{phone, desk} {
		b.As(look)
		for _, path := range everyPage(t, site) {
			b.Load(site + path)
			shifts := browser.Eval[[]string](b, `new Promise((done) => {
				const found = [];
				new PerformanceObserver((list) => {
					for (const s of list.getEntries()) found.push(s.value.toFixed(4) + ": " + s.sources.map((x) => x.node?.parentElement?.className + " > " + (x.node?.id || x.node?.className || x.node?.textContent)).join(", "));
				}).observe({type: "layout-shift", buffered: true});
				requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(found), 60)));
			})`)
			if len(shifts) > 0 {
				t.Errorf("%s at %s shifts by %q", path, look, shifts)
			}
		}
	}
}

// TestKeepsNothing does what a learner does and then looks for what it left in
// the browser.
func TestKeepsNothing(t *testing.T) {
	b := browser.Open(t, true)
	b.Visit(startSite(t) + "/sim/claim?start=absent&do=wire4")
	choose(b, ".sim.claim", "wire6")
	b.See(".verdict-word", "refused")
	b.Click("#theme")
	b.Back()
	b.See(".verdict-word", "claimed")
	keepsNothing(b)
	b.NoFaults()
}

// keepsNothing sees that the site has put nothing into the browser.
func keepsNothing(b *browser.Tab) {
	b.T().Helper()
	kept := browser.Eval[[]string](b, `Promise.all([indexedDB.databases(), caches.keys(), navigator.serviceWorker.getRegistrations()]).then((some) => [
		document.cookie && "a cookie: " + document.cookie,
		localStorage.length && "local storage: " + Object.keys(localStorage),
		sessionStorage.length && "session storage: " + Object.keys(sessionStorage),
		...some.map((s) => s.length && "a database, a cache or a worker"),
	].filter(Boolean).map(String))`)
	if len(kept) > 0 {
		b.T().Errorf("the browser keeps %q", kept)
	}
}

// TestPlaces jumps to each section from the contents, on a page that has just
// come: the section's heading is then in sight.
func TestPlaces(t *testing.T) {
	site := startSite(t)
	b := browser.Open(t, true)
	for _, look := range []browser.Look{phone, desk} {
		b.As(look)
		for _, path := range everyPage(t, site) {
			b.Visit(site + path)
			missed := browser.Eval[[]string](b, `(async () => {
				const missed = [];
				for (const a of document.querySelectorAll(".toc a")) {
					scrollTo(0, 0);
					location.hash = a.hash;
					await new Promise(requestAnimationFrame);
					const at = document.getElementById(decodeURIComponent(a.hash.slice(1))).getBoundingClientRect();
					if (at.top < -1 || at.bottom > innerHeight) missed.push(a.hash + " at " + Math.round(at.top));
				}
				return missed;
			})()`)
			if len(missed) > 0 {
				t.Errorf("%s at %s: not in sight: %q", path, look, missed)
			}
		}
	}
}
