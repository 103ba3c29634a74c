// Package slot is the page of the slot finder: where a key's first braces
// stand, what is hashed, the checksum byte by byte, and the slot on the strip.
package slot

import (
	"context"

	"github.com/a-h/templ"

	"echomq.dev/course/pages/ask"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/sim/slot"
)

// New is the simulator.
func New(site layout.Site) ask.Simulator {
	return ask.Simulator{
		Site: site, Name: "slot", Title: "Which slot does this key land in?", Label: "Which slot does this key land in?",
		Lede:        "Two braces choose the bytes, a checksum of those bytes chooses the slot. Follow one key all the way.",
		Description: "Type any key and follow it to its slot: the first braces, the bytes that are hashed, CRC16 step by step, and the place among 16384 slots.",
		About:       "Give any key and follow it: the first braces, the bytes that are hashed, CRC16 one byte at a time, and the place among 16384 slots.",
		Worth: []ask.State{
			{Query: "key=123456789", Name: "The published check value"},
			{Query: "key=emq:%7Borders%7D:pending", Name: "A queue’s key"},
			{Query: "key=%7B%7Ba%7D%7D", Name: "Braces that do not nest"},
		},
		Fields: []ask.Field{{Param: "key", Label: "A key, any bytes", Most: slot.MaxKey, Example: "emq:{orders}:pending"}},
		Samples: append(ask.Values("123456789", "emq:{orders}:pending", "{emq}:version", "emq:payments:wait", "emq:{}:pending", "emq:{}x}:pending", "{{a}}"),
			ask.Sample{Values: []string{""}, Note: "the empty key"}),
		Answer: func(_ context.Context, f ask.Figure, values []string) (ask.Answer, error) {
			r := slot.Of(values[0])
			return ask.Answer{Result: r, View: func() templ.Component { return answer(f.ID, view(r)) }}, nil
		},
	}
}
