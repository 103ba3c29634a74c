package race

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"echomq.dev/course/content/gosource"
	"echomq.dev/course/keyspace"
	"echomq.dev/course/pages/ask"
	"echomq.dev/course/pages/htmltest"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/source"
	"echomq.dev/course/pages/web"
	"echomq.dev/course/sim"
	"echomq.dev/course/sim/scenario"
)

var code = sync.OnceValue(func() *source.Library {
	library, err := source.New(gosource.Tree{"keyspace": keyspace.Source(), "sim": sim.Source()})
	if err != nil {
		panic(err)
	}
	return library
})

func serve() http.Handler {
	site := layout.Site{}
	answers := &web.Adapter{Log: slog.New(slog.NewTextHandler(io.Discard, nil)), View: site.View}
	h := New(site, code())
	mux := http.NewServeMux()
	mux.HandleFunc(h.Path(), answers.Handle(ask.Form(h.Page)))
	mux.HandleFunc(h.APIPath(), answers.Handle(h.API))
	return mux
}

// result is what the API says of a race.
type result struct {
	Start         struct{ Type, Value string }
	Variant       string
	Interleavings int
	Promises      []struct {
		Promise string
		Broken  int `json:"broken_in"`
	}
	Outcomes []struct {
		Interleavings    int
		First, Permalink string
		Broken           []string
	}
	Orders []struct {
		Order   string
		Outcome int
	}
}

func asked(t *testing.T, h http.Handler, query string) result {
	t.Helper()
	w, _ := htmltest.Get(t, h, "/api/race?"+query)
	var r result
	if err := json.Unmarshal(w.Body.Bytes(), &r); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%s: %d %v\n%s", query, w.Code, err, w.Body)
	}
	return r
}

func picks(doc htmltest.Doc) (orders []string, current string) {
	for _, n := range doc.Nodes(htmltest.Class("chip")) {
		if order := strings.ReplaceAll(htmltest.Text(n), " ", ""); strings.Trim(order, "abc") == "" {
			orders = append(orders, order)
			if htmltest.Attr(n, "aria-current") == "true" {
				current = order
			}
		}
	}
	return orders, current
}

// TestPage compares the page with the API, for races that go well and badly.
func TestPage(t *testing.T) {
	h := serve()
	for query, verdict := range map[string]string{
		"a=wire2&b=wire4":                      "All 16 orders keep the fence’s promises",
		"a=wire2&b=wire4&variant=no-nx":        "12 of 16 orders break a promise",
		"a=wire2&b=wire4&variant=no-read-back": "4 of 6 orders break a promise",
		"a=wire4&b=wire4&variant=set-reply":    "4 of 6 orders break a promise",
		"a=wire4&b=install&start=list":         "All 2 orders keep the fence’s promises",
		"a=enqueue&b=install":                  "All 2 orders keep the fence’s promises",
	} {
		w, doc := htmltest.Get(t, h, "/sim/race?"+query)
		if w.Code != http.StatusOK {
			t.Fatal(query, w.Code)
		}
		doc.CheckStrict(t)
		if got := doc.One(t, "verdict-word"); got != verdict {
			t.Errorf("%s: %q, want %q", query, got, verdict)
		}
		r := asked(t, h, query)
		shown, current := picks(doc)
		var all []string
		for i, o := range r.Outcomes {
			for _, order := range r.Orders {
				if order.Outcome == i {
					all = append(all, order.Order)
				}
			}
			if o.Permalink == "" == (r.Variant == "shipped") {
				t.Errorf("%s: the permalink of %s is %q", query, o.First, o.Permalink)
			}
		}
		if !slices.Equal(shown, all) {
			t.Errorf("%s: the page lists %q, the API has %q", query, shown, all)
		}
		if !slices.Contains(all, current) || !strings.Contains(strings.ReplaceAll(doc.One(t, "shown-order"), " ", ""), "Order"+current+",") {
			t.Errorf("%s: %q is drawn", query, current)
		}
		if got, want := len(doc.Nodes(htmltest.Class("is-wrong"))), broken(r); got != want {
			t.Errorf("%s: %d ends are marked, want %d", query, got, want)
		}
	}
}

func broken(r result) int {
	n := 0
	for _, o := range r.Outcomes {
		if len(o.Broken) > 0 {
			n++
		}
	}
	return n
}

// TestOrders follows every order that the page lists: it is drawn, with as many
// commands, and the stepper gets the same one.
func TestOrders(t *testing.T) {
	h := serve()
	const race = "/sim/race?a=wire4&b=install&c=enqueue"
	_, first := htmltest.Get(t, h, race)
	orders, _ := picks(first)
	if len(orders) != 18 {
		t.Fatalf("%d orders", len(orders))
	}
	for _, order := range orders {
		w, doc := htmltest.Get(t, h, race+"&order="+order)
		if _, current := picks(doc); w.Code != http.StatusOK || current != order {
			t.Fatalf("%d, and %q is drawn for %q", w.Code, current, order)
		}
		if rows := doc.Nodes(htmltest.Class("seq-row")); len(rows) != len(order) {
			t.Errorf("%s is drawn with %d commands", order, len(rows))
		}
		steps := ""
		for _, c := range order {
			steps += "&do=step:" + string(c)
		}
		want := "/sim/claim?start=absent&do=hold:a:wire4&do=hold:b:install&do=hold:c:enqueue" + steps + "&at=0"
		if got := links(doc, "/sim/claim?"); !slices.Equal(got, []string{want}) {
			t.Errorf("%s leads to %q, want %q", order, got, want)
		}
	}
}

