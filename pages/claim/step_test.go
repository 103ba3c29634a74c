package claim

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/a-h/templ"
	"golang.org/x/net/html"
	"golang.org/x/tools/txtar"

	"echomq.dev/course/pages/htmltest"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/web"
	"echomq.dev/course/sim/claim"
	"echomq.dev/course/sim/prefix"
	"echomq.dev/course/sim/scenario"
	"echomq.dev/course/sim/session"
	"echomq.dev/course/sim/trace"
)

// golden are the scenarios whose traces are kept, by file and name, with what
// they run to.
func golden(t *testing.T) map[string]*trace.Trace {
	t.Helper()
	files, err := filepath.Glob("../../sim/claim/testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden scenarios: %v", err)
	}
	all := map[string]*trace.Trace{}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			sc, err := scenario.Parse(string(f.Data))
			if strings.HasSuffix(f.Name, " trace") || err != nil {
				continue
			}
			if tr, err := claim.Execute(t.Context(), sc); err == nil { // else its trace is an error
				tr.Permalink = sc.Query()
				all[filepath.Base(file)+" "+f.Name] = tr
			}
		}
	}
	return all
}

// telling serves pages of one trace, whatever is asked for.
func telling(tr *trace.Trace) http.Handler {
	answers := &web.Adapter{Log: slog.New(slog.DiscardHandler), View: layout.Site{}.View}
	h := Handler{Sources: code(), Run: func(context.Context, string, scenario.Scenario) (*trace.Trace, error) { return tr, nil }}
	return answers.Handle(h.Page)
}

// Each golden scenario is looked at behind each of its commands. The page has
// what had happened by then and is the same to the byte whatever came after, in
// a session that has been elsewhere and from a server that has just started.
func TestEveryPoint(t *testing.T) {
	sessions := session.New(10, time.Hour, time.Now)
	t.Cleanup(sessions.Close)
	answers := &web.Adapter{Log: slog.New(slog.DiscardHandler), View: layout.Site{}.View}
	stepped := answers.Handle(Handler{Sources: code(), Run: sessions.Run}.Page)
	for name, tr := range golden(t) {
		total := prefix.Total(tr)
		for n := total; n >= 0; n-- {
			at := fmt.Sprint(Path, "?", tr.Permalink, "&at=", n)
			where := fmt.Sprint(name, " at ", n)
			w, doc := htmltest.Get(t, telling(tr), at)
			if w.Code != http.StatusOK {
				t.Fatalf("%s: %d", where, w.Code)
			}
			doc.CheckStrict(t)
			v := prefix.At(tr, n)
			checkPoint(t, where, doc, v, tr)
			if again, _ := htmltest.Get(t, stepped, at, "EchoMQ-Session", "one"); again.Body.String() != w.Body.String() {
				t.Errorf("%s: the page of a session is another", where)
			}
			if n == total {
				continue
			}
			other, _ := htmltest.Get(t, telling(otherFuture(tr, v)), at)
			if got := other.Body.String(); got != w.Body.String() || strings.Contains(got, secret) {
				t.Errorf("%s: what comes later shows: %s", where, differing(w.Body.String(), got))
			}
			// A figure on somebody else's page is drawn in another way.
			partial := htmltest.Partial("div#f1")
			inside, _ := htmltest.Get(t, telling(tr), at+"&fig=f1", partial...)
			other, _ = htmltest.Get(t, telling(otherFuture(tr, v)), at+"&fig=f1", partial...)
			if got := other.Body.String(); got != inside.Body.String() || strings.Contains(got, secret) {
				t.Errorf("%s: what comes later shows in a figure: %s", where, differing(inside.Body.String(), got))
			}
		}
	}
}

