// Package collide is the page of the collision checker: a queue's pending key
// beside {emq}:version, byte for byte. What was typed is never cleaned up; an
// invalid name is shown with the key that it would have built.
package collide

import (
	"context"

	"github.com/a-h/templ"

	"echomq.dev/course/pages/ask"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/sim/collide"
)

// New is the simulator.
func New(site layout.Site) ask.Simulator {
	return ask.Simulator{
		Site: site, Name: "collide", Title: "Can a queue collide with the reserve?", Label: "Can a queue collide with the reserve?",
		Lede:        "Two keys, one above the other as bytes. No name that you can type makes the upper one into the lower one.",
		Description: "Type any queue name and see its pending key beside {emq}:version as bytes: first bytes, hashtags, slots, and whether the name is valid.",
		About:       "Type any queue name. Its pending key and {emq}:version are laid side by side, byte for byte, with their hashtags and slots.",
		Worth: []ask.State{
			{Query: "queue=emq", Name: "The queue named emq"},
			{Query: "queue=%7Dx", Name: "A name that empties the hashtag"},
		},
		Fields: []ask.Field{{Param: "queue", Label: "A queue’s name, any bytes", Most: collide.MaxQueue, Example: "orders"}},
		Samples: []ask.Sample{
			{Values: []string{"orders"}}, {Values: []string{"emq"}}, {Values: []string{"}x"}}, {Values: []string{""}, Note: "the empty name"},
			{Values: []string{"a:b"}}, {Values: []string{"日本"}}, {Values: []string{"{orders}"}}, {Values: []string{"\x1b\xff"}, Note: "two bytes of no text"},
		},
		Answer: func(_ context.Context, _ ask.Figure, values []string) (ask.Answer, error) {
			r := collide.Check(values[0])
			return ask.Answer{Result: r, View: func() templ.Component { return answer(view(r)) }}, nil
		},
	}
}
