// Package lines is the page of the two lines: the keys of one queue on v1 and
// on emq.1 side by side, the slots they fall into, and the threads of a store
// that locks on hashtags.
package lines

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"echomq.dev/course/pages/ask"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/sim/lines"
)

// New is the simulator.
func New(site layout.Site) ask.Simulator {
	return ask.Simulator{
		Site: site, Name: "lines", Title: "What do the braces change?", Label: "One queue’s keys on two lines",
		Lede:        "One queue’s keys, as v1 built them and as emq.1 did. Two bytes a key, and twelve slots become one.",
		Description: "The keys of one queue as v1 and as emq.1 build them, side by side, with hashtags and slots, over the 16384 slots and on the threads of a store.",
		About:       "One queue’s keys on v1 and on emq.1, side by side, over the slots of a cluster and on the threads of a store.",
		Worth: []ask.State{
			{Query: "queue=payments", Name: "Twelve slots become one"},
			{Query: "queue=orders&beside=payments", Name: "Two queues on four threads"},
			{Query: "queue=emq", Name: "The name that emq.1 keeps back"},
		},
		Fields: []ask.Field{
			{Param: "queue", Label: "A queue’s name", Most: lines.MaxQueue, Example: "payments"},
			// A queue of no name can be looked at alone, but not laid beside another.
			{Param: "beside", Label: "A second queue, to see threads", Most: lines.MaxQueue, Optional: true},
			{Param: "threads", Label: "Threads", Most: lines.MaxQueue, Choices: ask.Named(choices()...), Optional: true, Default: strconv.Itoa(lines.DefaultThreads),
				Accepted: fmt.Sprintf("a whole number from %d to %d", lines.MinThreads, lines.MaxThreads)},
		},
		Samples: []ask.Sample{
			{Values: []string{"payments"}}, {Values: []string{"orders", "payments"}, Note: "orders beside payments"}, {Values: []string{"orders", "fills"}, Note: "orders beside fills"},
			{Values: []string{"{orders}"}}, {Values: []string{"emq"}}, {Values: []string{""}, Note: "the empty name"}, {Values: []string{"a:b"}}, {Values: []string{"a{b"}},
		},
		Answer: func(_ context.Context, _ ask.Figure, values []string) (ask.Answer, error) {
			r := result(values[0], values[1], values[2])
			return ask.Answer{Result: r, View: func() templ.Component { return answer(view(r)) }}, nil
		},
	}
}

// result runs the simulator. threads is one of the choices.
func result(queue, beside, threads string) lines.Result {
	r := lines.Of(queue)
	if beside == "" {
		return r
	}
	n := lines.MinThreads + slices.Index(choices(), threads)
	return r.Beside(beside, n)
}

// choices are the numbers of threads to choose from.
func choices() []string {
	list := make([]string, 0, lines.MaxThreads)
	for n := lines.MinThreads; n <= lines.MaxThreads; n++ {
		list = append(list, strconv.Itoa(n))
	}
	return list
}