// checkPoint sees that each of the linked views is at the view's command.
func checkPoint(t *testing.T, where string, doc htmltest.Doc, v prefix.View, tr *trace.Trace) {
	t.Helper()
	for what, c := range map[string]struct{ class, want any }{
		"commands in the exchange":     {"to", v.N},
		"commands in the diagram":      {"seq-row", v.N},
		"commands at the cursor":       {"cursor", min(v.N, 1)},
		"commands with bytes":          {"exchange-bytes", min(v.N, 1)},
		"functions":                    {"ran-source", min(v.N, 1)},
		"lines at the cursor":          {"now", min(v.N, 1)},
		"stations":                     {"station", len(tr.Arrivals) + 1},
		"stations of who is to come":   {"to-come", v.Coming},
		"notes that more comes":        {"coming", min(v.Total-v.N, 1)},
		"sentences":                    {"verdict-text", min(len(tr.Arrivals), 1)},
		"values of the key, with keys": {"valuediff", min(len(tr.Arrivals), 1)},
	} {
		if got := len(doc.Nodes(htmltest.Class(c.class.(string)))); got != c.want {
			t.Errorf("%s: %d %s, want %d", where, got, what, c.want)
		}
	}
	if v.Total > 0 {
		if got, want := doc.One(t, "position"), fmt.Sprintf("%d of %d", v.N, v.Total); v.N > 0 && !strings.HasSuffix(got, want) {
			t.Errorf("%s: the position is %q", where, got)
		}
	}
	stations := doc.Nodes(htmltest.Class("station"))
	for i := range tr.Arrivals {
		want := "not yet"
		if i < len(v.Arrivals) {
			if want = string(v.Arrivals[i].Verdict.Outcome); v.Arrivals[i].State == prefix.UnderWay {
				want = "under way"
			}
		}
		if got := htmltest.Text(stations[i+1]); !strings.Contains(got, want) {
			t.Errorf("%s: station %d is %q, want %q in it", where, i+1, got, want)
		}
	}
	for _, a := range v.Arrivals {
		for _, s := range a.Steps {
			var e *html.Node
			for e = doc.ID(t, fmt.Sprint("claim-c", s.N)); !htmltest.Class("exchange")(e); e = e.Parent {
			}
			for i, line := range e.Parent.Attr {
				if line.Key == "aria-current" && s.N != v.N {
					t.Errorf("%s: command %d is marked (%d)", where, s.N, i)
				}
			}
			if got := htmltest.Text(e); !strings.HasPrefix(got, s.Command[0]) || s.N == v.N && v.Ended() != strings.Contains(got, string(a.Verdict.Outcome)) && a.State == prefix.Finished {
				t.Errorf("%s: command %d reads %q", where, s.N, got)
			}
		}
	}
	if said := htmltest.Attr(doc.Nodes(htmltest.With("data-announce"))[0], "data-announce"); v.N > 0 && v.N < v.Total && !strings.HasSuffix(said, fmt.Sprintf(" Command %d of %d.", v.N, v.Total)) {
		t.Errorf("%s announces %q", where, said)
	}
}

const secret = "not for these eyes"

// otherFuture is the same trace as far as a view knows it, and another one
// behind that: only who sends how much, and what a held client waits with, is
// as it was.
func otherFuture(tr *trace.Trace, v prefix.View) *trace.Trace {
	unknown := trace.Value{Type: "string", Value: secret}
	out := *tr
	out.Value, out.Arrivals = unknown, nil
	for i, a := range tr.Arrivals {
		b := *a
		b.Steps = append([]trace.Step(nil), a.Steps...)
		begun := i < len(v.Arrivals)
		for j := range b.Steps {
			s := &b.Steps[j]
			if s.N <= v.N {
				continue
			}
			s.Reply, s.Received, s.After, s.Wrote = secret, secret, unknown, true
			s.Appeared = []trace.Key{{Name: secret, Type: "hash"}}
			if s.N > v.N+1 {
				s.Before = unknown
			}
			if !begun || v.Arrivals[i].State != prefix.Waiting || j != len(v.Arrivals[i].Steps) {
				s.Command, s.Sent, s.Source = []string{secret}, secret, trace.Source{Function: secret, File: secret}
			}
		}
		if !begun {
			b.Handshake = []trace.Step{{Command: []string{secret}, Reply: secret}}
		}
		if len(a.Steps) > 0 && (!begun || v.Arrivals[i].State != prefix.Finished && len(v.Arrivals[i].Steps) < len(a.Steps)) {
			b.Alive, b.Checks = []trace.Step{{Reply: secret}}, []trace.Check{{Check: secret, Read: secret}}
			b.Verdict = trace.Verdict{Outcome: trace.Failed, Error: secret, Text: secret}
			b.Wrote, b.After, b.Next = true, unknown, &trace.Step{Sent: secret}
		}
		if begun && v.Arrivals[i].Live {
			b.Alive = append(b.Alive[:len(b.Alive):len(b.Alive)], trace.Step{Command: []string{secret}, Reply: secret})
		}
		out.Arrivals = append(out.Arrivals, &b)
	}
	return &out
}

// differing is where two pages begin to differ.
func differing(a, b string) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	return fmt.Sprintf("%.120q and %.120q", a[max(0, i-40):], b[max(0, i-40):])
}

