package race

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"echomq.dev/course/pages/ask"
	"echomq.dev/course/pages/bytetext"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/scenarioq"
	"echomq.dev/course/pages/sequence"
	"echomq.dev/course/pages/sign"
	"echomq.dev/course/pages/source"
	"echomq.dev/course/pages/told"
	"echomq.dev/course/pages/valueview"
	"echomq.dev/course/sim/prefix"
	"echomq.dev/course/sim/race"
	"echomq.dev/course/sim/trace"
)

// How many orders of an end are listed: all of a race of two, and of three a few,
// for there may be hundreds.
const (
	maxListed      = 16
	maxListedThree = 6
)

// View is a race, ready to be drawn.
type View struct {
	ID            string // ids inside begin with it
	Tone, Verdict string
	Race          string // who races, and how
	Varied        bool   // with a fence of the course's own
	Why           string
	Promises      []Promise
	Ends          []End

	Apart   string // the order that is drawn, its letters apart
	Came    string // what it came to
	Diagram templ.Component
	Stepper string       // leads to it in the stepper; "" where that runs another fence
	Fence   string       // the variant, in words
	Source  *source.View // of the function that ran; nil where nobody ran the fence that claims

	Announce string
}

// Promise is one promise and in how many orders it held.
type Promise struct {
	Tone, Text, Count string
}

// End is one way in which the race ends.
type End struct {
	Count   string
	Percent int
	Says    []Says
	Value   valueview.View
	Broken  []string
	Picks   []Pick
	More    int    // orders that are not listed
	All     string // where they are
}

// Says is what somebody's verdict is.
type Says struct {
	Mark       sign.Mark
	Name, Who  string
	Tone, Word string
	Error      string // bytes
}

// Pick is an order to look at.
type Pick struct {
	ID, Apart string
	Href, Get string
	Current   bool
}

// builder has what a view is made of.
type builder struct {
	site   layout.Site
	code   *source.Library
	figure ask.Figure
	values []string
	result *race.Result
	trace  *trace.Trace // of the order that is drawn
	order  string
}

// stepper is the stepper's address for a scenario: on a projector, its own there.
func (b builder) stepper(query string) string {
	if b.figure.Stage {
		return b.site.Path(scenarioq.Stage + "?" + query)
	}
	return b.site.Path(scenarioq.Page + "?" + query)
}

func (b builder) view() View {
	r, order, t := b.result, b.order, b.trace
	v := View{ID: b.figure.ID, Apart: apart(order)}
	n := len(r.Orders)
	wrong := 0
	for _, o := range r.Outcomes {
		if len(o.Broken) > 0 {
			wrong += o.Orders
		}
	}
	v.Race, v.Varied, v.Fence = b.named(), r.Varied(), words(r.Variant)
	v.Tone, v.Verdict = "is-go", fmt.Sprintf("All %d orders keep the fence’s promises", n)
	if n == 2 {
		v.Verdict = "Both orders keep the fence’s promises"
	}
	if wrong > 0 {
		v.Tone, v.Verdict = "is-stop", fmt.Sprintf("%d of %d orders break a promise", wrong, n)
	}
	v.Why = fmt.Sprintf("Each order ran on a node of its own. %s.", ends(len(r.Outcomes)))
	v.Announce = v.Verdict + ". " + ends(len(r.Outcomes)) + "."
	for _, p := range race.Promises() {
		v.Promises = append(v.Promises, promise(p, r.Broken(p), n))
	}
	marks := sign.Marks(t.Arrivals)
	for _, wrong := range []bool{true, false} { // what goes wrong stands first
		for i, o := range r.Outcomes {
			if len(o.Broken) > 0 != wrong {
				continue
			}
			e := b.end(i, o, marks)
			if slices.ContainsFunc(e.Picks, func(p Pick) bool { return p.Current }) {
				v.Came = e.came()
			}
			v.Ends = append(v.Ends, e)
		}
	}
	if b.values[fieldOrder] != "" { // that was asked for, so it is the news
		v.Announce = "Order " + v.Apart + ". " + v.Came
	}
	v.Diagram = sequence.Figure(b.figure.ID+"-seq", prefix.At(t, prefix.Total(t)), nil)
	if !r.Varied() {
		v.Stepper = b.stepper(r.Scenario(order).Query() + "&at=0")
	}
	v.Source = b.ran()
	return v
}