func links(doc htmltest.Doc, prefix string) []string {
	var list []string
	for _, n := range doc.Nodes(htmltest.Tag("a")) {
		if to := htmltest.Attr(n, "href"); strings.HasPrefix(to, prefix) {
			list = append(list, to)
		}
	}
	return list
}

// TestMany: of a race of three the page lists some orders, among them the one
// that is drawn, and says how many there are besides.
func TestMany(t *testing.T) {
	h := serve()
	const query = "a=wire2&b=wire4&c=wire4"
	r := asked(t, h, query)
	if len(r.Orders) != r.Interleavings || r.Interleavings < 500 {
		t.Fatalf("%d orders of %d", len(r.Orders), r.Interleavings)
	}
	for _, o := range []string{r.Orders[0].Order, r.Orders[len(r.Orders)/2].Order, r.Orders[len(r.Orders)-1].Order} {
		_, doc := htmltest.Get(t, h, "/sim/race?"+query+"&order="+o)
		listed, current := picks(doc)
		if current != o || len(listed) > maxListed*len(r.Outcomes) {
			t.Errorf("%d are listed, and %q is drawn for %q", len(listed), current, o)
		}
		more := 0
		for _, n := range doc.Nodes(htmltest.Class("small")) {
			var here int
			if _, err := fmt.Sscanf(htmltest.Text(n), "and %d more", &here); err == nil {
				more += here
			}
		}
		if len(listed)+more != r.Interleavings {
			t.Errorf("%d are listed and %d more are told of, of %d", len(listed), more, r.Interleavings)
		}
	}
}

// TestAnyStart: every value that the key can start with is a choice while it is
// the one, and the form says it again.
func TestAnyStart(t *testing.T) {
	h := serve()
	for _, start := range []string{"absent", "string:", "string:x&y\"", "string:\xff\x00\r\n", "zset", "string:" + strings.Repeat("é", 64)} {
		query := url.Values{"a": {"wire4"}, "b": {"wire6"}, "start": {start}}
		w, doc := htmltest.Get(t, h, "/sim/race?"+query.Encode())
		if w.Code != http.StatusOK {
			t.Fatalf("%q: %d", start, w.Code)
		}
		sent := htmltest.Sent(doc.ID(t, "race-form"))
		w, _ = htmltest.Get(t, h, "/sim/race?"+sent.Encode())
		if w.Code == http.StatusSeeOther {
			var err error
			if sent, err = url.ParseQuery(w.Header().Get("Location")[1:]); err != nil {
				t.Fatal(err)
			}
		}
		if got := sent.Get("start"); got != start {
			t.Errorf("the form says %q for %q", got, start)
		}
	}
}

func TestRefused(t *testing.T) {
	h := serve()
	for query, param := range map[string]string{
		"":                                      "a",
		"a=wire4":                               "b",
		"a=wire4&b=":                            "b",
		"a=wire4&b=wire5":                       "b",
		"a=wire4&b=operator":                    "b",
		"a=wire4&b=wire4&c=wire5":               "c",
		"a=wire4&b=wire4&start=":                "start",
		"a=wire4&b=wire4&start=string":          "start",
		"a=wire4&b=wire4&variant=nx":            "variant",
		"a=wire4&b=wire4&order=aaa":             "order",
		"a=wire4&b=wire4&order=AAAB":            "order",
		"a=wire4&b=wire4&do=wire4":              "do",
		"a=wire4&a=wire4&b=wire4":               "a",
		"a=wire4&b=wire4&c=install&c=install":   "c",
		"a=wire4&b=wire4&start=string:" + long:  "start",
		"a=wire4&b=wire4&order=" + long:         "order",
		"a=wire4&b=wire4&start=list&start=hash": "start",
	} {
		w, _ := htmltest.Get(t, h, "/api/race?"+query)
		var problem struct {
			Status                      int
			Detail, Parameter, Accepted string
		}
		if err := json.Unmarshal(w.Body.Bytes(), &problem); err != nil || w.Code != http.StatusBadRequest || problem.Status != w.Code {
			t.Errorf("%q: %d %v\n%s", query, w.Code, err, w.Body)
			continue
		}
		if problem.Parameter != param || problem.Accepted == "" || !strings.Contains(problem.Detail, problem.Accepted) {
			t.Errorf("%q is refused for %+v, want the parameter %s", query, problem, param)
		}
	}
	for _, param := range []string{"a", "b", "c"} {
		q := url.Values{"a": {"wire4"}, "b": {"wire4"}}
		q.Set(param, "nobody")
		w, _ := htmltest.Get(t, h, "/sim/race?"+q.Encode())
		if body := w.Body.String(); w.Code != http.StatusBadRequest || !strings.Contains(body, scenario.Actors()[0]) {
			t.Errorf("%s=nobody: %d without the choices", param, w.Code)
		}
	}
}

var long = strings.Repeat("x", 200)

// TestFragment: a figure on a course page keeps its own id in all that it holds,
// and its links for htmx come back to it.
func TestFragment(t *testing.T) {
	_, doc := htmltest.Get(t, serve(), "/sim/race?a=wire2&b=wire4&fig=fig-3", "HX-Request", "true", "HX-Request-Type", "partial")
	for _, n := range doc.Nodes(htmltest.With("id")) {
		if id := htmltest.Attr(n, "id"); !strings.HasPrefix(id, "fig-3") {
			t.Errorf("an element has the id %q", id)
		}
	}
	for _, n := range doc.Nodes(htmltest.With("hx-get")) {
		if to := htmltest.Attr(n, "hx-get"); !strings.Contains(to, "fig=fig-3") {
			t.Errorf("htmx is led to %q", to)
		}
	}
}
