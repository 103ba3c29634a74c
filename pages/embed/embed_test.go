package embed

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/a-h/templ"
	"github.com/go-chi/chi/v5"
	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"echomq.dev/course/pages/htmltest"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/web"
	"echomq.dev/course/sim/scenario"
)

func text(s string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	})
}

func passed(t testing.TB, g gate, s string) string {
	t.Helper()
	var out strings.Builder
	if err := g.through(text(s)).Render(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

var gates = gate{site: "/b/sim/", here: "/b/embed/", names: []string{"claim", "key"}, forms: true}

func TestGate(t *testing.T) {
	dark, linked := gates, gates
	dark.theme, linked.forms = "dark", false
	for _, c := range []struct {
		gate      gate
		give, get string
	}{
		{gates, `<p>a &lt; b &amp; <b>c</b></p><!-- d -->`, `<p>a &lt; b &amp; <b>c</b></p><!-- d -->`},
		{gates, `<a id="x" href="/b/sim/claim?do=a&amp;do=b">c</a>`, `<a id="x" href="/b/embed/claim?do=a&amp;do=b">c</a>`},
		{gates, `<a href="/b/sim/key">c</a>`, `<a href="/b/embed/key">c</a>`},
		{gates, `<a href="/b/sim/key?key=a#b">c</a>`, `<a href="/b/embed/key?key=a#b">c</a>`},
		{dark, `<a href="/b/sim/key">c</a>`, `<a href="/b/embed/key?theme=dark">c</a>`},
		{dark, `<a href="/b/sim/key?key=a">c</a>`, `<a href="/b/embed/key?key=a&amp;theme=dark">c</a>`},
		{gates, `<a href="#here">c</a>`, `<a href="#here">c</a>`},
		{gates, `<a href="/b/sim/nobody">c</a>`, `<a href="/b/sim/nobody" target="_blank" rel="noopener">c</a>`},
		{gates, `<a href="/b/present/claim?do=a">c</a>`, `<a href="/b/present/claim?do=a" target="_blank" rel="noopener">c</a>`},
		{gates, `<a href="/sim/claim">c</a>`, `<a href="/sim/claim" target="_blank" rel="noopener">c</a>`},
		{gates, `<div hx-get="/x" hx-target:inherited="#a" id="a">b</div>`, `<div id="a">b</div>`},
		{gates, `a<div class="fold unframed">b<div>c</div><br>d</div>e`, `ae`},
		{gates, `a<input class="unframed">b<a class="unframed" href="/x">c</a>d`, `abd`},
		{gates, `<form action="/b/sim/key"><input name="key"></form>`, `<form action="/b/embed/key"><input name="key"></form>`},
		{dark, `<form action="/b/sim/key"></form>`, `<form action="/b/embed/key"><input type="hidden" name="theme" value="dark"></form>`},
		{linked, `a<form action="/b/sim/key"><b>c</b></form>d`, `ad`},
		{gates, `<form action="/b/sequences/run"></form>`, `<form action="/b/sequences/run" target="_blank" rel="noopener"></form>`},
		{gates, `<a href="/b/sim/key" target="_top">a</a><a href="/x" target="_self" rel="nofollow">b</a>`, `<a href="/b/embed/key">a</a><a href="/x" rel="nofollow" target="_blank">b</a>`},
		{gates, `<a xlink:href="/b/sim/key">a</a><button formaction="/x" formtarget="_top">b</button>`, `<a xlink:href="/b/embed/key">a</a><button>b</button>`},
		{gates, `a<wbr class="unframed">b`, `ab`},
		{gates, `<textarea><a href="/b/sim/key"></textarea>`, `<textarea><a href="/b/sim/key"></textarea>`},
	} {
		if got := passed(t, c.gate, c.give); got != c.get {
			t.Errorf("%s\nbecomes %s\nwant    %s", c.give, got, c.get)
		}
	}
}

// A figure that panics does so for whoever asked for it, and not for the process.
func TestGatePanics(t *testing.T) {
	broken := templ.ComponentFunc(func(context.Context, io.Writer) error { panic("broken") })
	defer func() {
		if fault := recover(); fault != "broken" {
			t.Errorf("it ends with %v", fault)
		}
	}()
	_ = gates.through(broken).Render(t.Context(), io.Discard)
}

// TestGateKeepsText: what is text before the gate is the same text behind it.
func TestGateKeepsText(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		said := rapid.StringMatching(`[ -~é日\n]{0,40}`).Draw(rt, "text")
		in := `<p title="` + templ.EscapeString(said) + `">` + templ.EscapeString(said) + `</p>`
		doc, err := htmltest.Parse(passed(t, gates, in))
		if err != nil {
			rt.Fatal(err)
		}
		p := doc.Nodes(htmltest.Tag("p"))
		if len(p) != 1 || htmltest.Attr(p[0], "title") != said || p[0].FirstChild != nil && p[0].FirstChild.Data != said {
			rt.Fatalf("%q comes out as %q", said, passed(t, gates, in))
		}
	})
}

