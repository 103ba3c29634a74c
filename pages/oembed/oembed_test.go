package oembed

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/a-h/templ"

	"echomq.dev/course/pages/embedsnippet"
	"echomq.dev/course/pages/htmltest"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/web"
	"echomq.dev/course/static"
)

var files = sync.OnceValues(func() (*static.Files, error) { return static.New(layout.Assets()...) })

// ask asks a site at http://a.example/echomq on which /sim/claim is the only page.
func ask(t testing.TB, q url.Values) *httptest.ResponseRecorder {
	t.Helper()
	base, err := web.NewBase("/echomq", "http://a.example")
	if err != nil {
		t.Fatal(err)
	}
	files, err := files()
	if err != nil {
		t.Fatal(err)
	}
	site := layout.Site{Base: base, Files: files}
	h := Handler{Site: site, Find: func(_ context.Context, path, query string) (embedsnippet.Frame, bool) {
		return embedsnippet.Frame{Site: site, Simulator: "claim", Title: `Who "may" <b>&`, Query: query}, path == "/sim/claim" || path == "/embed/claim"
	}}
	answers := web.Adapter{Log: slog.New(slog.DiscardHandler), View: func(*http.Request, *web.Error) templ.Component { return templ.Raw("a page") }}
	w := httptest.NewRecorder()
	answers.Handle(h.Answer)(w, httptest.NewRequest("GET", Path+"?"+q.Encode(), nil))
	return w
}

const page = "http://a.example/echomq/sim/claim?start=absent&do=wire4"

func TestAnswer(t *testing.T) {
	w := ask(t, url.Values{"url": {page}})
	var got map[string]any
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
		t.Fatalf("%v: %s", err, w.Body)
	}
	for name, want := range map[string]any{
		"type": "rich", "version": "1.0", "title": `Who "may" <b>&`, "provider_name": layout.CourseName, "provider_url": "http://a.example/echomq/",
		"width": 640.0, "height": float64(embedsnippet.Height("claim")), "thumbnail_width": 1200.0, "thumbnail_height": 630.0,
	} {
		if got[name] != want {
			t.Errorf("%s is %v, want %v", name, got[name], want)
		}
	}
	if picture, _ := got["thumbnail_url"].(string); !strings.HasPrefix(picture, "http://a.example/echomq/static/card.") {
		t.Errorf("the picture is at %q", picture)
	}
	if len(got) != 11 {
		t.Errorf("the answer has %d members: %v", len(got), got)
	}
	doc, err := htmltest.Parse(got["html"].(string))
	if err != nil {
		t.Fatal(err)
	}
	frame := doc.Nodes(htmltest.Tag("iframe"))[0]
	for name, want := range map[string]string{
		"src": "http://a.example/echomq/embed/claim?start=absent&do=wire4", "title": `Who "may" <b>&`, "width": "640", "loading": "lazy",
	} {
		if htmltest.Attr(frame, name) != want {
			t.Errorf("the frame's %s is %q, want %q", name, htmltest.Attr(frame, name), want)
		}
	}
	if w.Header().Get("Access-Control-Allow-Origin") != "*" || w.Header().Get("Content-Type") != "application/json" {
		t.Errorf("header %v", w.Header())
	}
}

func TestXML(t *testing.T) {
	w := ask(t, url.Values{"url": {page}, "format": {"xml"}})
	var got answer
	if err := xml.Unmarshal(w.Body.Bytes(), &got); err != nil {
		t.Fatalf("%v: %s", err, w.Body)
	}
	if got.XMLName.Local != "oembed" || got.Type != "rich" || got.Version != "1.0" || !strings.Contains(got.HTML, `<iframe frameborder="0" src="http://a.example/echomq/embed/claim?start=absent&amp;do=wire4"`) {
		t.Errorf("%+v", got)
	}
	if w.Header().Get("Content-Type") != "text/xml; charset=utf-8" || w.Header().Get("Access-Control-Allow-Origin") != "*" || !strings.HasPrefix(w.Body.String(), "<?xml ") {
		t.Errorf("header %v, %.60s", w.Header(), w.Body)
	}
}

