package claim

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"echomq.dev/course/content/gosource"
	"echomq.dev/course/keyspace"
	"echomq.dev/course/pages/htmltest"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/source"
	"echomq.dev/course/pages/web"
	"echomq.dev/course/sim"
	"echomq.dev/course/sim/claim"
	"echomq.dev/course/sim/scenario"
	"echomq.dev/course/sim/trace"
)

// code is the source of what runs, read once.
var code = sync.OnceValue(func() *source.Library {
	library, err := source.New(gosource.Tree{"keyspace": keyspace.Source(), "sim": sim.Source()})
	if err != nil {
		panic(err)
	}
	return library
})

// serve routes the page and the API over real runs, each on a node of its own.
func serve() http.Handler {
	site := layout.Site{}
	answers := &web.Adapter{Log: slog.New(slog.NewTextHandler(io.Discard, nil)), View: site.View}
	h := Handler{Site: site, Sources: code(), Run: func(ctx context.Context, _ string, sc scenario.Scenario) (*trace.Trace, error) {
		return claim.Execute(ctx, sc)
	}}
	mux := http.NewServeMux()
	mux.HandleFunc(Path, answers.Handle(h.Page))
	mux.HandleFunc(APIPath, answers.Handle(h.API))
	return mux
}

// The table of the course's protocol page: what holds × who arrives. "other"
// stands for any string that is no identity of an actor.
func TestVerdicts(t *testing.T) {
	h := serve()
	for _, c := range []struct{ start, actor, outcome, after string }{
		{"absent", "wire4", "claimed", `"echomq:4.0.0"`},
		{"absent", "wire2", "claimed", `"echomq:2.0.0"`},
		{"absent", "wire6", "refused", "nothing (absent)"},
		{"absent", "enqueue", "refused", "nothing (absent)"},
		{"absent", "install", "installed", `"echomq:6.0.0"`},
		{"string:echomq:4.0.0", "wire4", "verified", `"echomq:4.0.0"`},
		{"string:echomq:4.0.0", "wire6", "refused", `"echomq:4.0.0"`},
		{"string:echomq:4.0.0", "install", "refused", `"echomq:4.0.0"`},
		{"string:echomq:6.0.0", "wire4", "refused", `"echomq:6.0.0"`},
		{"string:echomq:6.0.0", "wire6", "verified", `"echomq:6.0.0"`},
		{"string:echomq:6.0.0", "enqueue", "written", `"echomq:6.0.0"`},
		{"string:echomq:6.0.0", "install", "unchanged", `"echomq:6.0.0"`},
		{"string:other", "wire4", "refused", `"other"`},
		{"list", "wire4", "refused", "a list"},
		{"zset", "enqueue", "refused", "a sorted set"},
	} {
		w, doc := htmltest.Get(t, h, Path+"?start="+c.start+"&do="+c.actor)
		if w.Code != http.StatusOK {
			t.Fatalf("%s × %s: status %d", c.start, c.actor, w.Code)
		}
		if got := doc.One(t, "verdict-word"); got != c.outcome {
			t.Errorf("%s × %s: the page says %q, want %q", c.start, c.actor, got, c.outcome)
		}
		stations := doc.Nodes(htmltest.Class("station"))
		if last := htmltest.Text(stations[len(stations)-1]); !strings.HasSuffix(last, c.after) {
			t.Errorf("%s × %s: the strip ends in %q, want the value %q", c.start, c.actor, last, c.after)
		}
		doc.CheckStrict(t)
	}
}

func TestPageShowsTheExchange(t *testing.T) {
	h := serve()
	_, doc := htmltest.Get(t, h, Path+"?start=absent&do=wire4")
	exchanges := doc.Nodes(htmltest.Class("exchange"))
	for i, c := range []struct{ says, wire string }{
		{"GET {emq}:version → reply nil", `_\r\n`},
		{"SET {emq}:version echomq:4.0.0 NX wrote → reply OK", `+OK\r\n`},
		{`GET {emq}:version → reply "echomq:4.0.0"`, `$12\r\n`},
	} {
		if got := htmltest.Text(exchanges[i]); !strings.HasPrefix(got, c.says) {
			t.Errorf("exchange %d is %q, want %q", i+1, got, c.says)
		}
		_, at := htmltest.Get(t, h, fmt.Sprint(Path, "?start=absent&do=wire4&at=", i+1))
		if got := at.One(t, "exchange-bytes"); !strings.Contains(got, c.wire) {
			t.Errorf("the bytes of exchange %d are %q", i+1, got)
		}
		if got := at.One(t, "source-name"); !strings.Contains(got, "fence.ClaimOrVerify at sim/fence/fence.go:") {
			t.Errorf("exchange %d has the source %q", i+1, got)
		}
	}
	if checked := htmltest.Has(doc.ID(t, "claim-do-wire4"), "checked"); !checked {
		t.Error("the actor that arrived is not the one chosen")
	}
}