// On a course page a figure comes without the evidence, which a link fetches; in
// a frame, which can fetch nothing, it comes with it.
func TestFigures(t *testing.T) {
	h := Handler{Sources: code(), Run: func(ctx context.Context, _ string, sc scenario.Scenario) (*trace.Trace, error) {
		return claim.Execute(ctx, sc)
	}}
	q := url.Values{"do": {"wire4", "enqueue"}}
	draw := func(figure func(context.Context, string, url.Values) (templ.Component, error)) htmltest.Doc {
		c, err := figure(t.Context(), "f1", q)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := c.Render(t.Context(), &b); err != nil {
			t.Fatal(err)
		}
		doc, err := htmltest.Parse(b.String())
		if err != nil {
			t.Fatal(err)
		}
		doc.CheckStrict(t)
		return doc
	}
	lean, alone := draw(h.Figure), draw(h.Alone)
	for name, doc := range map[string]htmltest.Doc{"course": lean, "frame": alone} {
		if got := doc.One(t, "verdict-word"); got != "refused" || len(doc.Nodes(htmltest.Class("to"))) != 4 || len(doc.Nodes(htmltest.Class("stepbar"))) != 1 {
			t.Errorf("the figure of a %s does not step: %q", name, got)
		}
	}
	for _, class := range []string{"exchange-bytes", "ran-source", "seq"} {
		if l, a := len(lean.Nodes(htmltest.Class(class))), len(alone.Nodes(htmltest.Class(class))); l != 0 || a != 1 {
			t.Errorf("%s stands %d times on a course page and %d times in a frame", class, l, a)
		}
	}
	closer := lean.ID(t, "f1-closer")
	if got := htmltest.Attr(closer, "href"); got != Path+"?start=absent&do=wire4&do=enqueue" {
		t.Errorf("looking closer leads to %q", got)
	}
	_, doc := htmltest.Get(t, serve(), htmltest.Attr(closer, "hx-get"), htmltest.Partial("div#f1")...)
	if n := doc.ID(t, "f1-closer"); n.Data != "summary" || len(doc.Nodes(htmltest.Class("exchange-bytes"))) != 1 {
		t.Errorf("looking closer the focus comes to a %s", n.Data)
	}
}

const fiveArrivals = Path + "?start=absent&do=hold:a:wire4&do=hold:b:wire2&do=step:a&do=step:b&do=step:b&do=step:a&do=step:a&do=step:b&do=enqueue&do=install&do=wire6"

// Without scripts the links lead from before the first command to the last and
// back, one at a time, and from anywhere to anywhere.
func TestStepByLinks(t *testing.T) {
	h := serve()
	at, seen := fiveArrivals+"&at=0", []string{}
	for at != "" {
		_, doc := htmltest.Get(t, h, at)
		seen = append(seen, doc.One(t, "position"))
		for _, n := range doc.Nodes(func(n *html.Node) bool { return htmltest.Has(n, "hx-get") }) {
			if htmltest.Has(n, "data-step") && htmltest.Attr(n, "href") != htmltest.Attr(n, "hx-get") {
				t.Errorf("with scripts a link leads to %q and without to %q", htmltest.Attr(n, "hx-get"), htmltest.Attr(n, "href"))
			}
		}
		at = htmltest.Attr(doc.ID(t, "claim-forward"), "href")
	}
	if len(seen) != 11 || seen[0] != "before the first of 10" || seen[10] != "Command 10 of 10" {
		t.Fatalf("the way is %q", seen)
	}
	_, doc := htmltest.Get(t, h, fiveArrivals)
	for range 10 {
		_, doc = htmltest.Get(t, h, htmltest.Attr(doc.ID(t, "claim-back"), "href"))
	}
	if got := doc.One(t, "position"); got != seen[0] {
		t.Errorf("ten steps back is %q", got)
	}
	_, doc = htmltest.Get(t, h, htmltest.Attr(doc.ID(t, "claim-last"), "href"))
	for _, id := range []string{"claim-c4", "claim-seq-4"} {
		_, there := htmltest.Get(t, h, htmltest.Attr(doc.ID(t, id), "href"))
		if got := there.One(t, "position"); got != seen[4] {
			t.Errorf("%s leads to %q", id, got)
		}
	}
	_, there := htmltest.Get(t, h, htmltest.Attr(doc.ID(t, "claim-s2"), "href"))
	if got := there.One(t, "verdict-who"); !strings.HasSuffix(got, "Wire 2 connector b") {
		t.Errorf("the second arrival leads to %q", got)
	}
}

// What a step sends over the wire stays small.
func TestWeightOfAStep(t *testing.T) {
	h := serve()
	for n := range 11 {
		w, _ := htmltest.Get(t, h, fmt.Sprint(fiveArrivals, "&at=", n), htmltest.Partial("div#claim")...)
		var packed counter
		z, _ := gzip.NewWriterLevel(&packed, gzip.DefaultCompression)
		if _, err := io.Copy(z, w.Body); err != nil || z.Close() != nil {
			t.Fatal(err)
		}
		if packed > 12_000 {
			t.Errorf("at %d the fragment weighs %d bytes", n, packed)
		}
		t.Logf("at %d: %d bytes", n, packed)
	}
}

type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

func BenchmarkStep(b *testing.B) {
	sessions := session.New(10, time.Hour, time.Now)
	b.Cleanup(sessions.Close)
	answers := &web.Adapter{Log: slog.New(slog.DiscardHandler), View: layout.Site{}.View}
	h := answers.Handle(Handler{Sources: code(), Run: sessions.Run}.Page)
	n := 0
	for b.Loop() {
		n++
		r := request(b.Context(), fmt.Sprint(fiveArrivals, "&at=", n%11), "one")
		h.ServeHTTP(httptest.NewRecorder(), r)
	}
}
