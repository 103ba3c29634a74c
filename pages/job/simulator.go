// Package job is the page of the job row: its key as bytes with their fields
// named, and the gate that its id has to pass, down to the bits.
package job

import (
	"context"

	"github.com/a-h/templ"

	"echomq.dev/course/pages/ask"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/sim/job"
)

// The job of a page that was asked about none. Each has an example of its own,
// so that a link may give but one.
const (
	exampleQueue = "orders"
	exampleID    = "EMQ0OGUWI87UdF"
)

// New is the simulator.
func New(site layout.Site) ask.Simulator {
	return ask.Simulator{
		Site: site, Name: "job", Title: "What is in the key of a job?", Label: "The key of a job’s row",
		Lede:        "A queue, a type and fourteen bytes that say what, when and where. Bytes that say nothing of the kind build no key.",
		Description: "A job’s key as bytes with every field named, and its branded id taken apart: namespace, snowflake, instant, node and sequence, or the byte that refuses it.",
		About:       "A job’s key with every field named, and its branded id taken apart to the bit, or the byte at which it is refused.",
		Worth: []ask.State{
			{Query: "queue=orders&id=EMQ0OGUWI87UdF", Name: "An id with a node and a sequence"},
			{Query: "queue=orders&id=USRAzL8n0Y58m8", Name: "One more than the largest"},
		},
		Fields: []ask.Field{
			{Param: "queue", Label: "A queue’s name", Most: job.MaxQueue, Example: exampleQueue},
			{Param: "id", Label: "A branded id", Most: job.MaxID, Example: exampleID},
		},
		Samples: []ask.Sample{
			sample("orders", "EMQ0OGUWI87UdF"), sample("orders", "JOB0Nb1VTbfnu4"), sample("orders", "ORD0NgWEfAEJfs"),
			sample("orders", "USR0KHTOWnGLuC"), sample("orders", "USRAzL8n0Y58m7"), sample("orders", "USRAzL8n0Y58m8"),
			sample("orders", "USRzzzzzzzzzzz"), sample("orders", "42"), sample("orders", "JOB0Nb1V-bfnu4"), sample("a:b", "JOB0Nb1VTbfnu4"),
		},
		Answer: func(_ context.Context, _ ask.Figure, values []string) (ask.Answer, error) {
			r := job.Check(values[0], values[1])
			return ask.Answer{Result: r, View: func() templ.Component { return answer(view(r)) }}, nil
		},
	}
}

// sample names the queue only when it is not the one of the others.
func sample(queue, id string) ask.Sample {
	s := ask.Sample{Values: []string{queue, id}, Note: id, Code: true}
	if queue != exampleQueue {
		s.Note, s.Code = id+" in the queue "+queue, false
	}
	return s
}