func TestBounds(t *testing.T) {
	for _, c := range []struct {
		width, height string
		status        int
		w, widest, h  int
		picture       int // its width, 0 for none
	}{
		{"", "", 200, 640, 960, embedsnippet.Height("claim"), 1200},
		{"500", "", 200, 500, 500, embedsnippet.Height("claim"), 180},
		{"700", "", 200, 700, 700, embedsnippet.Height("claim"), 180},
		{"5000", "5000", 200, 960, 960, embedsnippet.Height("claim"), 1200},
		{"", "400", 200, 640, 960, 400, 180},
		{"100", "100", 200, 100, 100, 100, 0},
		{"0", "", 400, 0, 0, 0, 0},
		{"", "-3", 400, 0, 0, 0, 0},
		{"wide", "", 400, 0, 0, 0, 0},
	} {
		q := url.Values{"url": {page}}
		for name, v := range map[string]string{"maxwidth": c.width, "maxheight": c.height} {
			if v != "" {
				q.Set(name, v)
			}
		}
		w := ask(t, q)
		var got answer
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || w.Code != c.status {
			t.Errorf("%v: %d %v, want %d", q, w.Code, err, c.status)
		}
		if got.Width != c.w || got.Height != c.h || got.ThumbnailWidth != c.picture {
			t.Errorf("%v: %d by %d with a picture of %d, want %+v", q, got.Width, got.Height, got.ThumbnailWidth, c)
		}
		if c.status == 200 && !strings.Contains(got.HTML, fmt.Sprintf("max-width:%dpx", c.widest)) {
			t.Errorf("%v: want at most %d pixels in %s", q, c.widest, got.HTML)
		}
	}
}

func TestStatuses(t *testing.T) {
	for _, c := range []struct {
		query  string
		status int
	}{
		{"url=" + url.QueryEscape(page), 200},
		{"url=" + url.QueryEscape("https://A.example/echomq/sim/claim"), 200},
		{"url=" + url.QueryEscape(page) + "&format=json&dnt=1", 200},
		{"url=" + url.QueryEscape(strings.ReplaceAll(page, "&", "&amp;")), 200},
		{"", 400},
		{"url=a&url=b", 400},
		{"url=" + url.QueryEscape("http://b.example/echomq/sim/claim"), 404},
		{"url=" + url.QueryEscape("http://a.example.evil/echomq/sim/claim"), 404},
		{"url=" + url.QueryEscape("http://x@a.example/echomq/sim/claim"), 404},
		{"url=" + url.QueryEscape("http://a.example/sim/claim"), 404},
		{"url=" + url.QueryEscape("http://a.example/echomqx/sim/claim"), 404},
		{"url=" + url.QueryEscape("http://a.example/echomq/sim/nobody"), 404},
		{"url=" + url.QueryEscape("javascript:alert(1)"), 404},
		{"url=" + url.QueryEscape("//a.example/echomq/sim/claim"), 404},
		{"url=", 404},
		{"url=" + url.QueryEscape(page) + "&format=yaml", 501},
		{"url=" + url.QueryEscape("http://b.example/") + "&format=", 404},
	} {
		r, err := url.ParseQuery(c.query)
		if err != nil {
			t.Fatal(err)
		}
		w := ask(t, r)
		if w.Code != c.status {
			t.Errorf("%s: %d, want %d: %s", c.query, w.Code, c.status, w.Body)
		}
		if w.Code != 200 && (w.Header().Get("Content-Type") != "application/problem+json" || w.Header().Get("Access-Control-Allow-Origin") != "*") {
			t.Errorf("%s: %v", c.query, w.Header())
		}
	}
}

// TestQuotation: WordPress sizes a frame only where a quotation stands before
// it, which must hold a link that is of use by itself.
func TestQuotation(t *testing.T) {
	for _, asked := range []string{"/sim/claim", "/embed/claim"} {
		quoted(t, "http://a.example/echomq"+asked+"?start=string:{\"é'}&do=wire4")
		quoted(t, "http://a.example/echomq"+asked+"?start=string:{\"é'}&amp;do=wire4")
	}
}

func quoted(t *testing.T, address string) {
	t.Helper()
	var got struct{ HTML string }
	w := ask(t, url.Values{"url": {address}})
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
		t.Fatalf("%v: %s", err, w.Body)
	}
	doc, err := htmltest.Parse(got.HTML)
	if err != nil {
		t.Fatal(err)
	}
	const state = "claim?start=string:%7B%22%C3%A9%27%7D&do=wire4"
	quote := doc.Nodes(htmltest.Tag("blockquote"))
	link, frame := doc.Nodes(htmltest.Tag("a")), doc.Nodes(htmltest.Tag("iframe"))
	if len(quote) != 1 || !htmltest.Has(quote[0], "hidden") || len(link) != 1 || link[0].Parent != quote[0] || len(frame) != 1 || quote[0].NextSibling != frame[0] {
		t.Fatal(got.HTML)
	}
	if to := htmltest.Attr(link[0], "href"); to != "http://a.example/echomq/sim/"+state || htmltest.Text(link[0]) != `Who "may" <b>&` {
		t.Errorf("the quotation leads to %q as %q", to, htmltest.Text(link[0]))
	}
	if src := htmltest.Attr(frame[0], "src"); src != "http://a.example/echomq/embed/"+state {
		t.Errorf("the frame is of %q", src)
	}
}
