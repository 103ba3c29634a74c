package main

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"echomq.dev/course/cmd/site/internal/browser"
	"echomq.dev/course/pages/htmltest"
)

// race is a prepared sequence: two connectors before one empty node.
const race = "start=absent&do=hold:a:wire4&do=hold:b:wire2&do=step:a&do=step:b&do=step:b&do=step:a&do=step:a&do=step:b"

// projectors are the screens that a class looks at.
var projectors = []browser.Look{
	{Width: 1280, Height: 720}, {Width: 1280, Height: 720, Dark: true},
	{Width: 1920, Height: 1080}, {Width: 1920, Height: 1080, Dark: true},
}

// heard waits until the live region says something that begins so.
func heard(b *browser.Tab, want string) {
	b.T().Helper()
	b.Until("the live region to say "+want, func() bool { return strings.HasPrefix(b.Text("#announcer"), want) },
		func() string { return b.Text("#announcer") })
}

// TestPresentByKeys steps through a prepared sequence with the keys of a remote
// alone. Of each command the reply is hidden until it is asked for, and the
// live region says what there is to see.
func TestPresentByKeys(t *testing.T) {
	b := browser.Open(t, true)
	b.As(projectors[0])
	b.Visit(startSite(t) + "/present/claim?" + race + "&at=0")
	b.Until("the scripts to have run", func() bool { return browser.Eval[bool](b, `!!document.querySelector("dialog")`) },
		func() string { return "no dialog" })
	b.See(".stage-head", "Two connectors, one empty node")
	for _, c := range []struct{ key, says string }{
		{browser.RightKey, "Command 1, Wire 4 connector a: GET {emq}:version. Its reply is hidden."},
		{browser.RightKey, "Command 1, Wire 4 connector a: GET {emq}:version. Reply: nil."},
		{browser.PageDown, "Command 2, Wire 2 connector b: GET {emq}:version. Its reply is hidden."},
		{browser.PageDown, "Command 2, Wire 2 connector b: GET {emq}:version. Reply: nil."},
		{browser.SpaceKey, "Command 3, Wire 2 connector b: SET {emq}:version echomq:2.0.0 NX. Its reply is hidden."},
		{browser.SpaceKey, "Command 3, Wire 2 connector b: SET {emq}:version echomq:2.0.0 NX. Reply: OK."},
		{browser.RightKey, "Command 4, Wire 4 connector a: SET {emq}:version echomq:4.0.0 NX. Its reply is hidden."},
		{browser.LeftKey, "Command 3, Wire 2 connector b: SET {emq}:version echomq:2.0.0 NX. Reply: OK."},
		{browser.PageUp, "Command 2, Wire 2 connector b: GET {emq}:version. Reply: nil."},
		{browser.HomeKey, "Before the first command. Nobody has sent anything yet, and {emq}:version is absent."},
		{browser.EndKey, `Command 6, Wire 2 connector b: GET {emq}:version. Reply: "echomq:2.0.0".`},
	} {
		b.Press(c.key)
		heard(b, c.says)
		if strings.HasSuffix(c.says, "is hidden.") {
			b.See(".stage-reply", "hidden until you go on")
		}
	}
	b.See(".stage-verdict", "claimed")
	if at := b.Location(); !strings.HasSuffix(at, "/present/claim?"+race) {
		t.Errorf("the address of the end is %s", at)
	}
	b.Press(browser.RightKey) // nothing comes after the end
	b.Back()
	b.See(".stage-who", "Before the first command")
	b.NoFaults()
}

// TestPresentKeys are the keys that step through nothing.
func TestPresentKeys(t *testing.T) {
	b := browser.Open(t, true)
	b.As(projectors[0])
	b.Visit(startSite(t) + "/present/claim?" + race + "&at=2")
	is := func(what, expression string) {
		t.Helper()
		b.Until(what, func() bool { return browser.Eval[bool](b, expression) }, func() string { return "not: " + expression })
	}
	is("the scripts to have run", `!!document.querySelector("dialog")`)
	b.Press("?")
	is("the list of keys", `document.querySelector("dialog").open && document.querySelector("dialog").textContent.includes("Page Down")`)
	b.Press(browser.RightKey)
	b.Press(browser.Escape)
	is("the list to be gone", `!document.querySelector("dialog").open`)
	b.See(".stage-n", "2") // the list took the arrow
	b.Press("b")
	heard(b, "The screen is black.")
	is("a black screen", `getComputedStyle(document.querySelector(".stage")).visibility === "hidden"`)
	b.Press(browser.RightKey)
	heard(b, "The figure is shown again.")
	is("the figure", `getComputedStyle(document.querySelector(".stage")).visibility === "visible"`)
	b.See(".stage-n", "2") // that arrow ended the black screen and nothing else
	b.Press("t")
	is("dark", `document.documentElement.dataset.theme === "dark"`)
	b.Press("t")
	is("light", `document.documentElement.dataset.theme === "light"`)
	b.Press("f")
	is("full screen", `document.fullscreenElement === document.documentElement`)
	b.Press(browser.RightKey)
	heard(b, "Command 3, Wire 2 connector b")
	is("full screen to last", `document.fullscreenElement === document.documentElement`)
	b.Press("f")
	is("the window", `!document.fullscreenElement`)
	// A button that has the focus keeps the space bar.
	tabTo(b, `[data-stage="black"]`)
	b.Press(browser.EnterKey)
	heard(b, "The screen is black.")
	b.NoFaults()
}

