package lines

import (
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"echomq.dev/course/pages/htmltest"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/web"
)

func serve() http.Handler {
	site := layout.Site{}
	answers := &web.Adapter{Log: slog.New(slog.NewTextHandler(io.Discard, nil)), View: site.View}
	h := New(site)
	mux := http.NewServeMux()
	mux.HandleFunc(h.Path(), answers.Handle(h.Page))
	mux.HandleFunc(h.APIPath(), answers.Handle(h.API))
	return mux
}

func texts(doc htmltest.Doc, class string) []string {
	var list []string
	for _, n := range doc.Nodes(htmltest.Class(class)) {
		list = append(list, htmltest.Text(n))
	}
	return list
}

// raw is the text of an element as it stands.
func raw(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}

// Keys and slots from the course's protocol page.
func TestPage(t *testing.T) {
	h := serve()
	w, doc := htmltest.Get(t, h, "/sim/lines")
	if w.Code != http.StatusOK {
		t.Fatal(w.Code)
	}
	doc.CheckStrict(t)
	rows := doc.Nodes(htmltest.Tag("tr"))
	if len(rows) != 13 {
		t.Fatalf("%d rows", len(rows))
	}
	if got, want := htmltest.Text(rows[0]), "type v1 12 keys in 12 slots emq.1 12 keys in 1 slot, 8507"; got != want {
		t.Errorf("the head is %q, want %q", got, want)
	}
	for i, want := range map[int][]string{
		1:  {"wait", "list", "emq:payments:wait", "no hashtag slot 3648", "emq:{payments}:wait", "hashtag payments slot 8507"},
		2:  {"active", "list", "emq:payments:active", "no hashtag slot 1474", "emq:{payments}:active", "hashtag payments slot 8507"},
		12: {"42:lock", "string with PX expiry, of job 42", "emq:payments:42:lock", "no hashtag slot 15549", "emq:{payments}:42:lock", "hashtag payments slot 8507"},
	} {
		var got []string
		for n := range rows[i].Descendants() {
			switch {
			case n.Data == "code": // to the byte: a blank that slips in would be a byte of the key
				got = append(got, raw(n))
			case htmltest.Class("where")(n), htmltest.Class("small")(n):
				got = append(got, htmltest.Text(n))
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("row %d is\n%q, want\n%q", i, got, want)
		}
	}
	if got := texts(doc, "slots-line"); len(got) != 3 || !strings.HasPrefix(got[0], "v1 12 keys in 12 slots: 1474, ") || got[1] != "emq.1 12 keys in 1 slot: 8507" || got[2] != "The core 2 keys in 1 slot: 9051" {
		t.Errorf("the strips say %q", got)
	}
	if got := doc.One(t, "core"); strings.Count(got, "hashtag emq slot 9051") != 2 || !strings.Contains(got, "{emq}:version") || !strings.Contains(got, "{emq}:nodes") {
		t.Errorf("the core has %q", got)
	}
	if got := doc.One(t, "wraps"); got != "given payments wrapped once {payments} wrapped twice, unchanged {payments}" {
		t.Errorf("the wrap says %q", got)
	}
}

// emq.1 says why it refuses a name, and v1 has its keys all the same.
func TestRefused(t *testing.T) {
	h := serve()
	for queue, c := range map[string]struct {
		says  string
		today bool
	}{"emq": {"keeps that name back", true}, "": {"is empty", false}, "a:b": {"holds ':'", false}, "a%7Bb": {"holds '{'", false}, "%7Bemq%7D": {"keeps that name back", false}} {
		_, doc := htmltest.Get(t, h, "/sim/lines?queue="+queue)
		doc.CheckStrict(t)
		got := doc.One(t, "verdict")
		if !strings.HasPrefix(got, "emq.1 refuses this name") || !strings.Contains(got, c.says) || strings.Contains(got, "Today’s grammar accepts") != c.today {
			t.Errorf("%q: %s", queue, got)
		}
		if rows := doc.Nodes(htmltest.Tag("tr")); len(rows) != 13 || strings.Contains(htmltest.Text(rows[1]), "emq.1") {
			t.Errorf("%q: %d rows", queue, len(rows))
		}
		if got := texts(doc, "slots-line"); got[1] != "emq.1 refuses the name: no keys" {
			t.Errorf("%q: the strip says %q", queue, got[1])
		}
	}
}

// The keys of two queues are drawn one by one, and the figure says by which
// rule they were placed.
func TestThreads(t *testing.T) {
	h := serve()
	_, doc := htmltest.Get(t, h, "/sim/lines?queue=orders&beside=payments")
	doc.CheckStrict(t)
	got := doc.One(t, "threads")
	for _, want := range []string{"all keys of orders are on thread 1, and all keys of payments are on thread 3.", "That is a stand-in", "slot modulo 4"} {
		if !strings.Contains(got, want) {
			t.Errorf("%s lacks %s", got, want)
		}
	}
	if strings.Contains(got, "chance") {
		t.Errorf("two threads are one: %s", got)
	}
	keys := 0
	for _, n := range doc.Nodes(htmltest.Class("share")) {
		for d := range n.Descendants() {
			if d.Data == "svg" {
				keys++
			}
		}
	}
	if keys != 48 {
		t.Errorf("%d keys are drawn, want 48", keys)
	}
	for query, says := range map[string]string{
		"?queue=orders&beside=fills":           "That the two meet is chance",
		"?queue=orders&beside=fills&threads=8": "all keys of orders are on thread 1, and all keys of fills are on thread 5.",
		"?queue=orders&beside=%7Borders%7D":    "the same keys twice",
		"?queue=orders&beside=emq":             "emq is refused and has no keys",
		"?queue=&beside=orders":                "the queue of no name is refused and has no keys",
	} {
		_, doc := htmltest.Get(t, h, "/sim/lines"+query)
		if got := doc.One(t, "threads"); !strings.Contains(got, says) {
			t.Errorf("%s: %s", query, got)
		}
	}
	_, doc = htmltest.Get(t, h, "/sim/lines?queue=orders&threads=8")
	if len(doc.Nodes(htmltest.Class("threads"))) != 0 {
		t.Error("threads are drawn for one queue")
	}
}

// Links leave out what goes without saying, and the field shows it.
func TestFields(t *testing.T) {
	h := serve()
	for query, link := range map[string]string{
		"": "?queue=payments", "?queue=a&beside=&threads=4": "?queue=a", "?queue=a&beside=b&threads=8": "?beside=b&queue=a&threads=8",
	} {
		_, doc := htmltest.Get(t, h, "/sim/lines"+query, htmltest.Partial("div#lines-answer")...)
		links := doc.Nodes(htmltest.Tag("a"))
		if len(links) < 3 || htmltest.Attr(links[0], "href") != "/sim/lines"+link || htmltest.Attr(links[1], "href") != "/api/lines"+link {
			t.Errorf("%q: the link is %q, want %q", query, htmltest.Attr(links[0], "href"), link)
		}
		if said := doc.Nodes(htmltest.With("data-announce")); len(said) != 1 {
			t.Errorf("%q is announced %d times", query, len(said))
		}
	}
	for query, want := range map[string]string{"": "4", "?threads=16": "16"} {
		_, doc := htmltest.Get(t, h, "/sim/lines"+query)
		var selected []string
		for _, n := range doc.Nodes(htmltest.With("selected")) {
			selected = append(selected, htmltest.Attr(n, "value"))
		}
		if strings.Join(selected, ",") != want {
			t.Errorf("%q: the field shows %q threads", query, selected)
		}
	}
}

func TestAPI(t *testing.T) {
	h := serve()
	w, _ := htmltest.Get(t, h, "/api/lines?queue=payments")
	if want := `{"queue":"payments","lines":[{"line":"v1","keys":[{"type":"wait","redis_type":"list","key":"emq:payments:wait","hashtag":"","slot":3648},`; !strings.HasPrefix(w.Body.String(), want) {
		t.Errorf("got  %s\nwant %s", w.Body, want)
	}
	w, _ = htmltest.Get(t, h, "/api/lines?queue=a&beside=b")
	if !strings.Contains(w.Body.String(), `"threads":{"count":4,`) {
		t.Errorf("%s", w.Body)
	}
	long := strings.Repeat("x", 129)
	for query, says := range map[string]string{
		"": "queue is missing", "queue=a&queue=b": "one value", "queue=a&key=b": "accepted: queue, beside, threads", "queue=a&beside=b&beside=c": "one value",
		"queue=" + long: "128 bytes", "queue=a&beside=" + long: "128 bytes", "queue=a&threads=1": "from 2 to 16", "queue=a&threads=17": "from 2 to 16", "queue=a&threads=x": "from 2 to 16",
	} {
		w, _ := htmltest.Get(t, h, "/api/lines?"+query)
		if w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), says) {
			t.Errorf("API for %.20q: %d %s", query, w.Code, w.Body)
		}
		if w, _ := htmltest.Get(t, h, "/sim/lines?"+query); !slices.Contains([]string{"", "queue=a&key=b"}, query) && w.Code != http.StatusBadRequest {
			t.Errorf("page for %.20q: %d", query, w.Code)
		}
	}
}