func TestNativeVerbShowsItsChecks(t *testing.T) {
	_, doc := htmltest.Get(t, serve(), Path+"?do=wire4&do=enqueue")
	checks := doc.One(t, "checks")
	for _, want := range []string{"shape passed", "layout passed", "fence failed", `read "echomq:4.0.0"`, "EMQWIRE expected echomq:6.0.0 found echomq:4.0.0"} {
		if !strings.Contains(checks, want) {
			t.Errorf("the checks %q lack %q", checks, want)
		}
	}
	if strings.Contains(checks, "domain") {
		t.Errorf("a check after the one that failed is shown: %q", checks)
	}
	if !strings.Contains(doc.One(t, "caveat"), "stand-in") {
		t.Error("the page does not say that the verb is a stand-in")
	}
}

func TestFragment(t *testing.T) {
	h := serve()
	w, doc := htmltest.Get(t, h, Path+"?do=wire6&fig=f-1", htmltest.Partial("section#f-1")...)
	if strings.Contains(w.Body.String(), "<html") || strings.Contains(w.Body.String(), "hx-push-url") {
		t.Error("the fragment brings its surroundings along")
	}
	doc.ID(t, "f-1-do-wire6")
	for _, n := range doc.Nodes(htmltest.With("hx-get")) {
		if n.Data == "a" && !strings.Contains(htmltest.Attr(n, "hx-get"), "fig=f-1&") {
			t.Errorf("a link of the figure leaves it: %q", htmltest.Attr(n, "hx-get"))
		}
		if n.Data == "a" && strings.Contains(htmltest.Attr(n, "href"), "fig=") {
			t.Errorf("a link to share names the figure: %q", htmltest.Attr(n, "href"))
		}
	}
	said := doc.Nodes(htmltest.With("data-announce"))
	if len(said) != 1 || !strings.HasPrefix(htmltest.Attr(said[0], "data-announce"), "Wire 6 connector: refused. The key is absent") {
		t.Errorf("the fragment announces %v", said)
	}
	if vary := strings.Join(w.Header().Values("Vary"), ","); !strings.Contains(vary, "HX-Request-Type") {
		t.Errorf("Vary is %q", vary)
	}
	_, doc = htmltest.Get(t, h, Path+"?do=wire6&fig=%22%3E%3Cscript%3E", htmltest.Partial("section#claim")...)
	doc.ID(t, "claim-do-wire6") // an id that may not stand in markup is nobody's
}

func TestKeepAndExchange(t *testing.T) {
	h := serve()
	_, doc := htmltest.Get(t, h, Path+"?start=absent&do=wire4")
	keep := htmltest.Attr(doc.ID(t, "claim-keep"), "href")
	if keep != Path+"?start=absent&do=wire4&keep=1" {
		t.Fatalf("keep leads to %q", keep)
	}
	sent := htmltest.Sent(doc.ID(t, "claim-form"))
	if sent.Encode() != "do=wire4&start=absent" {
		t.Errorf("the form sends %q", sent.Encode())
	}

	_, doc = htmltest.Get(t, h, keep)
	if sent := htmltest.Sent(doc.ID(t, "claim-form")); len(sent["do"]) != 1 || sent["do"][0] != "wire4" {
		t.Errorf("after keep the form sends the moves %q, want the settled one alone", sent["do"])
	}
	if got := doc.One(t, "found"); !strings.HasSuffix(got, `"echomq:4.0.0"`) {
		t.Errorf("after keep the next one finds %q", got)
	}
	if back := htmltest.Attr(doc.ID(t, "claim-keep"), "href"); back != Path+"?start=absent&do=wire4" {
		t.Errorf("exchange leads to %q", back)
	}
	if undo := htmltest.Attr(doc.ID(t, "claim-undo"), "href"); undo != Path+"?start=absent&redo=wire4" {
		t.Errorf("undo leads to %q", undo)
	}
	_, doc = htmltest.Get(t, h, Path)
	if n := doc.ID(t, "claim-undo"); n.Data != "span" {
		t.Error("with no move there is something to undo")
	}
}

