package pages

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/net/html"

	"echomq.dev/course/content"
	"echomq.dev/course/content/gosource"
	"echomq.dev/course/pages/htmltest"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/web"
	"echomq.dev/course/sim/claim"
	"echomq.dev/course/sim/scenario"
	"echomq.dev/course/sim/trace"
	"echomq.dev/course/static"
)

// config is the site with everything real, under a base path.
func config(t *testing.T) Config {
	t.Helper()
	base, err := web.NewBase("/echomq", "https://course.example")
	if err != nil {
		t.Fatal(err)
	}
	files, err := static.New(layout.Assets()...)
	if err != nil {
		t.Fatal(err)
	}
	site := layout.Site{Base: base, Files: files}
	return Config{
		Site: site, Content: content.Files(), Sources: gosource.Tree{".": os.DirFS("..")},
		Answers: &web.Adapter{Log: slog.New(slog.NewTextHandler(io.Discard, nil)), View: site.View},
		Run: func(ctx context.Context, _ string, sc scenario.Scenario) (*trace.Trace, error) {
			return claim.Execute(ctx, sc)
		},
		Running: func(next http.Handler) http.Handler { return next },
		Racing:  func(next http.Handler) http.Handler { return next },
	}
}

func serve(t *testing.T) http.Handler {
	t.Helper()
	c := config(t)
	h, err := New(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/static/", c.Site.Files)
	mux.Handle("/", h)
	return c.Site.Base.Mount(mux, http.NotFoundHandler())
}

// Every page that can be reached from the front page answers, holds nothing
// inline, and leads nowhere that does not exist. States of the claim simulator
// lead to one another for ever, so those are followed two links deep.
func TestEveryLink(t *testing.T) {
	h := serve(t)
	depth := map[string]int{"/echomq/": 0}
	queue := []string{"/echomq/"}
	for len(queue) > 0 {
		from := queue[0]
		queue = queue[1:]
		w, doc := htmltest.Get(t, h, from)
		if w.Code != http.StatusOK {
			t.Errorf("%s answers %d", from, w.Code)
			continue
		}
		if !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
			continue
		}
		doc.CheckStrict(t)
		for _, n := range doc.Nodes(func(n *html.Node) bool {
			// What robots are told to leave is another sequence, of which some cannot run.
			return (htmltest.Has(n, "href") || htmltest.Has(n, "src") || htmltest.Has(n, "hx-get")) && htmltest.Attr(n, "rel") != "nofollow"
		}) {
			for _, name := range []string{"href", "src", "hx-get"} {
				to, ok := follow(t, from, htmltest.Attr(n, name))
				if _, seen := depth[to]; !ok || seen || depth[from] >= 3 {
					continue
				}
				depth[to] = depth[from] + 1
				queue = append(queue, to)
			}
		}
	}
	for _, must := range []string{"/echomq/sim", "/echomq/sim/claim", "/echomq/sim/collide", "/echomq/sim/key", "/echomq/api", "/echomq" + layout.ReservePath} {
		if _, ok := depth[must]; !ok {
			t.Errorf("nothing leads to %s", must)
		}
	}
	t.Logf("%d addresses", len(depth))
}

// follow resolves a link of this site; a link to elsewhere or to a place on the
// same page is not followed.
func follow(t *testing.T, from, link string) (to string, ok bool) {
	if link == "" || strings.HasPrefix(link, "#") {
		return "", false
	}
	u, err := url.Parse(link)
	if err != nil {
		t.Errorf("%s has the link %q: %v", from, link, err)
		return "", false
	}
	if u.Host != "" {
		return "", false
	}
	if !strings.HasPrefix(u.Path, "/echomq/") {
		t.Errorf("%s has a link out of the base path: %q", from, link)
		return "", false
	}
	u.Fragment = ""
	return u.String(), true
}

func TestHead(t *testing.T) {
	h := serve(t)
	for _, path := range []string{"/", "/sim", "/sim/claim", "/sim/collide", "/sim/key", layout.ReservePath} {
		_, doc := htmltest.Get(t, h, "/echomq"+path+"?utm=1")
		var canonical, description, title string
		for _, n := range doc.Nodes(htmltest.Tag("link")) {
			if htmltest.Attr(n, "rel") == "canonical" {
				canonical = htmltest.Attr(n, "href")
			}
		}
		for _, n := range doc.Nodes(htmltest.Tag("meta")) {
			if htmltest.Attr(n, "name") == "description" {
				description = htmltest.Attr(n, "content")
			}
		}
		for _, n := range doc.Nodes(htmltest.Tag("title")) {
			if n.Parent.Data == "head" { // a drawing has titles too
				title = htmltest.Text(n)
			}
		}
		if canonical != "https://course.example/echomq"+path || len(description) < 50 || !strings.Contains(title, "EchoMQ") {
			t.Errorf("%s: canonical %q, description %q, title %q", path, canonical, description, title)
		}
		if n := len(doc.Nodes(htmltest.Tag("h1"))); n != 1 {
			t.Errorf("%s has %d first-level headings", path, n)
		}
		live := doc.ID(t, "announcer")
		for p := live.Parent; p != nil; p = p.Parent {
			if htmltest.Has(p, "hx-target:inherited") {
				t.Errorf("%s: the live region is inside what is exchanged", path)
			}
		}
	}
}

