// Package key is the page of the key locator: which space a key belongs to,
// and why. Its samples are the map of the reserve.
package key

import (
	"context"

	"github.com/a-h/templ"

	"echomq.dev/course/pages/ask"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/sim/key"
)

// New is the simulator.
func New(site layout.Site) ask.Simulator {
	return ask.Simulator{
		Site: site, Name: "key", Title: "Where does this key live?", Label: "Where does this key live?",
		Lede:        "In a queue’s space, in the reserve that belongs to no queue, or outside both. The bytes decide, and the first of them decides most.",
		Description: "Give any key and read from its bytes whether it lies in queue space, in the reserve or in neither, with its hashtag and slot.",
		About:       "Give any key. Its bytes tell whether it lies in queue space, in the reserve or in neither, and in which slot.",
		Worth: []ask.State{
			{Query: "key=%7Bemq%7D:version", Name: "The version key"},
			{Query: "key=emq:%7Borders%7D:job:JOB0Nb1VTbfnu4", Name: "A job’s row"},
			{Query: "key=emq:payments:wait", Name: "A key of the first line"},
		},
		Fields: []ask.Field{{Param: "key", Label: "A key, any bytes", Most: key.MaxKey, Example: "{emq}:version"}},
		Samples: ask.Values("{emq}:version", "{emq}:nodes", "{emq}:locks", "emq:{orders}:pending", "emq:{orders}:job:JOB0Nb1VTbfnu4",
			"emq:{emq}:pending", "emq:payments:wait", "emq:{}:pending", "session:42"),
		Answer: func(_ context.Context, _ ask.Figure, values []string) (ask.Answer, error) {
			r := key.Locate(values[0])
			return ask.Answer{Result: r, View: func() templ.Component { return answer(view(r)) }}, nil
		},
	}
}
