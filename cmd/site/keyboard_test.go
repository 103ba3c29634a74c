package main

import (
	"strings"
	"testing"

	"echomq.dev/course/cmd/site/internal/browser"
)

// focusables numbers what the Tab key has to reach, in the document's order,
// and notes how each looks while it has no focus. Of radio buttons with one
// name one is a stop: the chosen one, else the first.
const focusables = `(() => {
	const looks = (e) => [e, e.parentElement, ...(e.labels ?? [])].map((x) => {
		const s = getComputedStyle(x);
		return [s.outlineStyle, s.outlineWidth, s.outlineColor, s.boxShadow, s.backgroundColor, s.borderColor].join();
	}).join("|");
	const all = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]')]
		.filter((e) => e.checkVisibility({visibilityProperty: true}) && !e.disabled);
	const stops = all.filter((e) => {
		if (e.type !== "radio") return true;
		const group = all.filter((o) => o.type === "radio" && o.name === e.name && o.form === e.form);
		return e === (group.find((o) => o.checked) ?? group[0]);
	});
	window.keyboardTest = {stops, looks, rest: new Map(stops.map((e) => [e, looks(e)]))};
	return stops.length;
})()`

// focused tells the number of the stop that has the focus (-1 for none of
// them), and what is wrong with how it shows that.
const focused = `(() => {
	const {stops, looks, rest} = window.keyboardTest, e = document.activeElement;
	const name = e.tagName + "#" + e.id + " " + (e.textContent || e.value || "").trim().slice(0, 40);
	const box = e.getBoundingClientRect(), at = stops.indexOf(e);
	let fault = "";
	if (at >= 0 && looks(e) === rest.get(e)) fault = "looks the same with the focus and without";
	if (at >= 0 && (box.bottom <= 0 || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth)) fault = "is out of sight";
	return {at, name, fault, end: e === document.body};
})()`

type stop struct {
	At    int
	Name  string
	Fault string
	End   bool
}

// TestTabOrder walks every page with the Tab key alone: it comes to each
// control once, in the order in which the page is read, and one sees where it
// is.
func TestTabOrder(t *testing.T) {
	t.Parallel()
	site := startSite(t)
	var simulators []string
	for _, name := range everySimulator(t, site) {
		simulators = append(simulators, "/sim/"+name)
	}
	simulators = append(simulators,
		"/sim/claim?start=absent&do=hold:a:wire2&do=hold:b:wire4&do=step:a",
		"/sim/claim?start=absent&do=wire4&do=enqueue&at=3")
	b := browser.Open(t, true)
	for look, paths := range map[browser.Look][]string{phone: append(everyPage(t, site), "/protocol/nowhere"), desk: simulators} {
		b.As(look)
		for _, path := range paths {
			t.Run(path+" "+look.String(), func(t *testing.T) {
				b := b.In(t)
				b.Visit(site + path)
				b.Until("the scripts to have run", func() bool {
					return browser.Eval[bool](b, `document.documentElement.classList.contains("js")`)
				}, func() string { return "no class js" })
				want, next := browser.Eval[int](b, focusables), 0
				for presses := 0; presses < 2*want+10; presses++ {
					b.Press(browser.TabKey)
					s := browser.Eval[stop](b, focused)
					if s.End {
						break
					}
					if s.At < 0 { // a box that scrolls is a stop of the browser's own
						continue
					}
					if s.At != next {
						t.Fatalf("the Tab key comes to stop %d, %q, where stop %d is next", s.At, s.Name, next)
					}
					if s.Fault != "" {
						t.Errorf("%q %s", s.Name, s.Fault)
					}
					next++
				}
				if next != want {
					t.Errorf("the Tab key comes to %d of %d controls", next, want)
				}
			})
		}
	}
}

// TestSkipLink is the first thing that a keyboard comes to: it shows itself,
// and leads past the header.
func TestSkipLink(t *testing.T) {
	site := startSite(t)
	b := browser.Open(t, true)
	b.Visit(site + reservePath)
	b.Press(browser.TabKey)
	if s := browser.Eval[bool](b, `document.activeElement.matches(".skip") && document.activeElement.getBoundingClientRect().top >= 0`); !s {
		t.Errorf("the first stop is %s", browser.Eval[string](b, `document.activeElement.outerHTML`))
	}
	b.Press(browser.EnterKey)
	b.Press(browser.TabKey)
	if !browser.Eval[bool](b, `document.querySelector("main").contains(document.activeElement)`) {
		t.Errorf("behind the skip link comes %s", browser.Eval[string](b, `document.activeElement.outerHTML`))
	}
}