// TestPresentByLinks steps without scripts, by the same links.
func TestPresentByLinks(t *testing.T) {
	b := browser.Open(t, false)
	b.As(projectors[0])
	b.Visit(startSite(t) + "/present/claim?" + race + "&at=0")
	for _, want := range []string{"hidden until you go on", "nil", "hidden until you go on", "nil", "hidden until you go on", "OK"} {
		b.Click("#stage-forward")
		b.See(".stage-reply", want)
	}
	b.See(".stage-n", "3")
	b.Click("#stage-back")
	b.See(".stage-n", "2")
	b.Click("#stage-last")
	b.See(".stage-verdict", "claimed")
	b.Click("#stage-first")
	b.See(".stage-cast", "Wire 2 connector b")
	b.Click("#stage-keys summary")
	if !browser.Eval[bool](b, `document.querySelector("#stage-keys").open`) {
		t.Error("the list of keys does not open")
	}
	b.Click(`[data-stage="black"]`)
	if !browser.Eval[bool](b, `getComputedStyle(document.querySelector("#black")).display !== "none"`) {
		t.Error("the screen is not black")
	}
	b.NoFaults()
}

// TestBackRow sees that a projector's page is one screen, that what is read
// from the last row is large, and that the latest command is in sight.
func TestBackRow(t *testing.T) {
	site := startSite(t)
	b := browser.Open(t, true)
	shown := []string{"&at=0", "&at=3&ask=1", "&at=4", ""}
	for _, look := range projectors {
		b.As(look)
		for _, at := range shown {
			t.Run(at+" "+look.String(), func(t *testing.T) {
				b := b.In(t)
				b.Visit(site + "/present/claim?" + race + at)
				fault := browser.Eval[string](b, `(() => {
					const least = 22 * innerWidth / 1280, faults = [];
					for (const e of document.querySelectorAll(".stage-head h1, .stage-question, .stage-who, .stage-sent code, .stage-reply > *:not(.unseen), .stage-value > *, .stage-said, .stage-cast"))
						if (parseFloat(getComputedStyle(e).fontSize) < least - 0.5 && !e.matches(".unseen")) faults.push(e.className + " is set in " + getComputedStyle(e).fontSize);
					if (parseFloat(getComputedStyle(document.querySelector(".stage-said")).fontSize) < 1.2 * least) faults.push("the sentence is small");
					if (document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth) faults.push("the page scrolls");
					const now = document.querySelector(".seq-now")?.getBoundingClientRect(), box = document.querySelector(".seq-scroll")?.getBoundingClientRect();
					if (now && box && (now.top < box.top - 1 || now.bottom > box.bottom + 1)) faults.push("the command at the cursor is out of sight");
					return faults.join("; ");
				})()`)
				if fault != "" {
					t.Error(fault)
				}
				if look.Width == 1280 {
					audit(b, look)
				}
			})
		}
	}
	b.As(phone)
	b.Visit(site + "/present/claim?" + race + "&at=4")
	if wide := browser.Eval[bool](b, `document.documentElement.scrollWidth > innerWidth`); wide {
		t.Error("on a phone the page is wider than the screen")
	}
	b.NoFaults()
}

// TestHeadsStay shows the end of a long sequence: the diagram has scrolled, and
// whose lifelines those are still stands above them, unless that would take the
// place of the command itself.
func TestHeadsStay(t *testing.T) {
	const long = "/present/claim?" + race + "&do=wire4&do=wire6&do=install&do="
	site := startSite(t)
	b := browser.Open(t, true)
	b.As(projectors[0])
	for last, stay := range map[string]bool{"wire4": true, "enqueue": false} {
		b.Visit(site + long + last)
		seen := browser.Eval[[]bool](b, `(() => {
			const box = document.querySelector(".seq-scroll").getBoundingClientRect();
			const head = document.querySelector(".seq-heads").getBoundingClientRect(), now = document.querySelector(".seq-now").getBoundingClientRect();
			const stays = head.top > box.top - 1 && head.bottom < box.bottom;
			return [document.querySelector(".seq-scroll").scrollTop !== 0 || document.querySelector(".seq-svg:not(.seq-heads)").getBoundingClientRect().top < box.top, stays, now.top > (stays ? head.bottom : box.top) - 1 && now.bottom < box.bottom + 1];
		})()`)
		if !seen[0] || seen[1] != stay || !seen[2] {
			t.Errorf("with %s at the end: scrolled %t, heads in sight %t, want %t, the command in sight %t", last, seen[0], seen[1], stay, seen[2])
		}
	}
	b.NoFaults()
}