func (b builder) end(i int, o race.Outcome, marks []sign.Mark) End {
	n := len(b.result.Orders)
	e := End{
		Count: fmt.Sprintf("%d of %d", o.Orders, n), Percent: max(1, 100*o.Orders/n),
		Value: valueview.Of(o.Value),
	}
	for j, verdict := range o.Verdicts {
		e.Says = append(e.Says, Says{
			Mark: marks[j], Name: race.Name(j), Who: told.Role(b.result.Actors[j], ""),
			Tone: sign.Tone(verdict.Outcome), Word: string(verdict.Outcome), Error: verdict.Error,
		})
	}
	for _, p := range o.Broken {
		e.Broken = append(e.Broken, wrong(p))
	}
	orders := b.result.Ending(i)
	most := maxListed
	if len(b.result.Actors) > race.MinArrivals {
		most = maxListedThree
	}
	listed := orders[:min(len(orders), most)]
	if at := slices.Index(orders, b.order); at >= len(listed) { // the last place is for the one that is drawn
		listed = append(slices.Clone(listed[:most-1]), b.order)
	}
	for _, order := range listed {
		e.Picks = append(e.Picks, b.pick(order, order == b.order))
	}
	e.More, e.All = len(orders)-len(listed), b.figure.JSON
	return e
}

func (b builder) pick(order string, current bool) Pick {
	values := append(append([]string{}, b.values[:fieldOrder]...), order)
	href, get := b.figure.To(values...)
	return Pick{ID: b.figure.ID + "-" + order, Apart: apart(order), Href: href, Get: get, Current: current}
}

// ran is the fence with the lines that sent a command in the order shown.
func (b builder) ran() *source.View {
	var lines []source.Line
	file := ""
	for _, a := range b.trace.Arrivals {
		for _, s := range a.Steps {
			if s.Source.Function == b.result.Variant.Function {
				file = s.Source.File
			}
		}
		lines = append(lines, source.Ran(a.Steps, b.result.Variant.Function, prefix.Total(b.trace))...)
	}
	if file == "" {
		return nil
	}
	v := b.code.View(b.result.Variant.Function, file, lines, 0)
	return &v
}

// came is an end in one sentence.
func (e End) came() string {
	var said []string
	for _, s := range e.Says {
		text := strings.ToUpper(s.Name) + ": " + s.Word
		if s.Error != "" {
			text += " with " + bytetext.Plain(s.Error)
		}
		said = append(said, text)
	}
	return strings.Join(said, ". ") + ". {emq}:version then holds " + e.Value.Plain() + "."
}

// ends counts them.
func ends(n int) string {
	if n == 1 {
		return "All of them end alike"
	}
	return "There are " + strconv.Itoa(n) + " ways to end"
}

// named says who races, from which value, and with which fence.
func (b builder) named() string {
	r := b.result
	var who []string
	for i, actor := range r.Actors {
		who = append(who, strings.ToUpper(race.Name(i))+": "+told.Role(actor, ""))
	}
	text := strings.Join(who, ". ") + ". At first the key holds " + valueview.Of(r.Start).Plain() + "."
	if r.Claims() {
		text += " The fence: " + words(r.Variant) + "."
	}
	return text
}

// apart is an order with its letters apart, as the marks have them, so that they
// are spoken one by one.
func apart(order string) string { return strings.ToUpper(strings.Join(strings.Split(order, ""), " ")) }

func promise(p race.Promise, broken, n int) Promise {
	out := Promise{Tone: "is-go", Text: promised(p), Count: "held in all " + strconv.Itoa(n)}
	if broken > 0 {
		out.Tone, out.Count = "is-stop", fmt.Sprintf("broken in %d of %d", broken, n)
	}
	return out
}

// promised says what a promise is.
func promised(p race.Promise) string {
	switch p {
	case race.OneIdentity:
		return "Whoever goes on has the identity that the node ends with."
	case race.FirstStays:
		return "Who came first stays: a value in the key is not replaced by another."
	case race.OwnGoesOn:
		return "Nobody is refused while the key holds their own identity."
	}
	return string(p)
}

// wrong says what happened where a promise did not hold.
func wrong(p race.Promise) string {
	switch p {
	case race.OneIdentity:
		return "Somebody goes on whose identity the node does not have."
	case race.FirstStays:
		return "A value was replaced by another. Whether its writer had read it back by then is luck."
	case race.OwnGoesOn:
		return "Somebody was refused whose identity stood in the key."
	}
	return string(p)
}
