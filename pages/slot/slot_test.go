package slot

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
	h := New(site)
	mux := http.NewServeMux()
	mux.HandleFunc(h.Path(), answers.Handle(h.Page))
	mux.HandleFunc(h.APIPath(), answers.Handle(h.API))
	return mux
}

// Keys, what is hashed of them and their slots, from the course's protocol page.
func TestPage(t *testing.T) {
	h := serve()
	for _, c := range []struct{ query, sum, facts string }{
		{"", "CRC16 0x0069 = 105 modulo 16384 slot 105", "First { offset 4 First } after it offset 11 Hashed orders"},
		{"?key=123456789", "CRC16 0x31C3 = 12739 modulo 16384 slot 12739", "First { none First } after it none Hashed the whole key"},
		{"?key=emq:%7Bfills%7D:pending&utm=1", "CRC16 0x9045 = 36933 modulo 16384 slot 4165", "First { offset 4 First } after it offset 10 Hashed fills"},
		{"?key=%7Bemq%7D:version", "CRC16 0x635B = 25435 modulo 16384 slot 9051", "First { offset 0 First } after it offset 4 Hashed emq"},
		{"?key=emq:%7B%7D:pending", "CRC16 0x9CDB = 40155 modulo 16384 slot 7387", "First { offset 4 First } after it offset 5 Hashed the whole key"},
		{"?key=emq:%7B%7Dx%7D:pending", "CRC16 0xA7DC = 42972 modulo 16384 slot 10204", "First { offset 4 First } after it offset 5 Hashed the whole key"},
		{"?key=%7B%7Ba%7D%7D", "CRC16 0xA824 = 43044 modulo 16384 slot 10276", "First { offset 0 First } after it offset 3 Hashed {a"},
		{"?key=", "CRC16 0x0000 = 0 modulo 16384 slot 0", "First { none First } after it none Hashed the whole key"},
	} {
		w, doc := htmltest.Get(t, h, "/sim/slot"+c.query)
		if w.Code != http.StatusOK {
			t.Fatalf("%q: %d", c.query, w.Code)
		}
		doc.CheckStrict(t)
		if got := doc.One(t, "sum"); got != c.sum {
			t.Errorf("%q: %q, want %q", c.query, got, c.sum)
		}
		if got := doc.One(t, "facts"); got != c.facts {
			t.Errorf("%q: %q, want %q", c.query, got, c.facts)
		}
		slot := c.sum[strings.LastIndex(c.sum, " ")+1:]
		if got := doc.One(t, "slots-line"); got != "This key 1 key in 1 slot: "+slot {
			t.Errorf("%q: the strip says %q", c.query, got)
		}
	}
}

// Every byte that is hashed has its row, whether the rows stand open or not.
func TestSteps(t *testing.T) {
	h := serve()
	for key, open := range map[string]bool{"emq:{orders}:pending": true, strings.Repeat("x", 16): true, strings.Repeat("x", 17): false} {
		_, doc := htmltest.Get(t, h, "/sim/slot?key="+key)
		steps := doc.ID(t, "slot-steps")
		if htmltest.Has(steps, "open") != open {
			t.Errorf("%q: the steps are open: %v", key, !open)
		}
	}
	_, doc := htmltest.Get(t, h, "/sim/slot?key=emq:%7Borders%7D:pending")
	rows := doc.Nodes(htmltest.Tag("tr"))
	if len(rows) != 7 || htmltest.Text(rows[1]) != "0 o 6F 0000 6F 9D49 9D49" || htmltest.Text(rows[6]) != "5 s 73 3E99 4D 9969 0069" {
		t.Errorf("%d rows, the first %q, the last %q", len(rows), htmltest.Text(rows[1]), htmltest.Text(rows[6]))
	}
	if w, doc := htmltest.Get(t, h, "/sim/slot?key="+strings.Repeat("%FF", 1024)); w.Code != http.StatusOK || len(doc.Nodes(htmltest.Tag("tr"))) != 1025 {
		t.Errorf("1024 bytes: %d, %d rows", w.Code, len(doc.Nodes(htmltest.Tag("tr"))))
	}
}

func TestAnswerAlone(t *testing.T) {
	_, doc := htmltest.Get(t, serve(), "/sim/slot?key=a&fig=f3", htmltest.Partial("div#f3-answer")...)
	if len(doc.Nodes(htmltest.Tag("input"))) != 0 {
		t.Error("the field is exchanged under the fingers")
	}
	doc.ID(t, "f3-steps")
	said := doc.Nodes(htmltest.With("data-announce"))
	if len(said) != 1 || !strings.HasPrefix(htmltest.Attr(said[0], "data-announce"), "Slot 15495. No '{' anywhere") {
		t.Error("the answer is not announced once")
	}
	links := doc.Nodes(htmltest.Tag("a"))
	if len(links) < 3 || htmltest.Attr(links[0], "href") != "/sim/slot?key=a" || htmltest.Attr(links[1], "href") != "/api/slot?key=a" {
		t.Error("the links to the state do not follow the typing")
	}
}

func TestAPI(t *testing.T) {
	h := serve()
	w, _ := htmltest.Get(t, h, "/api/slot?key=123456789")
	for _, want := range []string{`{"key":"123456789","hashtag":"","hashed_whole_key":true,"crc16":12739,"crc16_hex":"0x31C3","slot":12739,`, `"steps":[{"offset":0,`} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s lacks %s", w.Body, want)
		}
	}
	for query, says := range map[string]string{"": "key is missing", "key=a&key=b": "one value", "key=a&queue=b": "accepted: key", "key=" + strings.Repeat("x", 1025): "1024 bytes"} {
		w, _ := htmltest.Get(t, h, "/api/slot?"+query)
		if w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), says) {
			t.Errorf("API for %.20q: %d %s", query, w.Code, w.Body)
		}
	}
	for _, query := range []string{"key=" + strings.Repeat("x", 1025), "key=a&key=b"} {
		if w, _ := htmltest.Get(t, h, "/sim/slot?"+query); w.Code != http.StatusBadRequest {
			t.Errorf("page for %.20q: %d", query, w.Code)
		}
	}
}
