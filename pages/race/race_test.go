package race

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"echomq.dev/course/content/gosource"
	"echomq.dev/course/keyspace"
	"echomq.dev/course/pages/ask"
	"echomq.dev/course/pages/htmltest"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/source"
	"echomq.dev/course/pages/told"
	"echomq.dev/course/pages/web"
	"echomq.dev/course/sim"
	"echomq.dev/course/sim/scenario"
	"github.com/a-h/templ"
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

// result is what the API says of a race, with the ends as a page has them: what
// goes wrong stands first.
type result struct {
	Start         struct{ Type, Value string }
	Variant       string
	Interleavings int
	Promises      []struct {
		Promise string
		Broken  int `json:"broken_in"`
	}
	Outcomes []outcome
	Orders   []struct {
		Order   string
		Outcome int
	}
}

type outcome struct {
	at               int // its place in the API
	Interleavings    int
	First, Permalink string
	Broken           []string
	Verdicts         []struct {
		Name, Outcome, Error string
		OK                   bool
	}
	Value struct{ Type, Value string }
}

func asked(t *testing.T, h http.Handler, query string) result {
	t.Helper()
	w, _ := htmltest.Get(t, h, "/api/race?"+query)
	var r result
	if err := json.Unmarshal(w.Body.Bytes(), &r); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%s: %d %v\n%s", query, w.Code, err, w.Body)
	}
	for i := range r.Outcomes {
		r.Outcomes[i].at = i
	}
	slices.SortStableFunc(r.Outcomes, func(a, b outcome) int { return min(1, len(b.Broken)) - min(1, len(a.Broken)) })
	return r
}