func TestAnEarlierPoint(t *testing.T) {
	_, doc := htmltest.Get(t, serve(), Path+"?do=wire4&do=enqueue&do=wire6&at=2")
	if got := doc.One(t, "verdict-word"); got != "under way" {
		t.Errorf("at the second command the page shows %q", got)
	}
	if got := doc.One(t, "cursor"); !strings.Contains(got, "SET {emq}:version") {
		t.Errorf("the cursor stands on %q", got)
	}
	if got := htmltest.Attr(doc.ID(t, "claim-branch"), "href"); got != Path+"?start=absent&do=wire4" {
		t.Errorf("going on from there leads to %q", got)
	}
	if got := htmltest.Attr(doc.ID(t, "claim-latest"), "href"); got != Path+"?start=absent&do=wire4&do=enqueue&do=wire6" {
		t.Errorf("back leads to %q", got)
	}
}

func TestHeldArrivals(t *testing.T) {
	h := serve()
	_, doc := htmltest.Get(t, h, Path+"?do=hold:a:wire2&do=hold:b:wire4&do=step:a")
	waiting := doc.One(t, "waiting")
	for _, want := range []string{"Wire 2 connector a waits to send SET {emq}:version echomq:2.0.0 NX", "Wire 4 connector b waits to send GET {emq}:version"} {
		if !strings.Contains(waiting, want) {
			t.Errorf("%q does not say %q", waiting, want)
		}
	}
	step := htmltest.Attr(doc.ID(t, "claim-step-b"), "href")
	if step != Path+"?start=absent&do=hold:a:wire2&do=hold:b:wire4&do=step:a&do=step:b" {
		t.Fatalf("the step leads to %q", step)
	}
	if w, _ := htmltest.Get(t, h, step); w.Code != http.StatusOK {
		t.Errorf("the step answers %d", w.Code)
	}
}

func TestWhatAFieldCannotHold(t *testing.T) {
	h := serve()
	_, doc := htmltest.Get(t, h, Path+"?start=string:a%0Ab&do=set:%FF&do=wire4")
	sent := htmltest.Sent(doc.ID(t, "claim-form"))
	w, _ := htmltest.Get(t, h, Path+"?"+sent.Encode())
	if w.Code != http.StatusSeeOther || w.Header().Get("Location") != Path+"?start=string:a%0Ab&do=set:%FF&do=wire4" {
		t.Errorf("the form's own query %q leads with %d to %q", sent.Encode(), w.Code, w.Header().Get("Location"))
	}
}

func TestAnotherString(t *testing.T) {
	h := serve()
	w, _ := htmltest.Get(t, h, Path+"?start=other&do=wire4")
	if got := w.Header().Get("Location"); got != Path+"?start=string:echomq:3.0.0&do=wire4" {
		t.Errorf("another string leads to %q", got)
	}
	w, _ = htmltest.Get(t, h, Path+"?start=other&value=%3Cb%3E%26do%3Dwire2&fig=f1", htmltest.Partial("section#f1")...)
	if got := w.Header().Get("Location"); got != Path+"?fig=f1&start=string:%3Cb%3E%26do%3Dwire2" {
		t.Errorf("a typed string leads to %q", got)
	}
	_, doc := htmltest.Get(t, h, Path+"?start=string:%3Cb%3E")
	if got := htmltest.Attr(doc.ID(t, "claim-value"), "value"); got != "<b>" {
		t.Errorf("the field holds %q", got)
	}
}

func TestPageRefusals(t *testing.T) {
	h := serve()
	for _, c := range []struct{ query, says string }{
		{"do=wire5", "wire5"},
		{"start=tree", "tree"},
		{"start=list&start=set", "one"},
		{"start=string:" + strings.Repeat("x", 129), "128"},
		{"do=step:a", "held"},
		{"do=hold:a:install&do=step:a&do=step:a", "nothing to do"},
		{strings.TrimSuffix(strings.Repeat("do=wire4&", 65), "&"), "64"},
		{"do=%zz", "percent"},
		{"do=quoted:%25zz", "percent"},
	} {
		w, doc := htmltest.Get(t, h, Path+"?"+c.query)
		if w.Code != http.StatusBadRequest || !strings.Contains(doc.One(t, "error-page"), c.says) {
			t.Errorf("%.40s: status %d, page %q; want 400 and %q", c.query, w.Code, htmltest.Text(doc.Nodes(htmltest.Tag("main"))[0]), c.says)
		}
		w, doc = htmltest.Get(t, h, Path+"?"+c.query, htmltest.Partial("section#claim")...)
		if w.Code != http.StatusBadRequest || !strings.Contains(doc.One(t, "error-fragment"), c.says) {
			t.Errorf("%.40s: fragment of status %d without %q", c.query, w.Code, c.says)
		}
	}
	if w, _ := htmltest.Get(t, h, Path+"?do=wire4&utm_source=mail&at=x&keep=no"); w.Code != http.StatusOK {
		t.Errorf("a decorated link answers %d", w.Code)
	}
}