// TestPresentAll opens every simulator for a projector.
func TestPresentAll(t *testing.T) {
	site := startSite(t)
	for _, name := range everySimulator(t, site) {
		p := open(t, site+"/present/"+name)
		checkDocument(t, p)
	}
}

// TestStageFollows asks on a projector by a menu: the sample is no longer the
// current one, the links lead to what is shown, and going on stays there.
func TestStageFollows(t *testing.T) {
	b := browser.Open(t, true)
	b.Visit(startSite(t) + "/present/race?a=wire2&b=wire4")
	b.See("#race-picks [aria-current]", "two identities")
	browser.Eval[bool](b, `(() => { const s = document.querySelector("#race-field-b"); s.value = "wire2"; return s.dispatchEvent(new Event("input", {bubbles: true})); })()`)
	b.Until("no sample", func() bool {
		return browser.Eval[int](b, `document.querySelectorAll("#race-picks [aria-current]").length`) == 0
	}, func() string { return b.Text("#race-picks") })
	leads := func(text, want string) {
		t.Helper()
		got := browser.Eval[string](b, fmt.Sprintf(`[...document.querySelectorAll("#race a")].find((a) => a.textContent === %q)?.getAttribute("href") ?? ""`, text))
		if !strings.HasPrefix(got, want) {
			t.Errorf("%q leads to %q, want %q", text, got, want)
		}
	}
	leads("This state on its page", "/sim/race?a=wire2&b=wire2")
	leads("Step through this order", "/present/claim?")
	leads("without NX", "/present/race?")
	b.Click("#race-picks li:nth-child(5) a")
	b.See("#race-picks [aria-current]", "against an administrator")
	leads("Step through this order", "/present/claim?")
	b.NoFaults()
}

// TestPaste types a sequence with a mistake, mends it and steps through it, by
// keys alone, with scripts and without.
func TestPaste(t *testing.T) {
	site := startSite(t)
	for _, scripts := range []bool{true, false} {
		b := browser.Open(t, scripts)
		b.Visit(site + "/sequences")
		tabTo(b, "#paste-text")
		b.Press("start absent" + browser.EnterKey + "arive wire4" + browser.EnterKey)
		tabTo(b, ".paste button")
		b.Press(browser.EnterKey)
		b.See("#paste-wrong", `Line 2: "arive wire4"`)
		b.See(".paste-lines .wrong", "arive wire4")
		tabTo(b, "#paste-text")
		b.Press(strings.Repeat(browser.UpKey, 3) + browser.HomeKey + browser.DownKey + browser.RightKey + "r")
		tabTo(b, ".paste button")
		b.Press(browser.EnterKey)
		b.Until("the simulator", func() bool { return strings.HasSuffix(b.Location(), "/sim/claim?start=absent&do=wire4&at=0") }, b.Location)
		tabTo(b, "#claim-forward")
		b.Press(browser.EnterKey)
		b.See(".position", "1 of 3")
		b.See(".said-who, .verdict-who", "Wire 4 connector")
		if scripts {
			b.See("#announcer", "Command 1")
		}
		if scripts {
			b.Visit(site + "/sequences")
			if !browser.Eval[bool](b, `(() => {
				const field = document.querySelector("#paste-text");
				field.value = "del\n".repeat(2000);
				field.dispatchEvent(new Event("input"));
				return !field.checkValidity() && document.querySelector("#paste-size").textContent.includes("more than fit");
			})()`) {
				t.Error("a text that fits into no address is not refused before it is sent")
			}
		}
	}
}

// TestExportPolicy sees that the picture keeps its style and gets no more than
// that, behind all that is in front of the pages.
func TestExportPolicy(t *testing.T) {
	site := startSite(t)
	a := get(t, site+"/sim/claim/diagram.svg?"+race+"&at=3")
	if a.status != http.StatusOK || a.header.Get("Content-Security-Policy") != "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'" {
		t.Errorf("%d, with the policy %q", a.status, a.header.Get("Content-Security-Policy"))
	}
	b := browser.Open(t, true)
	b.Visit(site + "/sim/claim/diagram.svg?" + race + "&at=3")
	if fill := browser.Eval[string](b, `getComputedStyle(document.querySelector(".seq-paper")).fill`); fill != "rgb(255, 254, 251)" {
		t.Errorf("its paper is %s", fill)
	}
	b.NoFaults()
}

// TestSequencesRun opens each prepared sequence in both of its ways.
func TestSequencesRun(t *testing.T) {
	site := startSite(t)
	links := 0
	for _, n := range open(t, site+"/sequences").Nodes(htmltest.Tag("a")) {
		to := htmltest.Attr(n, "href")
		if u, err := url.Parse(to); err != nil || u.Query().Get("at") != "0" {
			continue
		}
		links++
		open(t, site+to)
	}
	if links < 2*12 {
		t.Errorf("%d ways into prepared sequences", links)
	}
}