func TestGateFails(t *testing.T) {
	broken := errors.New("broken")
	err := gates.through(templ.ComponentFunc(func(context.Context, io.Writer) error { return broken })).Render(t.Context(), io.Discard)
	if !errors.Is(err, broken) {
		t.Errorf("a figure's error becomes %v", err)
	}
}

// ask asks a handler whose figures print what they were asked for.
func ask(t testing.TB, address string) (*httptest.ResponseRecorder, htmltest.Doc) {
	t.Helper()
	draw := func(_ context.Context, id string, q url.Values) (templ.Component, error) {
		if q.Has("fail") {
			return nil, web.BadParam("fail", q.Get("fail"), "nothing")
		}
		return text(`<div id="` + id + `">` + templ.EscapeString(q.Encode()) + `</div>`), nil
	}
	site := layout.Site{}
	answers := web.Adapter{Log: slog.New(slog.DiscardHandler), View: func(r *http.Request, e *web.Error) templ.Component { return ErrorView(site, r, e) }}
	r := chi.NewRouter()
	h := Handler{Site: site, Simulators: []Simulator{{"claim", "Who?", draw, true}, {"key", "Where?", draw, false}}}
	for _, s := range h.Simulators {
		r.Get(Prefix+s.Name, answers.Handle(h.Page(s)))
	}
	r.Get(Prefix+"{name}", answers.Handle(h.Nobody))
	w := httptest.NewRecorder()
	r.ServeHTTP(w, httptest.NewRequest("GET", address, nil))
	doc, err := htmltest.Parse(w.Body.String())
	if err != nil {
		t.Fatal(err)
	}
	return w, doc
}

