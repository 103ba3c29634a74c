package main

import (
	_ "embed"
	"strings"
	"testing"

	"echomq.dev/course/cmd/site/internal/browser"
)

// axe is axe-core, by Deque Systems: the rules of WCAG as a program.
//
//go:embed testdata/vendor/axe-core-4.14.1.min.js
var axe string

// TestAxe lets axe-core look at every page on a phone and a desk, by day and by
// night, and at states in the middle of a sequence and at the error pages in
// two of those four looks; with everything that can be opened open. It has
// nothing to find.
func TestAxe(t *testing.T) {
	t.Parallel()
	site := startSite(t)
	b := browser.Open(t, true)
	try := func(path string, looks ...browser.Look) {
		t.Run(path, func(t *testing.T) {
			b := b.In(t)
			b.Visit(site + path)
			audit(b, looks...)
		})
	}
	for _, path := range everyPage(t, site) {
		try(path, phone, phoneDark, deskDark, desk)
	}
	for _, path := range midway(t, site) {
		try(path, phone, deskDark)
	}
	for path := range wrong {
		try(path, phone, deskDark)
	}
	t.Run("after an exchange", func(t *testing.T) {
		b := b.In(t)
		b.As(phone)
		b.Visit(site + "/sim/claim?start=absent&do=hold:a:wire2&do=hold:b:wire4")
		b.Click("#claim .waiting a")
		b.See("#claim .waiting", "SET {emq}:version echomq:2.0.0 NX")
		choose(b, ".sim.claim", "wire6")
		b.See(".verdict-word", "refused")
		audit(b, phoneDark, desk)
		b.Visit(site + "/sim/collide")
		b.Replace(`#collide input[name="queue"]`, "{a}:b")
		b.See("#announcer", "not valid")
		audit(b, phoneDark, desk)
	})
}

// audit runs axe-core on what the tab shows, in each look.
func audit(b *browser.Tab, looks ...browser.Look) {
	b.T().Helper()
	browser.Eval[bool](b, axe+`; for (const d of document.querySelectorAll("details")) d.open = true; true`)
	for _, look := range looks {
		b.As(look)
		found := browser.Eval[[]string](b, `axe.run({resultTypes: ["violations"]}).then((r) => r.violations.flatMap((v) =>
			v.nodes.map((n) => v.id + ": " + n.target.join(" ") + ": " + n.failureSummary + "\n" + n.html)))`)
		if len(found) > 0 {
			b.T().Errorf("%s: axe-core finds %d faults:\n%s", look, len(found), strings.Join(found[:min(len(found), 4)], "\n"))
		}
	}
}
