package sequences

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"echomq.dev/course/content"
	"echomq.dev/course/pages/htmltest"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/web"
	"echomq.dev/course/sim/claim"
	"echomq.dev/course/sim/scenario"
	"echomq.dev/course/sim/trace"
)

func server(base string) http.Handler {
	b, err := web.NewBase(base, "")
	if err != nil {
		panic(err)
	}
	h := Handler{
		Site: layout.Site{Base: b},
		Sequences: []content.Sequence{{
			Name: "01-first", Title: "First come decides", Question: "Who still gets in?",
			Text: "# title: First come decides\n# question: Who still gets in?\narrive wire4\n", Query: "start=absent&do=wire4",
		}},
		Run: func(ctx context.Context, _ string, sc scenario.Scenario) (*trace.Trace, error) {
			return claim.Execute(ctx, sc)
		},
	}
	a := &web.Adapter{Log: slog.New(slog.DiscardHandler), View: h.Site.View}
	mux := http.NewServeMux()
	mux.HandleFunc(Path, a.Handle(h.Page))
	mux.HandleFunc(RunPath, a.Handle(h.Start))
	return mux
}

func texts(d htmltest.Doc, match func(*html.Node) bool) []string {
	var all []string
	for _, n := range d.Nodes(match) {
		all = append(all, htmltest.Text(n))
	}
	return all
}

// TestShelf sees each sequence with its question, its text and both ways in.
func TestShelf(t *testing.T) {
	w, doc := htmltest.Get(t, server(""), Path)
	if w.Code != http.StatusOK {
		t.Fatalf("answered %d", w.Code)
	}
	doc.CheckStrict(t)
	card := doc.One(t, "card")
	for _, want := range []string{"First come decides", "Who still gets in?", "arrive wire4"} {
		if strings.Count(card, want) < 1 {
			t.Errorf("the card %q is without %q", card, want)
		}
	}
	if strings.Contains(card, "# title") {
		t.Errorf("the card says its title in its text again: %q", card)
	}
	for id, want := range map[string]string{
		"seq-01-first-step":    "/sim/claim?start=absent&do=wire4&at=0",
		"seq-01-first-present": "/present/claim?start=absent&do=wire4&at=0",
	} {
		if got := htmltest.Attr(doc.ID(t, id), "href"); got != want {
			t.Errorf("%s leads to %s, want %s", id, got, want)
		}
	}
}

// TestPaste leads from a text to its first view, also under a base path.
func TestPaste(t *testing.T) {
	text := "# mine\r\nstart string \"a b\"\r\n\r\narrive wire4 # who\r\nredis GET x\r\n"
	for _, base := range []string{"", "/echomq"} {
		w, _ := htmltest.Get(t, server(base), RunPath+"?text="+url.QueryEscape(text))
		if to := w.Header().Get("Location"); w.Code != http.StatusSeeOther || to != base+"/sim/claim?start=string:a+b&do=wire4&do=redis:GET+x&at=0" && to != base+"/sim/claim?start=string:a%20b&do=wire4&do=redis:GET%20x&at=0" {
			t.Errorf("%d to %s", w.Code, to)
		}
	}
}

// TestMistake keeps the text, names the line and marks it.
func TestMistake(t *testing.T) {
	for text, want := range map[string]string{
		"start absent\r\n# so\r\narive wire4\r\narrive wire2": "arive wire4",
		"\r\n\r\narrive wire9":                                "arrive wire9",
		"arrive wire4\r\nstart absent":                        "start absent",
		"set \"\\xff":                                         `set "\xff`,
		"hold a install\r\n# once\r\nstep a\r\n\r\nstep a\r\narrive wire4": "step a",
		"hold a wire4\r\n" + strings.Repeat("step a\r\n", 20):              "step a",
		strings.Repeat("del\r\n", 65):                                      "del",
	} {
		w, doc := htmltest.Get(t, server(""), RunPath+"?text="+url.QueryEscape(text))
		if w.Code != http.StatusBadRequest {
			t.Errorf("%.60q is answered %d", text, w.Code)
			continue
		}
		doc.CheckStrict(t)
		field := doc.ID(t, "paste-text")
		if got := field.FirstChild.Data; strings.ReplaceAll(got, "\r\n", "\n") != strings.ReplaceAll(text, "\r\n", "\n") {
			t.Errorf("of %q the field keeps %q", text, got)
		}
		if htmltest.Attr(field, "aria-invalid") != "true" {
			t.Errorf("%.60q: the field is not marked", text)
		}
		marked := texts(doc, func(n *html.Node) bool { return htmltest.Class("wrong")(n) })
		if len(marked) != 1 || !strings.Contains(marked[0], want) {
			t.Errorf("%.60q: marked is %q, want the line %q", text, marked, want)
		}
		number, _, _ := strings.Cut(marked[0], " ")
		if said := htmltest.Text(doc.ID(t, "paste-wrong")); !strings.Contains(said, "Line "+number+": ") {
			t.Errorf("%.60q: marked is line %s and said %q", text, number, said)
		}
	}
}

// TestStepTooMany finds the very step, not the first line that looks like it.
func TestStepTooMany(t *testing.T) {
	w, doc := htmltest.Get(t, server(""), RunPath+"?text="+url.QueryEscape("hold a install\n# once\nstep a\n\nstep a\n"))
	if w.Code != http.StatusBadRequest {
		t.Fatalf("answered %d", w.Code)
	}
	if said := htmltest.Text(doc.ID(t, "paste-wrong")); !strings.Contains(said, "Line 5: ") {
		t.Errorf("said is %q", said)
	}
}

// TestPrefilled puts a text from the query into the form, and shows bytes that
// are no text without breaking the page.
func TestPrefilled(t *testing.T) {
	_, doc := htmltest.Get(t, server(""), Path+"?text="+url.QueryEscape("\narrive wire4 </textarea><script>"))
	if got := doc.ID(t, "paste-text").FirstChild.Data; got != "\narrive wire4 </textarea><script>" {
		t.Errorf("the field holds %q", got)
	}
	w, _ := htmltest.Get(t, server(""), RunPath+"?text=%FF%00")
	if w.Code != http.StatusBadRequest {
		t.Errorf("bytes are answered %d", w.Code)
	}
	if w, _ = htmltest.Get(t, server(""), RunPath+"?text=a&text=b"); w.Code != http.StatusBadRequest {
		t.Errorf("two texts are answered %d", w.Code)
	}
	if w, _ = htmltest.Get(t, server(""), RunPath); w.Code != http.StatusOK {
		t.Errorf("no text is answered %d", w.Code)
	}
}