// A figure on a course page keeps the address of that page.
func TestFiguresDoNotPush(t *testing.T) {
	h := serve(t)
	for path, want := range map[string]bool{"/": false, layout.ReservePath: false, "/sim/claim": true, "/sim/collide": true} {
		_, doc := htmltest.Get(t, h, "/echomq"+path)
		figures := doc.Nodes(htmltest.Class("sim"))
		if len(figures) == 0 {
			t.Errorf("%s has no figure", path)
		}
		for _, n := range figures {
			if got := htmltest.Has(n, "hx-push-url:inherited"); got != want {
				t.Errorf("%s: the figure %s pushes: %v", path, htmltest.Attr(n, "id"), got)
			}
		}
	}
}

func TestNotFound(t *testing.T) {
	h := serve(t)
	w, doc := htmltest.Get(t, h, "/echomq/protocol/%3Cscript%3E")
	if w.Code != http.StatusNotFound {
		t.Errorf("status %d", w.Code)
	}
	doc.CheckStrict(t)
	if page := doc.One(t, "error-page"); !strings.Contains(page, "/protocol/<script>") || !strings.Contains(page, "The simulators") {
		t.Errorf("the page says %q", page)
	}
	w, _ = htmltest.Get(t, h, "/echomq/api/nothing")
	if w.Code != http.StatusNotFound || w.Header().Get("Content-Type") != "application/problem+json" {
		t.Errorf("%d %s", w.Code, w.Header().Get("Content-Type"))
	}
}

func TestAPIList(t *testing.T) {
	w, _ := htmltest.Get(t, serve(t), "/echomq/api")
	var got struct {
		Simulators []struct{ Name, API, Page, Example string }
	}
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	for _, s := range got.Simulators {
		for _, path := range []string{s.Page, s.Example} {
			if w, _ := htmltest.Get(t, serve(t), path); w.Code != http.StatusOK {
				t.Errorf("%s of %s answers %d", path, s.Name, w.Code)
			}
		}
	}
	if len(got.Simulators) != 7 {
		t.Errorf("%d simulators", len(got.Simulators))
	}
}

// A mistake in a page stops the start, with the page's name and line.
func TestBrokenContent(t *testing.T) {
	const head = "---\ntitle: T\ndescription: D.\nlede: L.\npath: /t\norder: 1\n---\n\n"
	for _, c := range []struct{ body, says string }{
		{":::figure clam start=absent\nCaption.\n:::\n", "clam"},
		{":::figure claim start=absent&do=wire5\nCaption.\n:::\n", "wire5"},
		{":::figure collide queue=%zz\nCaption.\n:::\n", "percent"},
		{"```scenario A caption.\narrive wire4\narrive wire9\n```\n", "t.md:11"},
		{"A [link](/sim/nothing).\n", "/sim/nothing"},
	} {
		cfg := config(t)
		cfg.Content = fstest.MapFS{"t.md": {Data: []byte(head + c.body)}}
		if _, err := New(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), "t.md:") || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: the error %v does not name the page and %s", c.body, err, c.says)
		}
	}
}

// What an author writes and what a scenario prints reach a figure alike.
func TestAuthored(t *testing.T) {
	for _, c := range []struct{ query, name, want string }{
		{"key=emq:{a b}+c:x", "key", "emq:{a b}+c:x"},
		{"do=set:a%26b%25", "do", "set:a&b%"},
		{"queue=", "queue", ""},
		{"key=a=b", "key", "a=b"},
	} {
		q, err := authored(c.query)
		if err != nil || q.Get(c.name) != c.want {
			t.Errorf("%s: %q, %v; want %q", c.query, q.Get(c.name), err, c.want)
		}
	}
	if q, err := authored(""); err != nil || len(q) != 0 {
		t.Errorf("an empty query gives %v, %v", q, err)
	}
}

// TestFullHouse: while no place is free for another sequence, or for another
// race, everything else is answered all the same.
func TestFullHouse(t *testing.T) {
	full := func(http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
	}
	sequences, races := config(t), config(t)
	sequences.Running, races.Racing = full, full
	for waits, cfg := range map[string]Config{"claim": sequences, "race": races} {
		site, err := New(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		h := cfg.Site.Base.Mount(site, http.NotFoundHandler())
		for _, face := range []string{"/sim/", "/api/", "/embed/", "/present/"} {
			for name, query := range map[string]string{
				"claim": "start=absent", "race": "a=wire2&b=wire4",
				"collide": "queue=a", "key": "key=a", "slot": "key=a", "job": "queue=a&id=b", "lines": "queue=a",
			} {
				want := http.StatusOK
				if name == waits {
					want = http.StatusServiceUnavailable
				}
				if w, _ := htmltest.Get(t, h, "/echomq"+face+name+"?"+query); w.Code != want {
					t.Errorf("without a place for %s %s%s answers %d, want %d", waits, face, name, w.Code, want)
				}
			}
		}
		for _, path := range []string{"/", "/sim", "/sequences", "/glossary", "/embed/nobody"} {
			if w, _ := htmltest.Get(t, h, "/echomq"+path); w.Code == http.StatusServiceUnavailable {
				t.Errorf("%s waits for a place", path)
			}
		}
	}
}
