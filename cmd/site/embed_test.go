package main

import (
	"fmt"
	"html"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"echomq.dev/course/cmd/site/internal/browser"
)

// elsewhere serves pages of somebody else, at an address of another site than
// the course's: the one is 127.0.0.1, the other is localhost.
func elsewhere(t *testing.T, pages map[string]hostPage) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p, ok := pages[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		if p.isolated {
			w.Header().Set("Cross-Origin-Embedder-Policy", "require-corp")
			w.Header().Set("Cross-Origin-Opener-Policy", "same-origin")
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, `<!DOCTYPE html><html lang="en" style="color-scheme: %s"><meta charset="utf-8"><title>A lesson</title><link rel="icon" href="data:,">
			<script>window.told = []; addEventListener("message", (e) => told.push({data: e.data, of: [...document.querySelectorAll("iframe")].findIndex((f) => f.contentWindow === e.source)}));</script>
			<p><input id="mine" autofocus aria-label="Mine"></p>%s<p id="below">Below</p>`, p.scheme, p.body)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

type hostPage struct {
	scheme   string // of colours
	isolated bool   // COEP: require-corp
	body     string
}

// framed is an iframe with further attributes.
func framed(address, attributes string) string {
	return fmt.Sprintf(`<iframe src="%s" title="A figure" width="640" height="600" %s></iframe>`, html.EscapeString(address), attributes)
}

// startFramed is the course at another site's address than elsewhere's.
func startFramed(t *testing.T) string {
	return strings.Replace(startSite(t), "127.0.0.1", "localhost", 1)
}

// inFrame is a claim that has three steps to its end.
const inFrame = "/embed/claim?start=absent&do=hold:a:wire4"

// situations are the frames in which figures stand elsewhere.
var situations = []struct {
	name, attributes  string
	isolated, blocked bool
	noScripts         bool
}{
	{name: "plain"},
	{name: "a sandbox with scripts", attributes: `sandbox="allow-scripts"`},
	{name: "a sandbox with nothing", attributes: `sandbox=""`, noScripts: true},
	{name: "an isolated host", isolated: true},
	{name: "an isolated host's sandbox", isolated: true, attributes: `sandbox="allow-scripts"`},
	{name: "a credentialless frame", isolated: true, attributes: "credentialless"},
	{name: "third parties blocked", blocked: true},
}

// TestFrames steps a claim to its end in each situation, in light and dark. The
// frame shows it in the host's colours; the host keeps its focus, its history
// where scripts run, and a clean console; nobody else is asked for anything.
func TestFrames(t *testing.T) {
	site := startFramed(t)
	pages := map[string]hostPage{}
	for i, s := range situations {
		for _, scheme := range []string{"light", "dark"} {
			pages[fmt.Sprintf("/%d/%s", i, scheme)] = hostPage{scheme, s.isolated, framed(site+inFrame, s.attributes)}
		}
	}
	host := elsewhere(t, pages)
	open, shut := browser.OpenHost(t), browser.OpenHost(t)
	shut.BlockThirdParties()
	for i, s := range situations {
		for _, scheme := range []string{"light", "dark"} {
			t.Run(s.name+", "+scheme, func(t *testing.T) {
				b := open.In(t)
				if s.blocked {
					b = shut.In(t)
				}
				b.Visit(fmt.Sprintf("%s/%d/%s", host, i, scheme))
				f := b.Frame(0)
				f.See("h1", "Who may claim the node?")
				if got := browser.Eval[string](b, `document.activeElement.id`); got != "mine" {
					t.Errorf("the host's focus went to %q", got)
				}
				if s.isolated && !browser.Eval[bool](b, `crossOriginIsolated`) {
					t.Error("the host is not isolated")
				}
				paper := map[string]string{"light": "rgb(249, 247, 241)", "dark": "rgb(20, 22, 24)"}[scheme]
				if got := browser.InFrame[string](f, `getComputedStyle(document.body).backgroundColor`); got != paper {
					t.Errorf("the frame's paper is %s, want %s", got, paper)
				}
				before := browser.Eval[int](b, `history.length`)
				top := browser.Eval[float64](b, `document.querySelector("#below").getBoundingClientRect().top + scrollY`)
				toTheEnd(b, f)
				f.Click("#arrive-wire6")
				f.See(".verdict-word", "refused")
				f.Click("#claim-first")
				f.See(".stepbar .position", "before the first")
				grew := browser.Eval[int](b, `history.length`) - before
				switch {
				case s.noScripts: // nothing but a script can keep a frame's steps out of it
					t.Logf("without scripts the host's history grew by %d in five steps", grew)
				case grew != 0:
					t.Errorf("the host's history grew by %d", grew)
				}
				if got := browser.Eval[float64](b, `document.querySelector("#below").getBoundingClientRect().top + scrollY`); got != top {
					t.Errorf("what stands below moved from %g to %g", top, got)
				}
				b.NoFaults()
				onlyFrom(b, host, site)
			})
		}
	}
}

// toTheEnd steps the one who waits until nothing is left to step.
func toTheEnd(b *browser.Tab, f browser.Frame) {
	b.T().Helper()
	for n := range 3 {
		f.Click("#claim-step-a")
		b.Until(fmt.Sprintf("step %d", n+1), func() bool {
			return browser.InFrame[int](f, `new URL(document.URL).searchParams.getAll("do").length`) == n+2
		}, func() string { return f.Text("body") })
	}
	f.See(".verdict-word", "claimed")
	if browser.InFrame[bool](f, `!!document.querySelector("#claim-step-a")`) {
		b.T().Error("there is a step left")
	}
}

// onlyFrom fails over a request to anybody else.
func onlyFrom(b *browser.Tab, origins ...string) {
	b.T().Helper()
	for _, sent := range b.Sent() {
		if !slices.ContainsFunc(origins, func(o string) bool { return strings.HasPrefix(sent, o+"/") }) {
			b.T().Errorf("it sends for %s", sent)
		}
	}
}

// TestFrameThemes forces colours on a host of the others, and keeps them while
// stepping.
func TestFrameThemes(t *testing.T) {
	site := startFramed(t)
	host := elsewhere(t, map[string]hostPage{
		"/light": {"light", false, framed(site+inFrame+"&theme=dark", "")},
		"/dark":  {"dark", false, framed(site+"/embed/collide?queue=a&theme=light", `sandbox="allow-scripts"`)},
	})
	b := browser.OpenHost(t)
	const paper = `getComputedStyle(document.body).backgroundColor`
	b.Visit(host + "/light")
	toTheEnd(b, b.Frame(0))
	if got := browser.InFrame[string](b.Frame(0), paper); got != "rgb(20, 22, 24)" {
		t.Errorf("forced to be dark, the paper is %s", got)
	}
	// The sandbox allows no form; its button asks all the same.
	b.Visit(host + "/dark")
	f := b.Frame(0)
	f.See(".verdict", "")
	f.Click(`input[name="queue"]`)
	b.Press("bc" + browser.EnterKey)
	f.See(".one-key", "emq:{abc}:pending")
	if got := browser.InFrame[string](f, paper); got != "rgb(249, 247, 241)" {
		t.Errorf("forced to be light, the paper is %s", got)
	}
	b.NoFaults()
}

// TestFrameHeights listens as three kinds of host do: the frame tells its height
// in each dialect, and again when what it holds grows.
func TestFrameHeights(t *testing.T) {
	site := startFramed(t)
	script := fmt.Sprintf(`<script src="%s/static/embed.js" async></script>`, site)
	host := elsewhere(t, map[string]hostPage{
		"/": {"light", false, framed(site+inFrame+"#?secret=s3cr3t", `sandbox="allow-scripts"`) + framed(site+inFrame, `style="box-sizing: border-box; border: 3px solid"`) + script},
	})
	b := browser.OpenHost(t)
	b.Visit(host + "/")
	const height = `Math.ceil(document.documentElement.getBoundingClientRect().height)`
	// latest is the last height that a frame told in a dialect.
	latest := func(frame int, dialect string) int {
		return browser.Eval[int](b, fmt.Sprintf(`(told.filter((m) => m.of === %d).map((m) => m.data).map((d) => ({
			native: d.type === "echomq:height" ? d.height : 0, canvas: d.subject === "lti.frameResize" ? d.height : 0,
			wordpress: d.message === "height" && d.secret === "s3cr3t" ? d.value : 0})[%q]).filter(Boolean).at(-1) ?? 0)`, frame, dialect))
	}
	agree := func(when string) int {
		t.Helper()
		for frame := range 2 {
			f := b.Frame(frame)
			// Out of sight, a browser lets a frame rest.
			browser.Eval[bool](b, fmt.Sprintf(`document.querySelectorAll("iframe")[%d].scrollIntoView() === undefined`, frame))
			b.Until(when+": the same height in every dialect", func() bool {
				is := browser.InFrame[int](f, height)
				wordpress := is
				if frame == 1 {
					wordpress = 0 // it has no secret, and tells none
				}
				inside := browser.Eval[int](b, fmt.Sprintf(`document.querySelectorAll("iframe")[%d].clientHeight`, frame))
				return is > 200 && latest(frame, "native") == is && latest(frame, "canvas") == is && latest(frame, "wordpress") == wordpress && inside == is
			}, func() string {
				return fmt.Sprint(browser.InFrame[int](f, height), latest(frame, "native"), latest(frame, "canvas"), latest(frame, "wordpress"), browser.Eval[[]any](b, `told`))
			})
		}
		return browser.InFrame[int](b.Frame(0), height)
	}
	first := agree("at first")
	for frame := range 2 {
		toTheEnd(b, b.Frame(frame))
	}
	if stepped := agree("after the last step"); stepped == first {
		t.Errorf("the figure is %d high before and after", first)
	}
	for frame := range 2 {
		b.Frame(frame).Click("details > summary")
	}
	before := agree("with details open")
	for frame := range 2 {
		b.Frame(frame).Click("details > summary")
	}
	if closed := agree("with details closed"); closed >= before {
		t.Errorf("%d high with details open, %d without", before, closed)
	}
	b.NoFaults()
	onlyFrom(b, host, site)
}

// TestFrameHeightsAreReal: a frame tells no height while it is too narrow for
// anybody to read, tells it when there is room, and tells WordPress again when
// that says, with the frame's own secret, that it listens.
func TestFrameHeightsAreReal(t *testing.T) {
	site := startFramed(t)
	const clipped = `sandbox="allow-scripts" style="position: absolute; visibility: hidden; clip: rect(1px, 1px, 1px, 1px)"`
	host := elsewhere(t, map[string]hostPage{
		"/":        {"light", false, framed(site+inFrame+"#?secret=s3cr3t", `sandbox="allow-scripts" style="width: 0"`)},
		"/clipped": {"light", false, framed(site+inFrame+"#?secret=s3cr3t", clipped)},
	})
	b := browser.OpenHost(t)
	b.Visit(host + "/")
	f := b.Frame(0)
	f.See("h1", "?")
	heights := func() []int {
		return browser.Eval[[]int](b, `told.map((m) => m.data).filter((d) => d.message === "height" && d.secret === "s3cr3t").map((d) => d.value)`)
	}
	beat := func() { // whatever was on its way has come
		browser.InFrame[bool](f, `new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(true), 100)))`)
	}
	beat()
	if got := heights(); len(got) > 0 {
		t.Errorf("without any width it tells the heights %v", got)
	}
	browser.Eval[bool](b, `document.querySelector("iframe").style.width = "600px", true`)
	b.Until("a height", func() bool { return len(heights()) > 0 }, func() string { return "none" })
	is := browser.InFrame[int](f, `Math.ceil(document.documentElement.getBoundingClientRect().height)`)
	if got := heights(); got[len(got)-1] != is {
		t.Errorf("it tells %v and is %d high", got, is)
	}
	before := len(heights())
	const ask = `document.querySelector("iframe").contentWindow.postMessage({ message: "ready", secret: %q }, "*") === undefined`
	browser.Eval[bool](b, fmt.Sprintf(ask, "another"))
	beat()
	if got := heights(); len(got) != before {
		t.Errorf("asked with another's secret it tells %v", got)
	}
	browser.Eval[bool](b, fmt.Sprintf(ask, "s3cr3t"))
	b.Until("the height again", func() bool { return len(heights()) > before }, func() string { return fmt.Sprint(heights()) })
	if got := heights(); got[len(got)-1] != is {
		t.Errorf("asked again it tells %v and is %d high", got, is)
	}
	for range 5 { // a host that shows a frame once it has told its height
		b.Visit(host + "/clipped")
		b.Until("a height out of sight", func() bool { return len(heights()) > 0 }, func() string { return "none" })
		if got, is := heights(), browser.InFrame[int](f, `Math.ceil(document.documentElement.getBoundingClientRect().height)`); got[len(got)-1] != is {
			t.Errorf("out of sight it tells %v and is %d high", got, is)
		}
	}
	b.NoFaults()
}

// TestFrameKeyboard steps with Enter: the next page of the frame has the focus
// where it was, and a frame that is only looked at takes none.
func TestFrameKeyboard(t *testing.T) {
	site := startFramed(t)
	host := elsewhere(t, map[string]hostPage{"/": {"light", false, framed(site+inFrame, `sandbox="allow-scripts"`)}})
	b := browser.OpenHost(t)
	b.Visit(host + "/")
	f := b.Frame(0)
	f.See("h1", "claim")
	for range 40 {
		if browser.InFrame[string](f, `document.activeElement.id`) == "claim-step-a" {
			break
		}
		b.Press(browser.TabKey)
	}
	for n := range 2 {
		b.Press(browser.EnterKey)
		b.Until("the focus on the next step", func() bool {
			return browser.InFrame[int](f, `new URL(document.URL).searchParams.getAll("do").length`) == n+2 && browser.InFrame[string](f, `document.activeElement.id`) == "claim-step-a"
		}, func() string {
			return browser.InFrame[string](f, `document.URL + " " + document.activeElement.outerHTML`)
		})
	}
	b.NoFaults()
}

// heaviestFrame is what a frame may weigh in bytes over the wire, all in all.
const heaviestFrame = 40_000

// TestFrameWeight weighs each simulator's embed with an empty cache, and sees
// what moves in it and around it while its script comes late.
func TestFrameWeight(t *testing.T) {
	site := startFramed(t)
	pages := map[string]hostPage{}
	for _, name := range everySimulator(t, site) {
		pages["/"+name] = hostPage{"light", false, framed(site+"/embed/"+name, "")}
	}
	pages["/claimed"] = hostPage{"light", false, framed(site+"/embed/claim?start=absent&do=wire4&do=enqueue&do=wire6", "")}
	longest, noise := "", rand.New(rand.NewPCG(1, 2))
	for range 64 { // as many moves as there may be, of letters that nothing compresses
		longest += "&do=set:"
		for range 100 {
			longest += string(rune('A' + noise.IntN(26) + 32*noise.IntN(2)))
		}
	}
	pages["/longest"] = hostPage{"light", false, framed(site+"/embed/claim?start=absent"+longest, "")}
	host := elsewhere(t, pages)
	b := browser.OpenHost(t)
	b.SlowScripts(150)
	for path, p := range pages {
		address, _, _ := strings.Cut(strings.TrimPrefix(p.body, `<iframe src="`), `"`)
		weight, list := 0, []string{}
		for _, r := range b.Load(html.UnescapeString(address)) {
			if strings.Contains(r.URL, "/favicon.") {
				continue // of a window, at times; a frame has no place for an icon
			}
			weight += r.Bytes
			list = append(list, r.URL)
		}
		if weight > heaviestFrame || len(list) != 3 {
			t.Errorf("%s weighs %d bytes, more than %d, in %q", path, weight, heaviestFrame, list)
		}
		b.Visit(host + path)
		b.Frame(0).See("h1", "?")
		const shifts = `new Promise((done) => {
			let sum = 0;
			new PerformanceObserver((list) => { for (const s of list.getEntries()) sum += s.value; }).observe({type: "layout-shift", buffered: true});
			setTimeout(() => done(sum), 250);
		})`
		inside, around := browser.InFrame[float64](b.Frame(0), shifts), browser.Eval[float64](b, shifts)
		if inside != 0 || around != 0 {
			t.Errorf("%s shifts by %g inside and %g around", path, inside, around)
		}
		t.Logf("%s: %d bytes in %d answers, shift %g and %g, %d px high", path, weight, len(list), inside, around, browser.InFrame[int](b.Frame(0), `Math.ceil(document.documentElement.getBoundingClientRect().height)`))
	}
	b.NoFaults()
}

// TestFrameAxe lets axe-core look into frames, on a narrow page and a wide one,
// by day and by night, and at the same documents on their own.
func TestFrameAxe(t *testing.T) {
	site := startFramed(t)
	body := framed(site+inFrame+"&do=step:a", `style="width: 100%"`)
	host := elsewhere(t, map[string]hostPage{"/light": {"light", false, body}, "/dark": {"dark", false, body}})
	b := browser.OpenHost(t)
	const run = `; for (const d of document.querySelectorAll("details")) d.open = true;
		axe.run({resultTypes: ["violations"]}).then((r) => r.violations.flatMap((v) => v.nodes.map((n) => v.id + ": " + n.target.join(" ") + ": " + n.failureSummary)))`
	look := func(what string, found []string) {
		t.Helper()
		if len(found) > 0 {
			t.Errorf("%s: axe-core finds %d faults:\n%s", what, len(found), strings.Join(found[:min(len(found), 4)], "\n"))
		}
	}
	for _, scheme := range []string{"/light", "/dark"} {
		for _, size := range []browser.Look{phone, desk} {
			b.As(size)
			b.Visit(host + scheme)
			b.Frame(0).See("h1", "claim")
			look(size.String()+scheme, browser.InFrame[[]string](b.Frame(0), axe+run))
		}
	}
	for _, path := range []string{"/embed/claim?do=wire9", "/embed/claim", "/embed/collide", "/embed/key", "/embed/slot", "/embed/job", "/embed/lines"} {
		for _, size := range []browser.Look{phone, deskDark} {
			b.As(size)
			b.Visit(site + path)
			look(size.String()+" "+path, browser.Eval[[]string](b, axe+run))
		}
	}
}

// TestTwelveFrames shows a dozen on one page, loaded as the reader comes near:
// the first steps and so does the last.
func TestTwelveFrames(t *testing.T) {
	site := startFramed(t)
	body := strings.Repeat(framed(site+inFrame, `loading="lazy" style="display: block"`), 12)
	host := elsewhere(t, map[string]hostPage{"/": {"light", false, body}})
	b := browser.OpenHost(t)
	b.Visit(host + "/")
	b.Frame(0).See("h1", "claim")
	if last := browser.InFrame[string](b.Frame(11), `document.URL`); last != "about:blank" {
		t.Errorf("the last frame is at %s already", last)
	}
	for _, place := range []int{0, 11} {
		browser.Eval[bool](b, fmt.Sprintf(`document.querySelectorAll("iframe")[%d].scrollIntoView() === undefined`, place))
		b.Frame(place).See("h1", "claim")
		toTheEnd(b, b.Frame(place))
	}
	b.NoFaults()
	onlyFrom(b, host, site)
}

// TestFrameHeader holds every embed, and every refusal of one, to what lets it
// stand in a frame.
func TestFrameHeader(t *testing.T) {
	site := startSite(t)
	for path, status := range map[string]int{inFrame: 200, "/embed/lines?theme=dark": 200, "/embed/nobody": 404, "/embed/claim?do=wire9": 400, "/embed/key?key=" + strings.Repeat("k", 9000): 400} {
		a := get(t, site+path)
		if a.status != status {
			t.Errorf("%.60s answers %d, want %d", path, a.status, status)
		}
		for name, want := range map[string]string{
			"X-Frame-Options": "", "Set-Cookie": "", "Cross-Origin-Embedder-Policy": "require-corp", "Cross-Origin-Resource-Policy": "cross-origin",
		} {
			if got := a.header.Get(name); got != want {
				t.Errorf("%.60s: %s is %q, want %q", path, name, got, want)
			}
		}
		if policy := a.header.Get("Content-Security-Policy"); !strings.HasSuffix(policy, "frame-ancestors *") || !strings.Contains(policy, "default-src 'none'; script-src 'self'; style-src 'self'") {
			t.Errorf("%.60s: policy %q", path, policy)
		}
		checkDocument(t, parse(t, a))
	}
}

// TestCopy copies a snippet from under a figure, where the clipboard is allowed
// and where it is not, and puts it on somebody else's page.
func TestCopy(t *testing.T) {
	site := startFramed(t)
	b := browser.OpenHost(t)
	b.Visit(site + "/sim/claim?start=absent&do=hold:a:wire4")
	b.Click("#claim-embed > summary")
	browser.Eval[bool](b, `(navigator.clipboard.writeText = async (text) => { window.copied = text; }) && true`)
	b.Click(`[data-snippet="claim-embed-script"]`)
	b.See("#announcer", "Copied.")
	copied := browser.Eval[string](b, `copied`)
	browser.Eval[bool](b, `(navigator.clipboard.writeText = async () => { throw new Error("not allowed"); }) && true`)
	b.Click(`[data-snippet="claim-embed-script"]`)
	b.See("#announcer", "Selected")
	if got := browser.Eval[string](b, `getSelection().toString()`); got != copied {
		t.Errorf("selected is %q, and copied was %q", got, copied)
	}
	b.NoFaults()

	host := elsewhere(t, map[string]hostPage{"/": {"light", false, copied}})
	b.Visit(host + "/")
	f := b.Frame(0)
	toTheEnd(b, f)
	b.Until("the frame to have the height of what it holds", func() bool {
		return browser.InFrame[int](f, `Math.ceil(document.documentElement.getBoundingClientRect().height)`) == browser.Eval[int](b, `document.querySelector("iframe").clientHeight`)
	}, func() string { return browser.Eval[string](b, `document.querySelector("iframe").outerHTML`) })
	b.NoFaults()
}