func TestAPI(t *testing.T) {
	h := serve()
	w, _ := htmltest.Get(t, h, APIPath+"?start=absent&do=wire4&do=enqueue")
	var got struct {
		Scenario, Permalink string
		Arrivals            []struct {
			Actor   string
			Verdict struct{ Outcome, Error string }
		}
		Value struct{ Type, Value string }
	}
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if got.Permalink != Path+"?start=absent&do=wire4&do=enqueue" || got.Scenario != "start absent\narrive wire4\narrive enqueue\n" {
		t.Errorf("permalink %q, scenario %q", got.Permalink, got.Scenario)
	}
	if len(got.Arrivals) != 2 || got.Arrivals[1].Verdict.Error != "EMQWIRE expected echomq:6.0.0 found echomq:4.0.0" || got.Value.Value != "echomq:4.0.0" {
		t.Errorf("%+v", got)
	}
	for _, c := range []struct{ query, says string }{
		{"do=wire4&kept=1", "start, module, node, user, db, do, keep, at"},
		{"d=wire4", `\"d\"`},
		{"module=none&module=none", "one"},
		{"start=other", "absent"},
		{"do=quoted:wire4", "wire2"},
	} {
		w, _ := htmltest.Get(t, h, APIPath+"?"+c.query)
		if w.Code != http.StatusBadRequest || w.Header().Get("Content-Type") != "application/problem+json" || !strings.Contains(w.Body.String(), c.says) {
			t.Errorf("%s: %d %s, want a problem with %s", c.query, w.Code, w.Body, c.says)
		}
	}
}

// A session's token reaches the run as it came, and one that is too long to
// keep does not: of the page, of the page with a move that it refuses, and of
// the API.
func TestToken(t *testing.T) {
	site := layout.Site{}
	answers := &web.Adapter{Log: slog.New(slog.NewTextHandler(io.Discard, nil)), View: site.View}
	var got string
	h := Handler{Site: site, Sources: code(), Run: func(ctx context.Context, token string, sc scenario.Scenario) (*trace.Trace, error) {
		got = token
		return claim.Execute(ctx, sc)
	}}
	for path, handler := range map[string]web.Handler{Path: h.Page, Path + "?redis=FLUSHALL": h.Page, APIPath: h.API} {
		for _, c := range []struct{ sent, want string }{{"", ""}, {"abc", "abc"}, {strings.Repeat("a", 64), strings.Repeat("a", 64)}, {strings.Repeat("a", 65), ""}} {
			got = "untouched"
			htmltest.Get(t, answers.Handle(handler), path, "EchoMQ-Session", c.sent)
			if got != c.want {
				t.Errorf("%s: a token of %d bytes reaches the run as %q", path, len(c.sent), got)
			}
		}
	}
}

// The server's own failures are not the scenario's.
func TestRunFails(t *testing.T) {
	site := layout.Site{}
	answers := &web.Adapter{Log: slog.New(slog.NewTextHandler(io.Discard, nil)), View: site.View}
	h := Handler{Site: site, Run: func(context.Context, string, scenario.Scenario) (*trace.Trace, error) {
		return nil, errors.New("no room for secrets")
	}}
	w, _ := htmltest.Get(t, answers.Handle(h.Page), Path+"?do=wire4")
	if w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "secrets") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// Choosing another actor in the form of any scenario exchanges its last
