package embedsnippet

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"echomq.dev/course/pages/htmltest"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/web"
)

func frame(t *testing.T, query string) Frame {
	t.Helper()
	base, err := web.NewBase("/b", "https://a.example")
	if err != nil {
		t.Fatal(err)
	}
	return Frame{Site: layout.Site{Base: base}, ID: "f1", Simulator: "claim", Title: `Who "may" <claim>?`, Query: query}
}

// TestSnippets pastes each snippet and reads it as a browser would.
func TestSnippets(t *testing.T) {
	f := frame(t, `start=string:%22%3E%3Cscript%3E&do=wire4`)
	for name, snippet := range map[string]func(context.Context) string{"HTML": f.HTML, "with the script": f.Scripted, "Markdown": f.Markdown} {
		text := snippet(t.Context())
		doc, err := htmltest.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		frames, scripts := doc.Nodes(htmltest.Tag("iframe")), doc.Nodes(htmltest.Tag("script"))
		if len(frames) != 1 {
			t.Fatalf("%s: %d frames in %s", name, len(frames), text)
		}
		for attribute, want := range map[string]string{
			"src":   "https://a.example/b/embed/claim?start=string:%22%3E%3Cscript%3E&do=wire4",
			"title": `Who "may" <claim>?`, "width": "640", "height": strconv.Itoa(Height("claim")), "loading": "lazy",
		} {
			if got := htmltest.Attr(frames[0], attribute); got != want {
				t.Errorf("%s: %s is %q, want %q", name, attribute, got, want)
			}
		}
		if want := map[string]int{"with the script": 1}[name]; len(scripts) != want || want == 1 && htmltest.Attr(scripts[0], "src") != "https://a.example/b/static/embed.js" {
			t.Errorf("%s has %d scripts: %s", name, len(scripts), text)
		}
	}
	if html, _, ok := strings.Cut(f.Markdown(t.Context()), "\n\n"); !ok || strings.Contains(html, "\n") {
		t.Errorf("in Markdown the frame is no block of its own: %s", html)
	}
	if got, want := f.Address(t.Context()), "https://a.example/b/sim/claim?start=string:%22%3E%3Cscript%3E&do=wire4"; got != want {
		t.Errorf("the address is %s, want %s", got, want)
	}
	if got := frame(t, "").Path(); got != "/embed/claim" {
		t.Errorf("without a query the frame is at %s", got)
	}
}

func TestDisclosure(t *testing.T) {
	var page strings.Builder
	if err := Disclosure(frame(t, "do=wire4")).Render(t.Context(), &page); err != nil {
		t.Fatal(err)
	}
	doc, err := htmltest.Parse(page.String())
	if err != nil {
		t.Fatal(err)
	}
	texts := doc.Nodes(htmltest.Tag("pre"))
	if len(texts) != 4 {
		t.Fatalf("%d texts", len(texts))
	}
	for _, text := range texts {
		id := htmltest.Attr(text, "id")
		labels, buttons := 0, 0
		for _, n := range doc.Nodes(htmltest.With("id")) {
			if htmltest.Attr(n, "id") == htmltest.Attr(text, "aria-labelledby") {
				labels++
			}
		}
		for _, n := range doc.Nodes(htmltest.With("data-snippet")) {
			if htmltest.Attr(n, "data-snippet") == id {
				buttons++
			}
		}
		if labels != 1 || buttons != 1 || !strings.Contains(htmltest.Text(text), "https://a.example/b/") {
			t.Errorf("the text %s has %d labels, %d buttons and the text %q", id, labels, buttons, htmltest.Text(text))
		}
	}
}

// TestEscaped: what some host takes out of an address, or reads as its own, is
// escaped; what a query is made of stays, and so does what is escaped already.
func TestEscaped(t *testing.T) {
	for query, want := range map[string]string{
		"":                                   "",
		"start=string:a%20b&do=hold:a:wire4": "start=string:a%20b&do=hold:a:wire4",
		"queue={orders}&x=a(b)+c":            "queue=%7Borders%7D&x=a%28b%29+c",
		`a="'<>\^|[]` + "`":                  "a=%22%27%3C%3E%5C%5E%7C%5B%5D%60",
		"key=é;*!$@?#":                       "key=%C3%A9%3B%2A%21%24%40%3F%23",
		"a=-._~/,":                           "a=-._~/,",
	} {
		if got := Escaped(query); got != want {
			t.Errorf("%s becomes %s, want %s", query, got, want)
		}
	}
}
