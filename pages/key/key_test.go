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
)

func serve() http.Handler {
	site := layout.Site{}
	answers := &web.Adapter{Log: slog.New(slog.NewTextHandler(io.Discard, nil)), View: site.View}
	h := Handler{Site: site}
	mux := http.NewServeMux()
	mux.HandleFunc(Path, answers.Handle(h.Page))
	mux.HandleFunc(APIPath, answers.Handle(h.API))
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
		w, doc := htmltest.Get(t, h, Path+c.query)
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
	_, doc := htmltest.Get(t, h, Path+"?key="+strings.Repeat("%FF", 1024))
	box := doc.Nodes(htmltest.Class("key-bytes"))[0]
	if htmltest.Attr(box, "tabindex") != "0" || htmltest.Attr(box, "aria-label") == "" {
		t.Error("a box that scrolls cannot be reached with the keyboard")
	}
	if cells := len(doc.Nodes(htmltest.Class("cell"))); cells != 1024 {
		t.Errorf("%d cells for 1024 bytes", cells)
	}
	if w, _ := htmltest.Get(t, h, Path+"?key="+strings.Repeat("x", 1025)); w.Code != http.StatusBadRequest {
		t.Errorf("1025 bytes: %d", w.Code)
	}
}

func TestAPI(t *testing.T) {
	h := serve()
	w, _ := htmltest.Get(t, h, APIPath+"?key=%7Bemq%7D:nodes")
	for _, want := range []string{`"space":"reserve"`, `"first_byte":"{"`, `"hashtag":"emq"`, `"slot":9051`, `"type":"nodes"`} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s lacks %s", w.Body, want)
		}
	}
	for _, query := range []string{"", "key=a&key=b", "key=a&queue=b"} {
		if w, _ := htmltest.Get(t, h, APIPath+"?"+query); w.Code != http.StatusBadRequest {
			t.Errorf("%q: %d", query, w.Code)
		}
	}
}
