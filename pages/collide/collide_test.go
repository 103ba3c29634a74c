package collide

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"

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

// Names and slots from the course's protocol page.
func TestPage(t *testing.T) {
	h := serve()
	for _, c := range []struct{ query, slot, validity, why string }{
		{"", "105", "valid name", "two keys whatever the name is"},
		{"?queue=orders", "105", "valid name", "two keys whatever the name is"},
		{"?queue=emq", "9051", "valid name", "share a slot"},
		{"?queue=%7Dx", "10204", "not a valid name", "empties the hashtag"},
		{"?queue=", "7387", "not a valid name", "empties the hashtag"},
		{"?queue=fills&utm=1", "4165", "valid name", "two keys"},
		{"?queue=%1B%FF", "", "valid name", "two keys"},
	} {
		w, doc := htmltest.Get(t, h, "/sim/collide"+c.query)
		if w.Code != http.StatusOK {
			t.Fatalf("%q: %d", c.query, w.Code)
		}
		doc.CheckStrict(t)
		facts := doc.Nodes(htmltest.Class("facts"))
		if got := htmltest.Text(facts[0]); !strings.HasSuffix(got, "Slot "+c.slot) && c.slot != "" {
			t.Errorf("%q: the queue's key has %q, want slot %s", c.query, got, c.slot)
		}
		if got := htmltest.Text(facts[1]); got != "First byte { (0x7b) Hashtag emq Slot 9051" {
			t.Errorf("%q: the reserve's key has %q", c.query, got)
		}
		if got := doc.One(t, "validity"); !strings.HasPrefix(got, c.validity) {
			t.Errorf("%q: %q, want %s", c.query, got, c.validity)
		}
		if got := doc.One(t, "verdict"); !strings.HasPrefix(got, "disjoint") || !strings.Contains(got, c.why) {
			t.Errorf("%q: the verdict is %q, want %q", c.query, got, c.why)
		}
	}
}

// What was typed stays in the field as it was typed, and bytes that no field
// can hold are shown instead of being lost.
func TestField(t *testing.T) {
	h := serve()
	_, doc := htmltest.Get(t, h, `/sim/collide?queue=%20%22%3E%3Cscript%3Ex`)
	if got := htmltest.Attr(doc.ID(t, "collide-field"), "value"); got != ` "><script>x` {
		t.Errorf("the field holds %q", got)
	}
	_, doc = htmltest.Get(t, h, `/sim/collide?queue=%1B%FFa`)
	field := doc.ID(t, "collide-field")
	if value, hint := htmltest.Attr(field, "value"), htmltest.Attr(field, "placeholder"); value != "" || hint != `\x1b\xffa` {
		t.Errorf("the field holds %q, and %q in its place", value, hint)
	}
}

func TestAnswerAlone(t *testing.T) {
	h := serve()
	w, doc := htmltest.Get(t, h, "/sim/collide?queue=emq", htmltest.Partial("div#collide-answer")...)
	if len(doc.Nodes(htmltest.Tag("input"))) != 0 {
		t.Error("the field is exchanged under the fingers")
	}
	if !strings.Contains(strings.Join(w.Header().Values("Vary"), ","), "HX-Target") {
		t.Errorf("Vary is %q", w.Header().Values("Vary"))
	}
	said := doc.Nodes(htmltest.With("data-announce"))
	if len(said) != 1 || !strings.HasSuffix(htmltest.Attr(said[0], "data-announce"), "The name is valid.") {
		t.Error("the answer is not announced once")
	}
	_, doc = htmltest.Get(t, h, "/sim/collide?queue=emq&fig=f2", htmltest.Partial("section#f2")...)
	if got := htmltest.Attr(doc.ID(t, "f2-field"), "hx-get"); got != "/sim/collide?fig=f2" {
		t.Errorf("the field of a figure asks %q", got)
	}
	if got := htmltest.Attr(doc.ID(t, "f2-pick-c"), "hx-get"); got != "/sim/collide?fig=f2&queue=%7Dx" {
		t.Errorf("a sample of a figure asks %q", got)
	}
}

func TestBounds(t *testing.T) {
	h := serve()
	long := strings.Repeat("q", 129)
	if w, _ := htmltest.Get(t, h, "/sim/collide?queue="+long[1:]); w.Code != http.StatusOK {
		t.Errorf("128 bytes: %d", w.Code)
	}
	for _, query := range []string{"queue=" + long, "queue=a&queue=b"} {
		if w, doc := htmltest.Get(t, h, "/sim/collide?"+query); w.Code != http.StatusBadRequest || !strings.Contains(doc.One(t, "error-page"), "he parameter queue was given as") {
			t.Errorf("page for %.20s…: %d", query, w.Code)
		}
	}
	for _, c := range []struct{ query, says string }{
		{"", "queue is missing"}, {"queue=" + long, "128 bytes"}, {"queue=a&queue=b", "one value"}, {"queue=a&q=b", "accepted: queue"},
	} {
		w, _ := htmltest.Get(t, h, "/api/collide?"+c.query)
		if w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), c.says) {
			t.Errorf("API for %.20s: %d %s", c.query, w.Code, w.Body)
		}
	}
}

// The course's contract, to the byte.
func TestAPI(t *testing.T) {
	w, _ := htmltest.Get(t, serve(), "/api/collide?queue=emq")
	const want = `{"queue":"emq","valid":true,"reason":"","queue_key":"emq:{emq}:pending","version_key":"{emq}:version","queue_first_byte":"e","reserve_first_byte":"{","queue_hashtag":"emq","reserve_hashtag":"emq","queue_slot":9051,"reserve_slot":9051,"same_slot":true,"same_key":false,"verdict":"disjoint"}`
	if got := strings.TrimSpace(w.Body.String()); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	w, _ = htmltest.Get(t, serve(), "/api/collide?queue=%FF")
	var got map[string]any
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || got["queue_quoted"] != `"\xff"` {
		t.Errorf("%v %s", err, w.Body)
	}
}