func TestPage(t *testing.T) {
	for _, c := range []struct {
		address      string
		status       int
		theme, full  string
		asked, title string
	}{
		{"/embed/key?key=a", 200, "", "/sim/key?key=a", "key=a", "Where?"},
		{"/embed/key", 200, "", "/sim/key", "", "Where?"},
		{"/embed/key?x=2&theme=dark&key=%00", 200, "dark", "/sim/key?x=2&key=%00", "key=%00&x=2", "Where?"},
		{"/embed/claim?do=wire4&theme=light", 200, "light", "/sim/claim?do=wire4", "do=wire4", "Who?"},
		{"/embed/key?theme=pink", 400, "", "/sim", "", "That address does not work"},
		{"/embed/key?fail=1&theme=dark", 400, "dark", "/sim", "", "That address does not work"},
		{"/embed/nobody", 404, "", "/sim", "", "There is no such page"},
		{"/embed/claim?do=wire9", 400, "", "/sim", "", "That address does not work"},
		{"/embed/key?a=%zz", 400, "", "/sim", "", "That address does not work"},
	} {
		w, doc := ask(t, c.address)
		if w.Code != c.status {
			t.Errorf("%s: %d, want %d: %s", c.address, w.Code, c.status, w.Body)
			continue
		}
		doc.CheckStrict(t)
		root := doc.Nodes(htmltest.Tag("html"))[0]
		if got := htmltest.Attr(root, "data-theme"); got != c.theme {
			t.Errorf("%s: theme %q, want %q", c.address, got, c.theme)
		}
		if got := htmltest.Attr(doc.ID(t, "full"), "href"); got != c.full {
			t.Errorf("%s leads to %q, want %q", c.address, got, c.full)
		}
		if title := htmltest.Text(doc.Nodes(htmltest.Tag("h1"))[0]); title != c.title {
			t.Errorf("%s is titled %q, want %q", c.address, title, c.title)
		}
		if c.status == 200 {
			name := strings.TrimPrefix(strings.Split(c.address, "?")[0], Prefix)
			if got := htmltest.Text(doc.ID(t, name)); got != c.asked {
				t.Errorf("%s draws %q, want %q", c.address, got, c.asked)
			}
		}
	}
}

// TestChoices follows every choice of a scenario: each is a scenario again, and
// none leads to more than fits.
func TestChoices(t *testing.T) {
	full := "/embed/claim?start=absent" + strings.Repeat("&do=wire4", scenario.MaxMoves)
	for address, want := range map[string]struct{ starts, arrivals int }{
		"/embed/claim": {5, 5}, "/embed/claim?start=hash&do=hold:a:wire4&do=step:a&theme=dark": {5, 5}, full: {5, 0},
	} {
		_, doc := ask(t, address)
		starts, arrivals := 0, 0
		for _, a := range doc.Nodes(htmltest.Class("chip")) {
			href := must(url.Parse(htmltest.Attr(a, "href")))
			sc, err := scenario.FromQuery(href.Query())
			switch {
			case err != nil || href.Path != "/embed/claim" || href.Query().Get("theme") != must(url.Parse(address)).Query().Get("theme"):
				t.Errorf("%s offers %s: %v", address, href, err)
			case strings.HasPrefix(htmltest.Attr(a, "id"), "start-"):
				starts++
				if len(sc.Moves) > 0 && sc.Moves[0].Name != "" {
					t.Errorf("%s keeps who waits, from another start: %s", address, href)
				}
			default:
				arrivals++
			}
		}
		if starts != want.starts || arrivals != want.arrivals {
			t.Errorf("%s offers %d starts and %d arrivals, want %+v", address, starts, arrivals, want)
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// FuzzGate: whatever a figure holds, no link of it leads out of the frame
// without a window of its own, nothing is left for htmx, and the gate finds
// nothing more to do in what it has let pass.
func FuzzGate(f *testing.F) {
	for _, seed := range []string{
		`<a href="/b/sim/key?key=a">b</a>`, `<a href=/x hx-get='/y'>`, `<div class="a unframed"><div></div>`, `<form action="/b/sim/key"><a href="#b">`, `<svg><a href="/b/sim/claim"/></svg>`, `<!-- <a href="/x"> -->`, `<a href="/b/embed/key" href="/x">`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		out := passed(t, gates, in)
		z := html.NewTokenizer(strings.NewReader(out))
		for {
			kind := z.Next()
			if kind == html.ErrorToken {
				return
			}
			if kind != html.StartTagToken && kind != html.SelfClosingTagToken {
				continue
			}
			tag := z.Token()
			for _, a := range tag.Attr {
				inside := strings.HasPrefix(a.Val, "/b/embed/") || strings.HasPrefix(a.Val, "#")
				if strings.HasPrefix(a.Key, "hx-") || tag.Data == "a" && a.Key == "href" && !inside && attr(tag, "target") == "" {
					t.Errorf("%q passes as %q", in, out)
				}
			}
		}
	})
}
