package main

import (
	"testing"

	"echomq.dev/course/cmd/site/internal/browser"
)

// TestNarrow opens every page in 320 CSS px, which is a small phone and also a
// desk's window at a zoom of 400 %: nothing makes the page scroll sideways.
func TestNarrow(t *testing.T) {
	site := startSite(t)
	b := browser.Open(t, true)
	b.As(browser.Look{Width: 320, Height: 256})
	paths := append(everyPage(t, site), midway(t, site)...)
	for path := range wrong {
		paths = append(paths, path)
	}
	for _, path := range paths {
		b.Visit(site + path)
		wide := browser.Eval[[]string](b, `(() => {
			for (const d of document.querySelectorAll("details")) d.open = true;
			const page = document.documentElement;
			if (page.scrollWidth <= page.clientWidth) return [];
			return [...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > page.clientWidth + 1)
				.map((e) => e.tagName + "." + e.className + " " + Math.round(e.getBoundingClientRect().right)).slice(0, 8);
		})()`)
		if len(wide) > 0 {
			t.Errorf("%.120s is wider than 320 px: %q", path, wide)
		}
	}
}

// TestStill sees that nothing moves for those who asked for that, neither when
// a page comes nor when a part of it is exchanged.
func TestStill(t *testing.T) {
	site := startSite(t)
	b := browser.Open(t, true)
	b.As(browser.Look{Width: 1280, Height: 900, Still: true})
	const moving = `[...document.querySelectorAll("*")].flatMap((e) => ["", "::before", "::after"].map((p) => [e, getComputedStyle(e, p)]))
		.filter(([, s]) => s.animationName !== "none" || s.transitionDuration.split(",").some((d) => parseFloat(d) > 0.001) || s.scrollBehavior === "smooth")
		.map(([e]) => e.tagName + "." + e.className).concat(document.getAnimations().map((a) => "an animation of " + a.effect?.target?.className)).slice(0, 8)`
	for _, path := range everyPage(t, site) {
		b.Visit(site + path)
		if found := browser.Eval[[]string](b, moving); len(found) > 0 {
			t.Errorf("%s moves: %q", path, found)
		}
	}
	b.Visit(site + "/sim/claim?start=absent&do=wire4")
	choose(b, ".sim.claim", "wire6")
	b.See(".verdict-word", "refused")
	if found := browser.Eval[[]string](b, moving); len(found) > 0 {
		t.Errorf("an exchange moves: %q", found)
	}
}

// TestPaper looks at every page as a printer gets it, with all details closed
// before. Every result is on the sheet: nothing stays folded but exact bytes and
// handshakes on a course page, nothing is cut off, and no control that paper
// cannot work is left.
func TestPaper(t *testing.T) {
	site := startSite(t)
	b := browser.Open(t, true)
	b.As(browser.Look{Width: 688, Height: 1000, Paper: true}) // A4 without the margins that the style sets
	for _, path := range append(everyPage(t, site), midway(t, site)...) {
		b.Visit(site + path)
		lost := browser.Eval[[]string](b, `(() => {
			const name = (e) => e.tagName + "#" + e.id + "." + e.className + " " + e.textContent.trim().slice(0, 40);
			const seen = (e) => e.checkVisibility({visibilityProperty: true});
			const spared = (e) => e.closest('.course .evidence, .course [id$="-handshake"]');
			const lost = [];
			for (const d of document.querySelectorAll("details")) for (const e of d.children) {
				if (d.closest("form, .claim-in, .more, .screen-only, .embed-fold") || spared(d)) continue;
				if (!seen(e) || e.getBoundingClientRect().height === 0) lost.push("folded: " + name(e));
			}
			for (const e of document.querySelectorAll(".sim .verdict-text, .sim .answer, .sim samp, .sim .error-text, main h1, main h2, main .source"))
				if (!seen(e) && !spared(e)) lost.push("hidden: " + name(e));
			for (const e of document.querySelectorAll("main *")) {
				const s = getComputedStyle(e);
				if (e.classList.contains("unseen") || !seen(e)) continue;
				if ((s.overflowX !== "visible" && e.scrollWidth > e.clientWidth + 2) || (s.overflowY !== "visible" && e.scrollHeight > e.clientHeight + 2)) lost.push("cut: " + name(e));
			}
			for (const e of document.querySelectorAll("button, input:not([type=hidden])")) if (seen(e)) lost.push("a control: " + name(e));
			if (document.documentElement.scrollWidth > document.documentElement.clientWidth + 1) lost.push("the sheet is too narrow");
			return lost.slice(0, 6);
		})()`)
		if len(lost) > 0 {
			t.Errorf("%.120s on paper: %q", path, lost)
		}
	}
	b.Visit(site + reservePath)
	if pdf := browser.Get(b, browser.PDF()); len(pdf) < 10_000 || string(pdf[:5]) != "%PDF-" {
		t.Errorf("printing gives %d bytes", len(pdf))
	}
}
