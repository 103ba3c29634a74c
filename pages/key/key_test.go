package key

import (
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"echomq.dev/course/pages/htmltest"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/web"
	"echomq.dev/course/sim/key"
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

// Keys, spaces and slots from the course's protocol page.
func TestPage(t *testing.T) {
	h := serve()
	for _, c := range []struct{ query, space, slot string }{
		{"", "the reserve", "9051"},
		{"?key=%7Bemq%7D:version", "the reserve", "9051"},
		{"?key=emq:%7Bfills%7D:pending", "queue space", "4165"},
		{"?key=emq:%7Bemq%7D:pending", "queue space", "9051"},
		{"?key=emq:payments:42:lock", "in neither space", "15549"},
		{"?key=123456789", "in neither space", "12739"},
		{"?key=", "in neither space", "0"},
	} {
		w, doc := htmltest.Get(t, h, "/sim/key"+c.query)
		if w.Code != http.StatusOK {
			t.Fatalf("%q: %d", c.query, w.Code)
		}
		doc.CheckStrict(t)
		if got := doc.One(t, "verdict-word"); got != c.space {
			t.Errorf("%q lies in %q, want %q", c.query, got, c.space)
		}
		if got := doc.One(t, "facts"); !strings.Contains(got+" ", "Slot "+c.slot+" ") {
			t.Errorf("%q: %q, want slot %s", c.query, got, c.slot)
		}
	}
}

func TestLongKeyScrolls(t *testing.T) {
	h := serve()
	_, doc := htmltest.Get(t, h, "/sim/key?key="+strings.Repeat("%FF", 1024))
	box := doc.Nodes(htmltest.Class("key-bytes"))[0]
	if htmltest.Attr(box, "tabindex") != "0" || htmltest.Attr(box, "aria-label") == "" {
		t.Error("a box that scrolls cannot be reached with the keyboard")
	}
	if cells := len(doc.Nodes(htmltest.Class("cell"))); cells != 1024 {
		t.Errorf("%d cells for 1024 bytes", cells)
	}
	if w, _ := htmltest.Get(t, h, "/sim/key?key="+strings.Repeat("x", 1025)); w.Code != http.StatusBadRequest {
		t.Errorf("1025 bytes: %d", w.Code)
	}
	if w, doc := htmltest.Get(t, h, "/sim/key?key=a&key=b"); w.Code != http.StatusBadRequest || !strings.Contains(doc.One(t, "error-page"), "he parameter key was given as") {
		t.Errorf("two keys: %d", w.Code)
	}
}

func TestAPI(t *testing.T) {
	h := serve()
	w, _ := htmltest.Get(t, h, "/api/key?key=%7Bemq%7D:nodes")
	for _, want := range []string{`"space":"reserve"`, `"first_byte":"{"`, `"hashtag":"emq"`, `"slot":9051`, `"type":"nodes"`} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s lacks %s", w.Body, want)
		}
	}
	for _, query := range []string{"", "key=a&key=b", "key=a&queue=b"} {
		if w, _ := htmltest.Get(t, h, "/api/key?"+query); w.Code != http.StatusBadRequest {
			t.Errorf("%q: %d", query, w.Code)
		}
	}
}

// The parts of a key are the key, each byte in one of them.
func TestParts(t *testing.T) {
	for k, want := range map[string]string{
		"emq:{orders}:pending":            "prefix emq:|queue {orders}|type :pending",
		"emq:{orders}:job:JOB0Nb1VTbfnu4": "prefix emq:|queue {orders}|type :job:|namespace JOB|snowflake 0Nb1VTbfnu4",
		"emq:{orders}:job:42":             "prefix emq:|queue {orders}|type :job:42",
		"emq:{orders}:":                   "prefix emq:|queue {orders}|type :",
		"emq:{a\xff}:x":                   "prefix emq:|queue {a\xff}|type :x",
		"{emq}:version":                   "reserve {emq}:|suffix version",
		"{emq}:":                          "reserve {emq}:",
		"emq:payments:wait":               "",
		"":                                "",
	} {
		var got []string
		joined := ""
		for _, p := range parts(key.Locate(k)) {
			got = append(got, p.Name+" "+p.Bytes)
			joined += p.Bytes
		}
		if strings.Join(got, "|") != want || want != "" && joined != k {
			t.Errorf("%q: %q, want %q", k, got, want)
		}
	}
}