// TestClaimByKeys lets an arrival come, keeps it and lets the next one come,
// without a mouse.
func TestClaimByKeys(t *testing.T) {
	site := startSite(t)
	b := browser.Open(t, true)
	b.Visit(site + "/sim/claim?start=absent&do=wire2")
	tabTo(b, `input[name="do"][type="radio"]`)
	b.Press(browser.DownKey)
	b.See(".verdict-who", "Wire 4")
	b.See("#announcer", "claimed")
	if !browser.Eval[bool](b, `document.activeElement.value === "wire4"`) {
		t.Errorf("after the exchange, the focus is on %s", browser.Eval[string](b, `document.activeElement.outerHTML`))
	}
	tabTo(b, `a[id$="-keep"]`)
	b.Press(browser.EnterKey)
	b.See("#claim .claim-form", "The key now holds")
	tabTo(b, `input[name="do"][type="radio"]`)
	b.Press(browser.SpaceKey)
	b.See("#claim .strip", "Wire 2 connector refused")
	tabTo(b, `#claim summary`)
	b.Press(browser.EnterKey)
	if !browser.Eval[bool](b, `document.activeElement.parentElement.open`) {
		t.Error("Enter does not open what can be opened")
	}
	tabTo(b, `a[id$="-reset"]`)
	b.Press(browser.EnterKey)
	b.See("#claim", "Nobody has arrived")
	b.NoFaults()
}

// TestAskByKeys types into each simulator that has a field, and hears the
// answer while it stays in the field; then it takes a sample.
func TestAskByKeys(t *testing.T) {
	site := startSite(t)
	b := browser.Open(t, true)
	asked := 0
	for _, name := range everySimulator(t, site) {
		field := `.sim.ask input[type="text"]`
		b.Visit(site + "/sim/" + name)
		if !browser.Eval[bool](b, `!!document.querySelector('`+field+`')`) {
			continue
		}
		asked++
		t.Run(name, func(t *testing.T) {
			b := b.In(t)
			tabTo(b, field)
			before := b.Text(".sim .answer")
			b.Press("7z")
			b.Until("another answer", func() bool {
				return b.Text(".sim .answer") != before && b.Text("#announcer") != ""
			}, func() string { return b.Text(".sim .answer") + "; announced: " + b.Text("#announcer") })
			if !browser.Eval[bool](b, `document.activeElement.matches('`+field+`') && document.activeElement.value.endsWith("7z")`) {
				t.Errorf("after the answer, the focus is on %s", browser.Eval[string](b, `document.activeElement.outerHTML`))
			}
			tabTo(b, `.sim .picks a:not([aria-current])`)
			picked := browser.Eval[string](b, `document.activeElement.id`)
			b.Press(browser.EnterKey)
			b.Until("the sample to be current", func() bool {
				return browser.Eval[bool](b, `document.activeElement.id === "`+picked+`" && document.activeElement.getAttribute("aria-current") === "true"`)
			}, func() string { return browser.Eval[string](b, `document.activeElement.outerHTML`) })
			b.NoFaults()
		})
	}
	if asked < 2 {
		t.Errorf("%d simulators have a field", asked)
	}
}

// TestThemeByKeys turns the colours over with the space bar.
func TestThemeByKeys(t *testing.T) {
	b := browser.Open(t, true)
	b.Visit(startSite(t) + "/")
	paper := `getComputedStyle(document.body).backgroundColor`
	before := browser.Eval[string](b, paper)
	tabTo(b, "#theme")
	b.Press(browser.SpaceKey)
	if after := browser.Eval[string](b, paper); after == before {
		t.Errorf("the page is %s before and after", after)
	}
}

// tabTo presses the Tab key until an element that matches has the focus.
func tabTo(b *browser.Tab, selector string) {
	b.T().Helper()
	var passed []string
	for range 120 {
		b.Press(browser.TabKey)
		if browser.Eval[bool](b, `document.activeElement.matches('`+selector+`')`) {
			return
		}
		passed = append(passed, browser.Eval[string](b, `document.activeElement.id || document.activeElement.tagName`))
	}
	b.T().Fatalf("the Tab key does not come to %s at %s; it comes to %s", selector, b.Location(), strings.Join(passed, " "))
}

// TestArrowsAfterAClick points at an arrival and then steps by the arrow keys, as
// who teaches does; whoever came by keys chooses among the arrivals with them.
func TestArrowsAfterAClick(t *testing.T) {
	b := browser.Open(t, true)
	site := startSite(t)
	b.Visit(site + "/sim/claim?start=absent&do=wire4")
	b.Click(`label[for="claim-do-wire6"]`)
	b.See(".verdict-word", "refused")
	b.Press(browser.LeftKey)
	b.See(".position", "1 of 2")
	b.Visit(site + "/sim/claim?start=absent&do=wire4")
	tabTo(b, "#claim-do-wire4")
	b.Press(browser.RightKey)
	b.See(".verdict-word", "refused")
	b.See(".position", "2 of 2")
	b.NoFaults()
}
