package present

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/a-h/templ"
	"golang.org/x/net/html"
	"golang.org/x/tools/txtar"

	"echomq.dev/course/content"
	"echomq.dev/course/pages/htmltest"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/scenarioq"
	"echomq.dev/course/pages/web"
	"echomq.dev/course/sim/claim"
	"echomq.dev/course/sim/prefix"
	"echomq.dev/course/sim/scenario"
	"echomq.dev/course/sim/trace"
)

// prepared is a sequence of whose trace much is told below.
const prepared = "start=absent&do=wire4&do=enqueue"

// server serves sequences whose runs are changed on their way to the page.
func server(change func(*trace.Trace)) http.Handler {
	h := Handler{
		Sequences: []content.Sequence{{Title: "First come decides", Question: "Who still gets in?", Query: prepared}},
		Run: func(ctx context.Context, _ string, sc scenario.Scenario) (*trace.Trace, error) {
			tr, err := claim.Execute(ctx, sc)
			if err == nil && change != nil {
				change(tr)
			}
			return tr, err
		},
	}
	a := &web.Adapter{Log: slog.New(slog.DiscardHandler), View: layout.Site{}.View}
	mux := http.NewServeMux()
	mux.HandleFunc(scenarioq.Stage, a.Handle(h.Claim))
	mux.HandleFunc("/present/key", a.Handle(h.Single("key", "Where does this key live?", func(_ context.Context, id string, q url.Values) (templ.Component, error) {
		return templ.Raw("<p>" + id + " " + templ.EscapeString(q.Get("key")) + "</p>"), nil
	})))
	return mux
}

// golden are the scenarios that the engine is held to.
func golden(t *testing.T) map[string]scenario.Scenario {
	t.Helper()
	files, err := filepath.Glob("../../sim/claim/testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenario files: %v", err)
	}
	all := map[string]scenario.Scenario{}
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
			if _, err := claim.Execute(t.Context(), sc); err == nil {
				all[filepath.Base(file)+"/"+f.Name] = sc
			}
		}
	}
	return all
}

// poison replaces all that a trace tells of what comes after its n-th command.
// Of the command after it, what is asked stays if asked is set.
func poison(tr *trace.Trace, n int, asked bool) {
	const mark = "POISON"
	total := prefix.Total(tr)
	value := trace.Value{Type: "string", Value: mark}
	if n < total {
		tr.Value = value
	}
	for _, a := range tr.Arrivals {
		last := 0
		for i := range a.Steps {
			s := &a.Steps[i]
			last = max(last, s.N)
			if s.N <= n {
				continue
			}
			before := s.Before
			s.Reply, s.Received, s.After, s.Wrote = mark, mark, value, true
			s.Appeared = []trace.Key{{Name: mark, Type: mark}}
			if s.N > 1 {
				s.Before = value
			} else {
				s.Before = before // what the first command finds is there before it
			}
			// What a held arrival will send is no secret: it waits with it.
			waits := i == 0 || a.Steps[i-1].N <= n
			if !waits || a.Name == "" && !(asked && s.N == n+1) {
				s.Command, s.Sent = []string{mark}, mark
				s.Source = trace.Source{Function: mark, File: mark, Line: 1}
			}
		}
		if last <= n && last < total && len(a.Steps) > 0 || last == total && n >= total {
			if len(a.Alive) > 1 && n < total {
				a.Alive = a.Alive[:1]
			}
			continue
		}
		if n < total {
			a.Verdict = trace.Verdict{Outcome: a.Verdict.Outcome, OK: a.Verdict.OK, Error: mark, Text: mark}
			for i := range a.Checks {
				a.Checks[i] = trace.Check{Check: mark, Read: mark, Error: mark}
			}
			a.Alive, a.Wrote = nil, true
			if last > n {
				a.After = value
			}
		}
	}
}

// TestNothingOfTheFuture draws each golden scenario at each of its commands,
// once as it ran and once with all that comes later replaced: the two pages
// must be the same, to the byte.
func TestNothingOfTheFuture(t *testing.T) {
	all := golden(t)
	if len(all) < 30 {
		t.Fatalf("only %d scenarios", len(all))
	}
	for name, sc := range all {
		tr, err := claim.Execute(t.Context(), sc)
		if err != nil {
			t.Fatal(err)
		}
		total := prefix.Total(tr)
		for at := 0; at <= total; at++ {
			for _, ask := range []bool{false, true} {
				if ask && at == total {
					continue
				}
				to := scenarioq.Stage + "?" + sc.Query() + "&at=" + strconv.Itoa(at)
				if ask {
					to += "&ask=1"
				}
				_, is := htmltest.Get(t, server(nil), to)
				w, _ := htmltest.Get(t, server(func(tr *trace.Trace) { poison(tr, at, ask) }), to)
				if page := w.Body.String(); strings.Contains(page, "POISON") {
					i := strings.Index(page, "POISON")
					t.Fatalf("%s at %d (asked: %v) tells of the future: …%s…", name, at, ask, page[max(0, i-200):i+20])
				}
				other, _ := htmltest.Parse(w.Body.String())
				if a, b := text(is), text(other); a != b {
					t.Fatalf("%s at %d (asked: %v): the future changes the page from\n%s\nto\n%s", name, at, ask, a, b)
				}
			}
		}
	}
}