func picks(doc htmltest.Doc) (orders []string, current string) {
	for _, n := range doc.Nodes(htmltest.Class("chip")) {
		if order := strings.ToLower(strings.ReplaceAll(htmltest.Text(n), " ", "")); strings.Trim(order, "abc") == "" {
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
		"a=wire4&b=install&start=list":         "Both orders keep the fence’s promises",
		"a=enqueue&b=install":                  "Both orders keep the fence’s promises",
	} {
		w, doc := htmltest.Get(t, h, "/sim/race?"+query)
		if w.Code != http.StatusOK {
			t.Fatal(query, w.Code)
		}
		doc.CheckStrict(t)
		sent, _ := url.ParseQuery(query)
		if got, want := doc.One(t, "verdict"), "A: "+told.Role(sent.Get("a"), "")+". B: "+told.Role(sent.Get("b"), "")+". At first the key holds "; !strings.Contains(got, want) {
			t.Errorf("%s: it is the verdict of %q, want %q", query, got, want)
		}
		if got := doc.One(t, "verdict-word"); got != verdict {
			t.Errorf("%s: %q, want %q", query, got, verdict)
		}
		r := asked(t, h, query)
		shown, current := picks(doc)
		var all []string
		for _, o := range r.Outcomes {
			for _, order := range r.Orders {
				if order.Outcome == o.at {
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
		if !slices.Contains(all, current) || !strings.Contains(strings.ReplaceAll(doc.One(t, "shown-order"), " ", ""), "Order"+strings.ToUpper(current)+",") {
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

// TestEnds holds all that the page says of each way to end to what the API says
// of it: how often, who said what, what the key holds, what went wrong, and in
// which orders.
func TestEnds(t *testing.T) {
	h := serve()
	went := map[string]string{
		"one_identity": " Somebody goes on whose identity the node does not have.",
		"first_stays":  " A value was replaced by another. Whether its writer had read it back by then is luck.",
		"own_goes_on":  " Somebody was refused whose identity stood in the key.",
	}
	for _, query := range []string{
		"a=wire2&b=wire4", "a=wire2&b=wire4&variant=no-nx", "a=wire4&b=wire4&variant=set-reply", "a=wire4&b=install&c=enqueue&variant=no-read-back", "a=wire6&b=enqueue",
	} {
		_, doc := htmltest.Get(t, h, "/sim/race?"+query)
		r := asked(t, h, query)
		sent, _ := url.ParseQuery(query)
		_, current := picks(doc)
		var ends []string
		wrong := 0
		for _, o := range r.Outcomes {
			end := fmt.Sprintf("%d of %d orders", o.Interleavings, r.Interleavings)
			came := ""
			for _, v := range o.Verdicts {
				end += fmt.Sprintf(" %s %s, %s %s %s", strings.ToUpper(v.Name), v.Name, told.Role(sent.Get(v.Name), ""), v.Outcome, v.Error)
				came += fmt.Sprintf("%s: %s. ", strings.ToUpper(v.Name), strings.TrimSuffix(v.Outcome+" with "+v.Error, " with "))
			}
			holds := "nothing (absent)"
			if o.Value.Type == "string" {
				holds = strconv.Quote(o.Value.Value)
			}
			end += " the key then holds " + holds
			for _, p := range o.Broken {
				end += went[p]
			}
			for _, order := range r.Orders {
				if order.Outcome != o.at {
					continue
				}
				end += " " + strings.ToUpper(strings.Join(strings.Split(order.Order, ""), " "))
				if order.Order == current && !strings.Contains(packed(doc.One(t, "shown-order")), packed(came+"{emq}:version then holds "+holds+".")) {
					t.Errorf("%s: of %s it says %q, want %q", query, current, doc.One(t, "shown-order"), came)
				}
			}
			ends = append(ends, end)
			if len(o.Broken) > 0 {
				wrong += o.Interleavings
			}
		}
		if got := children(doc, "ends"); !slices.EqualFunc(got, ends, func(a, b string) bool { return packed(a) == packed(b) }) {
			t.Errorf("%s: it ends as\n%q, want\n%q", query, got, ends)
		}
		for i, bar := range doc.Nodes(htmltest.Class("share-part")) {
			if got, want := htmltest.Attr(bar, "width"), strconv.Itoa(max(1, 100*r.Outcomes[i].Interleavings/r.Interleavings)); got != want {
				t.Errorf("%s: bar %d is %s wide, want %s", query, i, got, want)
			}
		}
		for i, p := range r.Promises {
			count := fmt.Sprintf(" held in all %d", r.Interleavings)
			if p.Broken > 0 {
				count = fmt.Sprintf(" broken in %d of %d", p.Broken, r.Interleavings)
			}
			if got := children(doc, "promises")[i]; !strings.HasSuffix(got, count) {
				t.Errorf("%s: of %s it says %q, want %q", query, p.Promise, got, count)
			}
		}
		said := fmt.Sprintf("All %d orders keep the fence’s promises. ", r.Interleavings)
		if wrong > 0 {
			said = fmt.Sprintf("%d of %d orders break a promise. ", wrong, r.Interleavings)
		}
		if got := htmltest.Attr(doc.Nodes(htmltest.With("data-announce"))[0], "data-announce"); !strings.HasPrefix(got, said) {
			t.Errorf("%s: %q is announced, want %q", query, got, said)
		}
		refused := 0
		for _, o := range r.Outcomes {
			for _, v := range o.Verdicts {
				if !v.OK {
					refused++
				}
			}
		}
		red := 0
		for _, n := range doc.Nodes(htmltest.Class("is-stop")) {
			if n.Parent.Data == "ul" && htmltest.Class("end-verdicts")(n.Parent) {
				red++
			}
		}
		if red != refused {
			t.Errorf("%s: %d verdicts are red, and %d are refusals", query, red, refused)
		}
	}
}

// packed is a text without its white space.
func packed(text string) string { return strings.Join(strings.Fields(text), "") }

// children are the texts of a list's items.
func children(doc htmltest.Doc, class string) []string {
	var list []string
	for _, ul := range doc.Nodes(htmltest.Class(class)) {
		for n := range ul.ChildNodes() {
			if n.Data == "li" {
				list = append(list, htmltest.Text(n))
			}
		}
	}
	return list
}

// TestDrawn: without an order, one is drawn that goes wrong, or else one in which
// the turns change most; where somebody ran a fence of the course's own, its lines
// are marked as often as they sent something, and no link leads to the stepper.
func TestDrawn(t *testing.T) {
	h := serve()
	for _, c := range []struct {
		query, order string
		marked       int
		stepper      bool
	}{
		{"a=wire2&b=wire4", "abbaab", 6, true},
		{"a=wire2&b=wire4&variant=no-nx", "abaabb", 6, false},
		{"a=wire2&b=wire4&variant=no-read-back", "abab", 4, false},
		{"a=wire4&b=wire4&variant=set-reply", "abab", 4, false},
		{"a=wire4&b=install&variant=no-read-back", "aba", 2, false},
		{"a=wire6&b=install&variant=no-nx", "aba", 0, true}, // nobody ran it
	} {
		_, doc := htmltest.Get(t, h, "/sim/race?"+c.query)
		_, current := picks(doc)
		marked := 0
		for _, n := range doc.Nodes(htmltest.Class("ran-n")) {
			if strings.HasPrefix(htmltest.Text(n), "sent command ") {
				marked++
			}
		}
		if current != c.order || marked != c.marked {
			t.Errorf("%s: %s is drawn with %d marks, want %s with %d", c.query, current, marked, c.order, c.marked)
		}
		stepper := len(links(doc, "/sim/claim?")) == 1
		if own := strings.Contains(doc.One(t, "verdict"), "EchoMQ has no such fence"); stepper != c.stepper || own == stepper {
			t.Errorf("%s: leads to the stepper: %t, says that the fence is the course's own: %t", c.query, stepper, own)
		}
	}
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
		said := "Order " + strings.ToUpper(strings.Join(strings.Split(order, ""), " ")) + ". A: "
		if got := htmltest.Attr(doc.Nodes(htmltest.With("data-announce"))[0], "data-announce"); !strings.HasPrefix(got, said) {
			t.Errorf("%q is announced for %s", got, order)
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
		"":                                    "a",
		"a=wire4":                             "b",
		"a=wire4&b=":                          "b",
		"a=wire4&b=wire5":                     "b",
		"a=wire4&b=operator":                  "b",
		"a=wire4&b=wire4&c=wire5":             "c",
		"a=wire4&b=wire4&start=":              "start",
		"a=wire4&b=wire4&start=string":        "start",
		"a=wire4&b=wire4&variant=nx":          "variant",
		"a=wire4&b=wire4&order=aaa":           "order",
		"a=wire4&b=wire4&order=AAAB":          "order",
		"a=wire4&b=wire4&do=wire4":            "do",
		"a=wire4&a=wire4&b=wire4":             "a",
		"a=wire4&b=wire4&c=install&c=install": "c",
		"a=wire4&b=install&order=" + strings.Repeat("a", 65): "order",
		"a=wire4&b=wire4&start=string:" + long:               "start",
		"a=wire4&b=wire4&order=" + long:                      "order",
		"a=wire4&b=wire4&start=list&start=hash":              "start",
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
		if (query == "" || query == "a=wire4") && problem.Accepted != strings.Join(scenario.Actors(), ", ") {
			t.Errorf("without %s it is refused with no choices: %+v", param, problem)
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

// TestStage: on a projector a race leads to the projector.
func TestStage(t *testing.T) {
	s := New(layout.Site{}, code())
	q := url.Values{"a": {"wire4"}, "b": {"wire2"}}
	for want, draw := range map[string]func(context.Context, string, url.Values) (templ.Component, error){"/present/claim?": s.Staged, "/sim/claim?": s.Figure} {
		figure, err := draw(t.Context(), "race", q)
		if err != nil {
			t.Fatal(err)
		}
		var page strings.Builder
		if err := figure.Render(t.Context(), &page); err != nil {
			t.Fatal(err)
		}
		doc, err := htmltest.Parse(page.String())
		if err != nil {
			t.Fatal(err)
		}
		if got := links(doc, want); len(got) != 1 || len(links(doc, "/present/claim"))+len(links(doc, "/sim/claim")) != 1 {
			t.Errorf("it leads to %q, want one to %s", got, want)
		}
	}
}
