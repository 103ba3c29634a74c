package job

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

// Ids from the course's protocol page.
func TestPage(t *testing.T) {
	h := serve()
	for _, c := range []struct{ query, verdict, why, number string }{
		{"", "accepted", "Made at 2026-06-25 11:05:57.814 UTC by node 758, with sequence 1.", "= 328491001455796225"},
		{"?queue=orders&id=JOB0Nb1VTbfnu4&utm=1", "accepted", "Made at 2026-05-31 11:28:08.000 UTC by node 0, with sequence 0.", "= 319436884017152000"},
		{"?id=USR0KHTOWnGLuC", "accepted", "Made at 2026-01-27 15:11:37.641 UTC", "= 274557032793636864"},
		{"?id=USRAzL8n0Y58m7", "accepted", "by node 1023, with sequence 4095", "= 9223372036854775807"},
		{"?id=USRAzL8n0Y58m8", "refused", "more than 63 bits from offset 13", ""},
		{"?id=USRzzzzzzzzzzz", "refused", "more than 63 bits from offset 3", ""},
		{"?id=", "refused", "0 bytes, none at offset 0", ""},
		{"?queue=a:b", "refused", "Queue name \"a:b\" holds ':' at offset 1", "= 328491001455796225"},
		{"?queue=%FF%7B&id=JOB%00", "refused", `\xff{`, ""},
	} {
		w, doc := htmltest.Get(t, h, "/sim/job"+c.query)
		if w.Code != http.StatusOK {
			t.Fatalf("%q: %d", c.query, w.Code)
		}
		doc.CheckStrict(t)
		if got := doc.One(t, "verdict"); !strings.HasPrefix(got, c.verdict) || !strings.Contains(got, c.why) {
			t.Errorf("%q: %q, want %s: %s", c.query, got, c.verdict, c.why)
		}
		numbers := doc.Nodes(htmltest.Class("flake-number"))
		if c.number == "" && len(numbers) != 0 || c.number != "" && htmltest.Text(numbers[0]) != c.number {
			t.Errorf("%q: the number is drawn wrongly, want %q", c.query, c.number)
		}
	}
}

// The parts of the key are named, and a refusal points at its byte.
func TestParts(t *testing.T) {
	h := serve()
	_, doc := htmltest.Get(t, h, "/sim/job?queue=orders&id=JOB0Nb1VTbfnu4")
	var names []string
	for _, n := range doc.Nodes(htmltest.Class("part-name")) {
		names = append(names, htmltest.Text(n))
	}
	if got := strings.Join(names, "|"); got != "grammar|queue|grammar|type|namespace|snowflake, base 62" {
		t.Errorf("the parts are %s", got)
	}
	for query, want := range map[string]string{
		"?id=JOB0Nb1VTbfnu4": "", "?id=USRAzL8n0Y58m8": "8 38", "?id=JOB0Nb1V-bfnu4": "- 2d", "?id=42": "? ··", "?queue=a:b": ": 3a", "?queue=}x&id=job0Nb1VTbfnu4": "} 7d|j 6a", "?id=": "? ··",
	} {
		_, doc := htmltest.Get(t, h, "/sim/job"+query)
		var faults []string
		for _, n := range doc.Nodes(htmltest.Class("fault")) {
			faults = append(faults, htmltest.Text(n))
		}
		if got := strings.Join(faults, "|"); got != want {
			t.Errorf("%s: faults %q, want %q", query, got, want)
		}
	}
}

// The drawing has as many bits as a snowflake, each where its field is.
func TestBits(t *testing.T) {
	_, doc := htmltest.Get(t, serve(), "/sim/job?id=EMQ0OGUWI87UdF")
	ones, zeros := len(doc.Nodes(htmltest.Class("one"))), len(doc.Nodes(htmltest.Class("zero")))
	var binary strings.Builder
	for _, n := range doc.Nodes(htmltest.Class("binary")) {
		binary.WriteString(htmltest.Text(n))
	}
	if ones+zeros != 63 || binary.Len() != 63 || strings.Count(binary.String(), "1") != ones || !strings.HasSuffix(binary.String(), "1011110110"+"000000000001") {
		t.Errorf("%d ones and %d zeros, %s", ones, zeros, binary.String())
	}
	var digits []string
	for n := range doc.Nodes(htmltest.Class("digits"))[0].ChildNodes() {
		digits = append(digits, htmltest.Text(n))
	}
	if got := strings.Join(digits, ","); got != "0 0,O 24,G 16,U 30,W 32,I 18,8 8,7 7,U 30,d 39,F 15" {
		t.Errorf("the digits are %s", got)
	}
}