// arrival, or adds one, and changes nothing else: what the form sends is read
// back as exactly that.
func TestFormIsTheScenario(t *testing.T) {
	value := rapid.OneOf(rapid.SampledFrom([]string{"echomq:4.0.0", "", "a\nb", "\xff\x00", "&do=wire2", "quoted:%41", "<b>"}), rapid.StringN(0, 20, 40))
	rapid.Check(t, func(t *rapid.T) {
		sc := scenario.New()
		if rapid.Bool().Draw(t, "string") {
			sc.Start = trace.Value{Type: "string", Value: value.Draw(t, "start")}
		}
		sc.Module = rapid.Bool().Draw(t, "module")
		sc.Node = rapid.SampledFrom(append(scenario.Nodes(), "")).Draw(t, "node")
		sc.User = rapid.SampledFrom(append(scenario.Users(), "")).Draw(t, "user")
		sc.DB = rapid.IntRange(0, scenario.MaxDB).Draw(t, "db")
		for range rapid.IntRange(0, 5).Draw(t, "moves") {
			m := scenario.Move{Kind: scenario.Arrive, Actor: rapid.SampledFrom(scenario.Actors()).Draw(t, "actor")}
			if rapid.Bool().Draw(t, "set") {
				m = scenario.Move{Kind: scenario.Set, Value: value.Draw(t, "value")}
			}
			sc = sc.Then(m)
		}
		st := state{sc: sc, keep: rapid.Bool().Draw(t, "keep")}
		f := builder{st: st, id: "claim", tr: &trace.Trace{Value: sc.Start}}.form()

		q := url.Values{}
		for _, m := range f.Moves {
			q.Add("do", htmltest.Field(m))
		}
		q.Add("do", "wire6")
		for _, c := range f.Starts {
			if c.Checked {
				q.Add("start", htmltest.Field(c.Value))
			}
		}
		if f.Other != nil {
			q.Set("value", htmltest.Field(f.Other.Value))
		}
		if f.NoModule {
			q.Set("module", "none")
		}
		for _, h := range f.Headers {
			q.Add(h.Name, h.Value)
		}
		folded, _, err := fold(q)
		if err != nil {
			t.Fatal(err)
		}
		got, err := readState(folded)
		if err != nil {
			t.Fatal(err)
		}
		want := sc
		want.Moves = st.settled()
		want = want.Then(scenario.Move{Kind: scenario.Arrive, Actor: "wire6"})
		if got.sc.Query() != want.Query() {
			t.Fatalf("the form of %q leads to %q, want %q", sc.Query(), got.sc.Query(), want.Query())
		}
	})
}

// The query of any view is the API's too, and the view changes no byte of it.
func TestAPITakesAView(t *testing.T) {
	h := serve()
	want, _ := htmltest.Get(t, h, APIPath+"?do=wire4")
	for _, view := range []string{"&at=2", "&keep=1", "&at=2&keep=1&fig=f1", "&at=x"} {
		if got, _ := htmltest.Get(t, h, APIPath+"?do=wire4"+view); got.Code != http.StatusOK || got.Body.String() != want.Body.String() {
			t.Errorf("%s: %d, %.200s", view, got.Code, got.Body)
		}
	}
}

// Bytes that a terminal or a browser would act on reach the page as escapes,
// wherever a value is repeated: in a reply, an error, a verdict, a check.
func TestBytesAreShown(t *testing.T) {
	h := serve()
	const value = "%FF%1B[31m%E2%80%AE"
	for _, moves := range []string{"do=enqueue", "do=install", "do=wire4", "do=wire6", "do=hold:a:enqueue&do=step:a&do=enqueue", "do=set:" + value + "&do=enqueue"} {
		w, doc := htmltest.Get(t, h, Path+"?start=string:"+value+"&"+moves)
		if page := w.Body.String(); w.Code != http.StatusOK || !utf8.ValidString(page) || strings.ContainsAny(page, "\x1b\u202e\ufffd") {
			t.Errorf("%s: %d, and raw bytes on the page", moves, w.Code)
		}
		for _, part := range []string{"reply", "verdict", "facts"} {
			for _, n := range doc.Nodes(htmltest.Class(part)) {
				if text := htmltest.Text(n); strings.Contains(text, "[31m") && !strings.Contains(text, `\xff\x1b[31m\xe2\x80\xae`) {
					t.Errorf("%s: %q", moves, text)
				}
			}
		}
	}
}

// The lines that redis-cli prints a map in stay lines.
func TestReplyOfLines(t *testing.T) {
	_, doc := htmltest.Get(t, serve(), Path+"?do=wire4")
	for _, n := range doc.Nodes(htmltest.Tag("samp")) {
		text := ""
		for d := range n.Descendants() {
			if d.Type == html.TextNode {
				text += d.Data
			}
		}
		if text != strings.TrimSpace(text) || strings.Contains(text, `\n`) {
			t.Errorf("a reply is %q", text)
		}
		if strings.Contains(text, "proto") && !strings.Contains(text, "\n") {
			t.Errorf("a map in one line: %q", text)
		}
	}
}
