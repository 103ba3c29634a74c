package main

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"echomq.dev/course/pages/observe"
	"echomq.dev/course/sim/session"
)

// FuzzQuery drives every face of every simulator with arbitrary queries, the
// whole way: middlewares, parsing, a live session, the node, the page. A query
// is answered or refused with a 400; it never fails the server, whatever it
// holds, and what was answered is answered again by its permalink.
func FuzzQuery(f *testing.F) {
	for _, q := range []string{
		"", "start=absent&do=wire4&do=enqueue", "start=string:%FF%00%0d%0a&do=enqueue", "start=list&do=wire6&do=install",
		"module=none&do=wire6", "do=hold:a:wire4&do=hold:b:wire2&do=step:a&do=step:b&do=step:a", "do=hold:a:wire4&do=step:a&do=step:a&do=step:a&do=step:a",
		"do=set:%22%5c&do=del", "do=step:nobody", "do=wire5", "start=stream&start=list", "do=wire4&at=2&keep=1", "at=-1", "at=99999999999999999999",
		"queue=emq", "queue=%7Dx", "queue=", "queue=%ff%00%7b", "key=%7Bemq%7D:version", "key=emq:%7Borders%7D:job:JOB0Nb1VTbfnu4",
		"key=%7B%7Ba%7D%7D", "queue=orders&id=USRAzL8n0Y58m8", "queue=%ff&id=JOB0Nb1V%ff%fefnu4", "queue=orders&beside=fills&threads=16", "queue=%7Borders%7D&beside=emq&threads=1", "%zz", "a;b", "&&&=&",
		"a=wire4&b=wire2&variant=no-nx&order=abaabb", "a=install&b=enqueue&c=wire6&start=string:%ff%00", "a=wire4&amp;b=wire2", "start=other&value=x", "start=quoted:%2541", "do=set:%24%7B%7D*0%0d%0a", strings.Repeat("do=wire4&", 70), strings.Repeat("x", 9000),
	} {
		f.Add(q)
	}
	c, err := readConfig(nil, environment())
	if err != nil {
		f.Fatal(err)
	}
	var log bytes.Buffer
	sessions := session.New(50, time.Hour, time.Now)
	f.Cleanup(sessions.Close)
	site, err := newSite(f.Context(), c, slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelError})), new(observe.Health), sessions)
	if err != nil {
		f.Fatal(err)
	}
	n := 0
	ask := func(path, query string, header ...string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("GET", path, nil)
		r.URL.RawQuery = query
		n++
		r.RemoteAddr = address(n)
		r.Header.Set("EchoMQ-Session", "fuzz")
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		w := httptest.NewRecorder()
		site.ServeHTTP(w, r)
		return w
	}
	f.Fuzz(func(t *testing.T, query string) {
		for _, name := range []string{"claim", "collide", "key", "slot", "job", "lines", "race"} {
			for face, w := range map[string]*httptest.ResponseRecorder{
				"page":     ask("/sim/"+name, query),
				"fragment": ask("/sim/"+name, query, "HX-Request", "true", "HX-Request-Type", "partial"),
				"api":      ask("/api/"+name, query),
			} {
				body := w.Body.String()
				switch {
				case w.Code == http.StatusSeeOther && face != "api":
				case w.Code != http.StatusOK && w.Code != http.StatusBadRequest:
					t.Fatalf("the %s of %s answers %d to %q:\n%s\n%s", face, name, w.Code, query, body, log.String())
				case log.Len() > 0:
					t.Fatalf("the %s of %s logs for %q:\n%s", face, name, query, log.String())
				case face == "api" && !json.Valid(w.Body.Bytes()):
					t.Fatalf("the API of %s answers %q with what is no JSON:\n%s", name, query, body)
				case strings.Contains(body, "goroutine ") || strings.Contains(body, "runtime error"):
					t.Fatalf("the %s of %s shows its insides for %q:\n%s", face, name, query, body)
				}
				if face == "api" && name == "claim" && w.Code == http.StatusOK {
					var trace struct{ Permalink string }
					if err := json.Unmarshal(w.Body.Bytes(), &trace); err != nil {
						t.Fatal(err)
					}
					again := ask("/api/claim", strings.TrimPrefix(trace.Permalink, "/sim/claim?"))
					if again.Body.String() != body {
						t.Fatalf("%q answers\n%s\nand its permalink %s\n%s", query, body, trace.Permalink, again.Body)
					}
				}
			}
		}
	})
}