// Both fields are asked with one another's value, and the links follow.
func TestFields(t *testing.T) {
	h := serve()
	_, doc := htmltest.Get(t, h, "/sim/job?queue=a%22b&id=42")
	queue, id := doc.ID(t, "job-field"), doc.ID(t, "job-field-id")
	if htmltest.Attr(queue, "value") != `a"b` || htmltest.Attr(id, "value") != "42" || htmltest.Attr(id, "hx-include") != "#job-form" {
		t.Errorf("the fields hold %q and %q", htmltest.Attr(queue, "value"), htmltest.Attr(id, "value"))
	}
	sent := htmltest.Sent(doc.ID(t, "job-form"))
	if sent.Encode() != "id=42&queue=a%22b" {
		t.Errorf("the form sends %s", sent.Encode())
	}
	_, doc = htmltest.Get(t, h, "/sim/job?queue=q&id=42&fig=f2", htmltest.Partial("div#f2-answer")...)
	links := doc.Nodes(htmltest.Tag("a"))
	if len(links) < 3 || htmltest.Attr(links[1], "href") != "/api/job?id=42&queue=q" || len(doc.Nodes(htmltest.Tag("input"))) != 0 {
		t.Error("the links to the state do not follow the typing")
	}
	if said := doc.Nodes(htmltest.With("data-announce")); len(said) != 1 || !strings.HasPrefix(htmltest.Attr(said[0], "data-announce"), "refused. job_key requires") {
		t.Error("the answer is not announced once")
	}
	_, doc = htmltest.Get(t, h, "/sim/job?queue=q&id=42&fig=f2", htmltest.Partial("div#f2")...)
	if got := htmltest.Attr(doc.ID(t, "f2-pick-b"), "hx-get"); got != "/sim/job?fig=f2&id=JOB0Nb1VTbfnu4&queue=orders" {
		t.Errorf("a sample of a figure asks %q", got)
	}
}

func TestAPI(t *testing.T) {
	h := serve()
	w, _ := htmltest.Get(t, h, "/api/job?queue=orders&id=EMQ0OGUWI87UdF")
	if want := `{"queue":"orders","id":"EMQ0OGUWI87UdF","valid":true,"reason":"","key":"emq:{orders}:job:EMQ0OGUWI87UdF","prefix_bytes":17,"namespace":"EMQ","snowflake":"328491001455796225","node":758,"sequence":1,"instant":"2026-06-25T11:05:57.814Z"`; !strings.HasPrefix(w.Body.String(), want) {
		t.Errorf("got  %s\nwant %s", w.Body, want)
	}
	if w, _ := htmltest.Get(t, h, "/api/job?queue=&id="); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"valid":false`) {
		t.Errorf("an invalid name is no answer: %d %s", w.Code, w.Body)
	}
	for query, says := range map[string]string{
		"": "queue is missing", "queue=a": "id is missing", "queue=a&id=b&id=c": "one value", "queue=a&id=b&key=c": "accepted: queue, id",
		"id=b&queue=" + strings.Repeat("x", 129): "128 bytes", "queue=a&id=" + strings.Repeat("x", 65): "64 bytes",
	} {
		w, _ := htmltest.Get(t, h, "/api/job?"+query)
		if w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), says) {
			t.Errorf("API for %.20q: %d %s", query, w.Code, w.Body)
		}
	}
	for _, query := range []string{"queue=" + strings.Repeat("x", 129), "id=" + strings.Repeat("x", 65), "id=a&id=b"} {
		if w, _ := htmltest.Get(t, h, "/sim/job?"+query); w.Code != http.StatusBadRequest {
			t.Errorf("page for %.20q: %d", query, w.Code)
		}
	}
}