func text(d htmltest.Doc) string {
	var b strings.Builder
	for _, n := range d.Nodes(htmltest.Tag("main")) {
		b.WriteString(htmltest.Text(n))
	}
	return b.String()
}

// TestPoisonReaches guards the test above: at the end of a sequence the page
// does show what the replacement changes.
func TestPoisonReaches(t *testing.T) {
	for _, at := range []int{0, 1, 2} {
		tr, err := claim.Execute(t.Context(), must(scenario.Parse("arrive wire4\narrive enqueue\n")))
		if err != nil {
			t.Fatal(err)
		}
		before := fmt.Sprint(must(tr.MarshalJSON()))
		poison(tr, at, false)
		if before == fmt.Sprint(must(tr.MarshalJSON())) {
			t.Errorf("nothing after command %d was replaced", at)
		}
	}
	w, _ := htmltest.Get(t, server(func(tr *trace.Trace) { poison(tr, 1, false) }), scenarioq.Stage+"?"+prepared+"&at=3")
	if !strings.Contains(w.Body.String(), "POISON") {
		t.Error("a later view does not show what was replaced")
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// walk follows a link by its name from a page on, and gives what is shown at
// each stop.
func walk(t *testing.T, h http.Handler, from, link string) []string {
	t.Helper()
	var stops []string
	for at := from; at != ""; {
		w, doc := htmltest.Get(t, h, at)
		if w.Code != http.StatusOK {
			t.Fatalf("%s answers %d", at, w.Code)
		}
		doc.CheckStrict(t)
		now := doc.Nodes(htmltest.With("data-announce"))
		if len(now) != 1 {
			t.Fatalf("%s announces %d things", at, len(now))
		}
		stops = append(stops, htmltest.Attr(now[0], "data-announce"))
		at = ""
		for _, n := range doc.Nodes(func(n *html.Node) bool { return htmltest.Attr(n, "data-go") == link }) {
			at = htmltest.Attr(n, "href")
		}
	}
	return stops
}

// TestForwardByLinks goes through a sequence without a script: each command is
// asked first and answered then.
func TestForwardByLinks(t *testing.T) {
	h := server(nil)
	got := walk(t, h, scenarioq.Stage+"?"+prepared+"&at=0", "forward")
	if len(got) != 9 {
		t.Fatalf("%d stops for four commands: %q", len(got), got)
	}
	for i, want := range []string{
		"Before the first command. Nobody has arrived yet, and {emq}:version is absent.",
		"Command 1, Wire 4 connector: GET {emq}:version. Its reply is hidden.",
		"Command 1, Wire 4 connector: GET {emq}:version. Reply: nil. The wire 4 connector found no value.",
		"Command 2, Wire 4 connector: SET {emq}:version echomq:4.0.0 NX. Its reply is hidden.",
		"Command 2, Wire 4 connector: SET {emq}:version echomq:4.0.0 NX. Reply: OK. The key was absent",
		"Command 3, Wire 4 connector: GET {emq}:version. Its reply is hidden.",
		`Command 3, Wire 4 connector: GET {emq}:version. Reply: "echomq:4.0.0".`,
		"Command 4, Native write verb: EMQ.ENQUEUE",
		"Command 4, Native write verb: EMQ.ENQUEUE",
	} {
		if !strings.HasPrefix(got[i], want) {
			t.Errorf("stop %d says\n%s\nwant\n%s", i, got[i], want)
		}
	}
	back := walk(t, h, scenarioq.Stage+"?"+prepared, "back")
	if len(back) != 5 || back[0] != got[8] || back[4] != got[0] {
		t.Errorf("back from the end are %d stops: %q", len(back), back)
	}
	if last := walk(t, h, scenarioq.Stage+"?"+prepared+"&at=0", "last"); last[len(last)-1] != got[8] {
		t.Errorf("the last stop is %q", last)
	}
	if first := walk(t, h, scenarioq.Stage+"?"+prepared+"&at=2&ask=1", "first"); first[len(first)-1] != got[0] {
		t.Errorf("the first stop is %q", first)
	}
}

// TestPrepared sees that a prepared sequence brings its title and question, and
// another scenario does not.
func TestPrepared(t *testing.T) {
	_, doc := htmltest.Get(t, server(nil), scenarioq.Stage+"?"+prepared+"&at=1")
	if head := doc.One(t, "stage-head"); head != "First come decides Who still gets in?" {
		t.Errorf("the head is %q", head)
	}
	if _, doc = htmltest.Get(t, server(nil), scenarioq.Stage+"?start=list&do=wire4"); doc.One(t, "stage-head") != "Who may claim the node?" {
		t.Errorf("the head is %q", doc.One(t, "stage-head"))
	}
}

// TestCast names those who will come, and nothing that they will do.
func TestCast(t *testing.T) {
	_, doc := htmltest.Get(t, server(nil), scenarioq.Stage+"?do=hold:a:wire2&do=wire4&do=wire4&do=step:a&do=set:x&do=redis:GET+x&at=0")
	if got := doc.One(t, "stage-cast"); got != "Wire 2 connector a Wire 4 connector Wire 4 connector Operator, by hand Console" {
		t.Errorf("who comes: %q", got)
	}
}

// TestOddViews asks for views that are not there.
func TestOddViews(t *testing.T) {
	h := server(nil)
	end := walk(t, h, scenarioq.Stage+"?"+prepared, "none")
	for _, at := range []string{"99", "-1", "x", "4&ask=1", "2&at=3"} {
		if got := walk(t, h, scenarioq.Stage+"?"+prepared+"&at="+at, "none"); !reflect.DeepEqual(got, end) {
			t.Errorf("at=%s says %q, want the end", at, got)
		}
	}
	if w, _ := htmltest.Get(t, h, scenarioq.Stage+"?do=wire9"); w.Code != http.StatusBadRequest {
		t.Errorf("an actor that is not there is answered %d", w.Code)
	}
	if w, _ := htmltest.Get(t, h, scenarioq.Stage+"?do=hold:a:wire2&do=step:a&do=step:a&do=step:a&do=step:a&do=step:a"); w.Code != http.StatusBadRequest {
		t.Errorf("a move that cannot be made is answered %d", w.Code)
	}
}

// TestFragment is what htmx swaps in: the inside alone.
func TestFragment(t *testing.T) {
	w, doc := htmltest.Get(t, server(nil), scenarioq.Stage+"?"+prepared+"&at=2", htmltest.Partial(stageID)...)
	if strings.Contains(w.Body.String(), "<html") || len(doc.Nodes(htmltest.With("data-announce"))) != 1 {
		t.Errorf("the fragment is %s", w.Body)
	}
}

// TestToken sees that a session's token reaches the run as it came, and that one
// which is too long to keep does not.
func TestToken(t *testing.T) {
	var got string
	h := Handler{Run: func(ctx context.Context, token string, sc scenario.Scenario) (*trace.Trace, error) {
		got = token
		return claim.Execute(ctx, sc)
	}}
	answers := &web.Adapter{Log: slog.New(slog.DiscardHandler), View: layout.Site{}.View}
	for _, c := range []struct{ sent, want string }{{"", ""}, {"abc", "abc"}, {strings.Repeat("a", 64), strings.Repeat("a", 64)}, {strings.Repeat("a", 65), ""}} {
		got = "untouched"
		htmltest.Get(t, answers.Handle(h.Claim), scenarioq.Stage+"?"+prepared, "EchoMQ-Session", c.sent)
		if got != c.want {
			t.Errorf("a token of %d bytes reaches the run as %q", len(c.sent), got)
		}
	}
}

// TestSingle is another simulator's figure, asked about what the address says.
func TestSingle(t *testing.T) {
	w, doc := htmltest.Get(t, server(nil), "/present/key?key=%7Bemq%7D:x")
	doc.CheckStrict(t)
	if !strings.Contains(w.Body.String(), "<p>key {emq}:x</p>") {
		t.Errorf("the figure is not there: %s", w.Body)
	}
}

// TestLongest sees that a link that would be too long is left out
// and the page stays.
func TestLongest(t *testing.T) {
	q := "start=absent"
	for range 56 {
		q += "&do=set:" + strings.Repeat("%00", 44)
	}
	w, doc := htmltest.Get(t, server(nil), scenarioq.Stage+"?"+q)
	if w.Code != http.StatusOK {
		t.Fatalf("answered %d: %s", w.Code, w.Body)
	}
	for _, n := range doc.Nodes(htmltest.With("href")) {
		if len(htmltest.Attr(n, "href")) > web.MaxURL {
			t.Errorf("a link of %d bytes", len(htmltest.Attr(n, "href")))
		}
	}
}
