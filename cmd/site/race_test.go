package main

import (
	"strings"
	"testing"

	"echomq.dev/course/cmd/site/internal/browser"
)

// TestRaceByKeys takes a part out of the fence, looks at an order of another
// end, steps through one, and goes back, all by keys.
func TestRaceByKeys(t *testing.T) {
	site := startSite(t)
	b := browser.Open(t, true)
	b.Visit(site + "/sim/race?a=wire2&b=wire4")
	b.See(".verdict-word", "All 16 orders keep the fence’s promises")
	tabTo(b, `select[name="variant"]`)
	b.Press(browser.DownKey) // to the next choice
	b.See(".verdict-word", "12 of 16 orders break a promise")
	b.See("#announcer", "12 of 16 orders break a promise")
	focused := func(selector string) bool {
		return browser.Eval[bool](b, `document.activeElement.matches('`+selector+`')`)
	}
	if !focused(`select[name="variant"]`) {
		t.Errorf("after the answer, the focus is on %s", browser.Eval[string](b, `document.activeElement.outerHTML`))
	}
	if at := b.Location(); !strings.Contains(at, "variant=no-nx") {
		t.Errorf("the address is %s", at)
	}
	tabTo(b, "#race-bbab")
	b.Press(browser.EnterKey)
	b.Until("the order to be drawn", func() bool {
		return focused(`#race-bbab[aria-current="true"]`) && strings.Contains(b.Location(), "order=bbab")
	}, func() string { return b.Location() + " " + b.Text(".shown-order") })
	b.See("#announcer", "Order B B A B. A: refused")
	b.See(".shown-order", "A: refused with {:version_fence, \"echomq:4.0.0\"}. B: claimed.")
	b.Back()
	b.See(".shown-order", "A: claimed. B: claimed.")
	b.Visit(site + "/sim/race?a=wire2&b=wire4&order=baabba")
	tabTo(b, ".shown-order .acts a")
	b.Press(browser.EnterKey)
	b.See("h1", "Who may claim the node?")
	b.See(".stepbar .position", "before the first of 6")
	b.NoFaults()
}

// TestRaceInFrames: where a form may be sent or a script sends it, a race can be
// changed in a frame; where neither is, its samples and orders still lead on.
func TestRaceInFrames(t *testing.T) {
	site := startFramed(t)
	pages := map[string]hostPage{}
	kinds := map[string]string{"/plain": "", "/scripts": `sandbox="allow-scripts"`, "/nothing": `sandbox=""`}
	for path, attributes := range kinds {
		pages[path] = hostPage{"light", false, framed(site+"/embed/race?a=wire2&b=wire4", attributes)}
	}
	host := elsewhere(t, pages)
	b := browser.OpenHost(t)
	for path := range kinds {
		t.Run(path, func(t *testing.T) {
			b := b.In(t)
			b.Visit(host + path)
			f := b.Frame(0)
			f.See(".verdict-word", "All 16 orders")
			if path != "/nothing" {
				browser.InFrame[bool](f, `(document.querySelector("select[name=variant]").value = "no-read-back") !== ""`)
				f.Click("#race-form button[type=submit]")
				f.See(".verdict-word", "4 of 6 orders break a promise")
			}
			f.Click("#race-pick-b")
			f.See(".verdict-word", "12 of 16 orders break a promise")
			f.Click("#race-bbab")
			f.See(".shown-order", "A: refused")
			if to := browser.InFrame[string](f, `document.URL`); !strings.Contains(to, "/embed/race?a=wire2&b=wire4&order=bbab&variant=no-nx") {
				t.Errorf("the frame is at %s", to)
			}
			b.NoFaults()
			onlyFrom(b, host, site)
		})
	}
}
