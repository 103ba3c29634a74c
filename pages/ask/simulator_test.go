package ask

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/a-h/templ"

	"echomq.dev/course/pages/htmltest"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/web"
)

// chooser is a question with a choice that takes other values too, and a
// parameter that only turns the view.
func chooser() Simulator {
	list := make([]Choice, 2, 8) // room that must not be written into
	copy(list, []Choice{{"one", "The first"}, {"two", "The second"}})
	return Simulator{
		Site: layout.Site{}, Name: "pick", Title: "Which?", Label: "Which?",
		Fields: []Field{
			{Param: "which", Label: "Which", Most: 20, Example: "one", Choices: list, Accepted: "one, two or three to twenty letters", Check: func(value string) error {
				if len(value) < 3 {
					return web.BadParam("which", value, "one, two or three to twenty letters")
				}
				return nil
			}},
			{Param: "at", Most: 4, Optional: true, View: true},
		},
		Answer: func(ctx context.Context, f Figure, values []string) (Answer, error) {
			href, get := f.To(values[0], "9")
			said := values[0] + " at " + values[1] + " leads to " + href + " and " + get
			return Answer{Result: said, View: func() templ.Component { return templ.Raw(templ.EscapeString(said)) }}, ctx.Err()
		},
	}
}

func answering(s Simulator) http.Handler {
	answers := &web.Adapter{Log: slog.New(slog.DiscardHandler), View: s.Site.View}
	mux := http.NewServeMux()
	mux.HandleFunc(s.Path(), answers.Handle(Form(s.Page)))
	mux.HandleFunc(s.APIPath(), answers.Handle(s.API))
	return mux
}

func options(doc htmltest.Doc) (list []string) {
	for _, n := range doc.Nodes(htmltest.Tag("option")) {
		text := htmltest.Attr(n, "value") + ": " + htmltest.Text(n)
		if htmltest.Has(n, "selected") {
			text = "*" + text
		}
		list = append(list, text)
	}
	return list
}

func TestChoices(t *testing.T) {
	h := answering(chooser())
	for query, want := range map[string]string{
		"":                  "*one: The first, two: The second",
		"which=two":         "one: The first, *two: The second",
		"which=three":       "one: The first, two: The second, *three: three",
		"which=a%00b":       `one: The first, two: The second, *: a\x00b`,
		"which=two&at=7":    "one: The first, *two: The second",
		"which=%3Cb%3E%26c": "one: The first, two: The second, *<b>&c: <b>&c",
	} {
		w, doc := htmltest.Get(t, h, "/sim/pick?"+query)
		if got := strings.Join(options(doc), ", "); w.Code != http.StatusOK || got != want {
			t.Errorf("%q: %d, offers %s, want %s", query, w.Code, got, want)
		}
		if body := w.Body.String(); strings.Contains(body, `name="at"`) || strings.Contains(body, "No text field") {
			t.Errorf("%q: the form has a field too many, or speaks of text", query)
		}
	}
	w, _ := htmltest.Get(t, h, "/sim/pick?which=two&at=7")
	for _, want := range []string{"two at 7 leads to /sim/pick?at=9&amp;which=two and /sim/pick?at=9&amp;which=two", `href="/sim/pick?at=7&amp;which=two"`} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("the page does not say %s", want)
		}
	}
	w, _ = htmltest.Get(t, h, "/sim/pick?which=two&fig=fig-2", htmltest.Partial("fig-2")...)
	if want := "leads to /sim/pick?at=9&amp;which=two and /sim/pick?at=9&amp;fig=fig-2&amp;which=two"; !strings.Contains(w.Body.String(), want) {
		t.Errorf("inside another page it does not say %s", want)
	}
	for query, want := range map[string]string{
		"":                    "the parameter which is missing; accepted: one, two or three to twenty letters",
		"which=":              `the parameter which was given as \"\"; accepted: one, two or three to twenty letters`,
		"which=12":            `the parameter which was given as \"12\"; accepted: one, two or three to twenty letters`,
		"which=one&at=12345":  "at most 4 bytes, not 5",
		"which=one&which=two": "one value, not 2",
	} {
		w, _ := htmltest.Get(t, h, "/api/pick?"+query)
		if w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%q: %d %s, want %s", query, w.Code, w.Body, want)
		}
	}
}

// TestSamplesFollow: with each answer the samples say again which of them it is,
// and on a projector all links but the one to the simulator's page stay there.
func TestSamplesFollow(t *testing.T) {
	s := chooser()
	s.Samples = []Sample{{Values: []string{"one"}}, {Values: []string{"two", "7"}}}
	h := answering(s)
	for query, want := range map[string]string{"which=one": "one", "which=two": "", "which=two&at=7": "two", "which=one&at=9": ""} {
		for _, stage := range []string{"", "&stage=1"} {
			_, doc := htmltest.Get(t, h, "/sim/pick?fig=f&"+query+stage, htmltest.Partial("div#f-answer")...)
			list := doc.ID(t, "f-picks")
			if htmltest.Attr(list, "hx-swap-oob") != "true" {
				t.Error("the samples do not go to their place")
			}
			current, home := "", "/sim/pick?"
			if stage != "" {
				home = "/present/pick?"
			}
			for _, a := range doc.Nodes(htmltest.Class("chip")) {
				if htmltest.Has(a, "aria-current") {
					current += htmltest.Text(a)
				}
				if !strings.HasPrefix(htmltest.Attr(a, "href"), home) || strings.Contains(htmltest.Attr(a, "hx-get"), "stage=1") != (stage != "") {
					t.Errorf("%s%s: a sample leads to %q and %q", query, stage, htmltest.Attr(a, "href"), htmltest.Attr(a, "hx-get"))
				}
			}
			if current != want {
				t.Errorf("%s%s: the current sample is %q, want %q", query, stage, current, want)
			}
			if link := htmltest.Attr(doc.Nodes(htmltest.Tag("a"))[0], "href"); !strings.HasPrefix(link, "/sim/pick?") {
				t.Errorf("%s%s: the state's page is %q", query, stage, link)
			}
		}
	}
}

// TestOwnChoice asks with values that are no choice, from many sides at once: what
// one reader asked is no choice of another's.
func TestOwnChoice(t *testing.T) {
	s := chooser()
	var all sync.WaitGroup
	for _, own := range []string{"abc", "def", "ghi", "jkl"} {
		all.Go(func() {
			for range 50 {
				f := s.figure(place{}, []string{own, ""})
				if list := f.Inputs[0].Choices; len(list) != 3 || list[2].Value != own {
					t.Errorf("%s has the choices %v", own, list)
				}
			}
		})
	}
	all.Wait()
}

// TestGone: the answer is worked out in the request's own time.
func TestGone(t *testing.T) {
	s := chooser()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Figure(ctx, "f", url.Values{}); err == nil {
		t.Error("a figure that nobody waits for is drawn")
	}
	answers := &web.Adapter{Log: slog.New(slog.NewTextHandler(io.Discard, nil)), View: s.Site.View}
	for _, face := range []web.Handler{s.Page, s.API} {
		w := httptest.NewRecorder()
		answers.Handle(face)(w, httptest.NewRequest("GET", "/x?which=one", nil).WithContext(ctx))
		if w.Code == http.StatusOK {
			t.Error("a request that was given up is answered")
		}
	}
}
