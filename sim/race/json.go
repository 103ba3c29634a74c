package race

import (
	"slices"

	"echomq.dev/course/sim/plainjson"
	"echomq.dev/course/sim/trace"
)

type resultJSON struct {
	A             string        `json:"a"`
	B             string        `json:"b"`
	C             string        `json:"c,omitempty"`
	Start         trace.Value   `json:"start"`
	Variant       string        `json:"variant"`
	Function      string        `json:"function,omitempty"`
	Interleavings int           `json:"interleavings"`
	Promises      []promiseJSON `json:"promises"`
	Outcomes      []outcomeJSON `json:"outcomes"`
	Orders        []orderJSON   `json:"orders"`
}

type promiseJSON struct {
	Promise Promise `json:"promise"`
	Broken  int     `json:"broken_in"`
}

type outcomeJSON struct {
	Interleavings int           `json:"interleavings"`
	First         string        `json:"first"`
	Permalink     string        `json:"permalink,omitempty"`
	Verdicts      []verdictJSON `json:"verdicts"`
	Value         trace.Value   `json:"value"`
	Broken        []Promise     `json:"broken"`
}

type verdictJSON struct {
	Name        string        `json:"name"`
	Actor       string        `json:"actor"`
	Outcome     trace.Outcome `json:"outcome"`
	OK          bool          `json:"ok"`
	Error       string        `json:"error"`
	ErrorQuoted string        `json:"error_quoted,omitempty"`
}

type orderJSON struct {
	Order   string `json:"order"`
	Outcome int    `json:"outcome"`
}

// Report is a result as JSON. Stepper is the stepper's address for a query.
type Report struct {
	*Result
	Stepper func(query string) string
}

// MarshalJSON writes the result with every order. The first order of an outcome
// has a permalink to the stepper where that runs the same fence, and function is
// the fence, where anybody ran one that claims.
func (r Report) MarshalJSON() ([]byte, error) {
	actors := append(slices.Clone(r.Actors), "")
	out := resultJSON{
		A: actors[0], B: actors[1], C: actors[2],
		Start: r.Start, Variant: r.Variant.Name,
		Interleavings: len(r.Orders),
	}
	if r.Claims() {
		out.Function = r.Variant.Function
	}
	for _, p := range Promises() {
		out.Promises = append(out.Promises, promiseJSON{p, r.Broken(p)})
	}
	for _, o := range r.Outcomes {
		end := outcomeJSON{Interleavings: o.Orders, First: o.First, Value: o.Value, Broken: append([]Promise{}, o.Broken...)}
		if !r.Varied() {
			end.Permalink = r.Stepper(r.Scenario(o.First).Query())
		}
		for i, v := range o.Verdicts {
			end.Verdicts = append(end.Verdicts, verdictJSON{Name(i), r.Actors[i], v.Outcome, v.OK, v.Error, trace.Quoted(v.Error)})
		}
		out.Outcomes = append(out.Outcomes, end)
	}
	for _, o := range r.Orders {
		out.Orders = append(out.Orders, orderJSON(o))
	}
	return plainjson.Marshal(out)
}
