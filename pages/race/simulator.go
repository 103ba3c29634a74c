// Package race is the page of a race: two or three arrivals in every order of
// their commands, what each order came to, and one of them drawn.
package race

import (
	"context"
	"errors"
	"net/url"
	"runtime"
	"strings"

	"github.com/a-h/templ"

	"echomq.dev/course/pages/ask"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/source"
	"echomq.dev/course/pages/told"
	"echomq.dev/course/pages/valueview"
	"echomq.dev/course/pages/web"
	"echomq.dev/course/sim/race"
	"echomq.dev/course/sim/scenario"
	"echomq.dev/course/sim/trace"
	"echomq.dev/course/sim/variant"
)

// The places of the fields.
const (
	fieldA = iota
	fieldB
	fieldC
	fieldStart
	fieldVariant
	fieldOrder
)

// maxWord bounds what is read of a field that takes words of a list. A start
// has up to 128 bytes behind its type.
const maxWord = len("string:") + scenario.MaxValue

// New is the simulator. code is where the functions are found that ran.
func New(site layout.Site, code *source.Library) ask.Simulator {
	// The largest race takes a core for a third of a second. At most half of the
	// cores race at once, though one at least.
	known := race.NewKnown(runtime.GOMAXPROCS(0) / 2)
	actors := strings.Join(scenario.Actors(), ", ")
	return ask.Simulator{
		Site: site, Name: "race", Title: "What if they all come at once?", Label: "A race for {emq}:version", Runs: true,
		Lede: "Two or three arrive together, and the node takes their commands one at a time, in any order. " +
			"Every order there is runs here, each on a node of its own. Take a part out of the fence, and see which orders go wrong.",
		Description: "Every interleaving of two or three arrivals at {emq}:version, executed: how they end, and which go wrong when the fence lacks NX or its read-back.",
		About:       "Two or three arrivals at once, in every order of their commands, with the fence as it is or with a part of it left out.",
		Worth: []ask.State{
			{Query: "a=wire2&b=wire4", Name: "Two identities, one empty key"},
			{Query: "a=wire2&b=wire4&variant=no-nx", Name: "The same race without NX"},
			{Query: "a=wire4&b=install&variant=no-read-back", Name: "An administrator, and nobody reads back"},
			{Query: "a=wire4&b=wire6&c=install", Name: "Three for one node"},
		},
		Fields: []ask.Field{
			{Param: "a", Label: "A", Most: maxWord, Example: "wire2", Choices: who(), Accepted: actors},
			{Param: "b", Label: "B", Most: maxWord, Example: "wire4", Choices: who(), Accepted: actors},
			{Param: "c", Label: "C", Most: maxWord, Choices: append([]ask.Choice{{Value: "", Name: "nobody"}}, who()...), Optional: true,
				Accepted: actors + ", or nobody when it is left out"},
			{Param: "start", Label: "The key holds", Most: maxWord, Choices: starts(), Optional: true, Default: "absent", Check: startable},
			{Param: "variant", Label: "The fence", Most: maxWord, Choices: fences(), Optional: true, Default: variant.All()[0].Name, Accepted: variants()},
			{Param: "order", Most: scenario.MaxMoves, Optional: true, View: true},
		},
		Samples: []ask.Sample{
			{Values: []string{"wire2", "wire4"}, Note: "two identities"},
			{Values: []string{"wire2", "wire4", "", "", "no-nx"}, Note: "without NX"},
			{Values: []string{"wire2", "wire4", "", "", "no-read-back"}, Note: "without the read-back"},
			{Values: []string{"wire4", "wire4", "", "", "set-reply"}, Note: "by the reply to SET"},
			{Values: []string{"wire4", "install"}, Note: "against an administrator"},
			{Values: []string{"wire4", "install", "enqueue"}, Note: "three at once"},
		},
		Answer: func(ctx context.Context, f ask.Figure, values []string) (ask.Answer, error) {
			r, err := read(values)
			if err != nil {
				return ask.Answer{}, err
			}
			b := builder{site: site, code: code, figure: f, values: values}
			if b.result, b.trace, b.order, err = run(ctx, known, r, values[fieldOrder]); err != nil {
				return ask.Answer{}, err
			}
			report := race.Report{Result: b.result, Stepper: b.stepper}
			return ask.Answer{Result: report, View: func() templ.Component { return answer(b.view()) }}, nil
		},
	}
}

// read is the race that the fields say.
func read(values []string) (race.Race, error) {
	r := race.Race{Actors: []string{values[fieldA], values[fieldB]}}
	if c := values[fieldC]; c != "" {
		r.Actors = append(r.Actors, c)
	}
	r.Variant, _ = variant.Named(values[fieldVariant]) // its field takes no other
	s, err := startOf(values[fieldStart])
	r.Start = s.Start
	return r, err
}

// startOf is a scenario with that start, which is written as there.
func startOf(value string) (scenario.Scenario, error) {
	s, err := scenario.FromQuery(url.Values{"start": {value}})
	if e, ok := errors.AsType[*scenario.Error](err); ok {
		return s, web.BadParam("start", value, e.Accepted)
	}
	return s, err
}

func startable(value string) error {
	_, err := startOf(value)
	return err
}

// run explores the race and plays one of its orders: the one that was asked for,
// before the others, since it may be none; or else the one that has the most to
// tell.
func run(ctx context.Context, known *race.Known, r race.Race, asked string) (result *race.Result, tr *trace.Trace, order string, err error) {
	if asked != "" {
		if tr, order, err = race.Play(ctx, r, asked); err != nil {
			return nil, nil, "", err
		}
		if order != asked {
			return nil, nil, "", web.BadParam("order", asked, "who sends the first command, who the second and so on, until everybody has a verdict, such as "+order)
		}
	}
	if result, err = known.Explore(ctx, r); err != nil || asked != "" {
		return result, tr, order, err
	}
	tr, order, err = race.Play(ctx, r, telling(result))
	return result, tr, order, err
}

// telling is the first order that goes wrong, or where none does the end's whose
// first order changes hands most often.
func telling(r *race.Result) string {
	best := ""
	for _, o := range r.Outcomes {
		if len(o.Broken) > 0 {
			return o.First
		}
		if best == "" || turns(o.First) > turns(best) {
			best = o.First
		}
	}
	return best
}

func turns(order string) int {
	n := 0
	for i := 1; i < len(order); i++ {
		if order[i] != order[i-1] {
			n++
		}
	}
	return n
}

func who() []ask.Choice {
	var list []ask.Choice
	for _, actor := range scenario.Actors() {
		list = append(list, ask.Choice{Value: actor, Name: told.Role(actor, "")})
	}
	return list
}

func starts() []ask.Choice {
	var list []ask.Choice
	for _, v := range scenario.Starts() {
		c := ask.Choice{Value: scenario.StartQuery(v), Name: valueview.Type(v.Type)}
		if v.Type == "string" {
			c.Name = v.Value
		}
		list = append(list, c)
	}
	return list
}

// words says what a variant is, where it is chosen.
func words(v variant.Variant) string {
	switch v.Name {
	case "shipped":
		return "as EchoMQ has it"
	case "no-nx":
		return "without NX"
	case "no-read-back":
		return "without the read-back"
	case "set-reply":
		return "by the reply to SET"
	}
	return v.Name
}

func fences() []ask.Choice {
	var list []ask.Choice
	for _, v := range variant.All() {
		list = append(list, ask.Choice{Value: v.Name, Name: words(v)})
	}
	return list
}

func variants() string {
	var names []string
	for _, v := range variant.All() {
		names = append(names, v.Name)
	}
	return strings.Join(names, ", ")
}
