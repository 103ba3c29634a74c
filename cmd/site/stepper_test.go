package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"echomq.dev/course/cmd/site/internal/browser"
)

const aRace = "/sim/claim?start=absent&do=hold:a:wire4&do=hold:b:wire2&do=step:a&do=step:b&do=step:b&do=step:a&do=step:a&do=step:b&do=enqueue"

// TestStepByKeys goes through a race with the keys alone and hears each of its
// commands; in a text field the same keys stay the field's.
func TestStepByKeys(t *testing.T) {
	b := browser.Open(t, true)
	b.Visit(startSite(t) + aRace)
	b.See(".position", "7 of 7")
	b.Press(kb.Home)
	b.See(".position", "before the first of 7")
	b.See("#announcer", "Before the first command of 7")
	for i, c := range []struct{ says, holds string }{
		{"Wire 4 connector a: held", "nothing (absent)"},
		{"Wire 2 connector b: held", "nothing (absent)"},
		{"Wire 2 connector b: held", `"echomq:2.0.0"`},
		{"Wire 4 connector a: held", `"echomq:2.0.0"`},
		{"Wire 4 connector a: refused", `"echomq:2.0.0"`},
		{"Wire 2 connector b: claimed", `"echomq:2.0.0"`},
		{"Native write verb: refused", `"echomq:2.0.0"`},
	} {
		b.Press([]string{kb.ArrowRight, kb.PageDown}[i%2])
		b.See(".position", fmt.Sprintf("%d of 7", i+1))
		b.See("#announcer", c.says)
		b.See(".valuediff", c.holds)
		b.See(".ran-source .now", fmt.Sprint(i+1))
	}
	b.Press(kb.ArrowLeft)
	b.See(".position", "6 of 7")
	b.Press(kb.PageUp)
	b.See(".position", "5 of 7")
	b.Press(kb.End)
	b.See(".position", "7 of 7")
	if at := b.Location(); strings.Contains(at, "at=") {
		t.Errorf("the end is at %s", at)
	}
	b.Click("#claim-operator > summary")
	b.Click("#claim-set")
	b.Press("abc" + kb.ArrowLeft + kb.Home)
	b.See(".position", "7 of 7")
	if at := b.Location(); strings.Contains(at, "at=") {
		t.Errorf("from a field the keys lead to %s", at)
	}
	browser.Eval[bool](b, `(history.back(), true)`)
	b.See(".position", "5 of 7")
	b.NoFaults()
}

// TestStepOnACoursePage sees that keys scroll a lesson until its figure has the
// focus, and then step through that figure alone.
func TestStepOnACoursePage(t *testing.T) {
	b := browser.Open(t, true)
	b.Visit(startSite(t) + "/")
	b.See("#try-claim .position", "3 of 3")
	b.Press(kb.ArrowLeft)
	b.Press(kb.End)
	b.See("#try-claim .position", "3 of 3")
	tabTo(b, "#try-claim-back")
	b.Press(browser.EnterKey)
	b.See("#try-claim .position", "2 of 3")
	b.Press(kb.ArrowLeft)
	b.See("#try-claim .position", "1 of 3")
	if focus := browser.Eval[string](b, `document.activeElement.id`); focus != "try-claim-back" {
		t.Errorf("the focus went to %q", focus)
	}
	b.Press(kb.Home)
	b.See("#try-claim .position", "before the first")
	b.Press(kb.ArrowRight)
	b.See("#try-claim .position", "1 of 3")
	b.NoFaults()
}

// TestConsole types what is let through and what is not. A refusal stands by
// the field, with what was typed still in it.
func TestConsole(t *testing.T) {
	site := startSite(t)
	for _, scripts := range []bool{true, false} {
		b := browser.Open(t, scripts)
		b.Visit(site + "/sim/claim?start=absent&do=wire4")
		b.Click("#claim-console > summary")
		b.Type("#claim-redis", "flushall"+browser.EnterKey)
		b.See("#claim-redis-error", `flushall" is not let through; accepted: GET SET`)
		if got := browser.Eval[string](b, `document.querySelector("#claim-redis").value`); got != "flushall" {
			t.Errorf("the field holds %q", got)
		}
		b.See(".verdict-word", "claimed")
		b.Replace("#claim-redis", "get {emq}:version"+browser.EnterKey)
		b.See(".verdict-who", "Console")
		b.See(".cursor", `"echomq:4.0.0"`)
		b.Until("the state's own address", func() bool {
			return strings.HasSuffix(b.Location(), "?start=absent&do=wire4&do=redis:GET%20%7Bemq%7D:version")
		}, b.Location)
		b.Click("#claim-undo")
		b.See(".verdict-who", "Wire 4")
		b.Click("#claim-redo")
		b.See(".verdict-who", "Console")
		b.Click("#claim-operator > summary")
		b.Type("#claim-set", "echomq:3.0.0"+browser.EnterKey)
		b.See(".verdict-who", "Operator")
		b.See(".diff-after", `"echomq:3.0.0"`)
	}
}

// TestCopyLink copies the link to the very view, or shows it to be copied.
func TestCopyLink(t *testing.T) {
	b := browser.Open(t, true)
	b.Visit(startSite(t) + aRace + "&at=3")
	b.Click("[data-copy]")
	b.Until("the link", func() bool {
		return browser.Eval[bool](b, `document.querySelector("[data-copy]")?.textContent === "Copied" || document.querySelector(".acts .copied")?.value === location.href`)
	}, func() string { return b.Text(".sim-foot") })
	b.NoFaults()
}
