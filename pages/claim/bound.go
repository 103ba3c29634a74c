package claim

import (
	"fmt"
	"net/url"
	"strings"

	"echomq.dev/course/pages/web"
	"echomq.dev/course/sim/scenario"
)

// What a page offers must work: nothing leads to a sequence with too many
// moves or to an address that is too long to be served.

// crowded says why a sequence takes no further move, "" while it does.
func crowded(moves int) string {
	if moves >= scenario.MaxMoves {
		return fmt.Sprintf("A sequence holds at most %d moves, and this one does. Undo one, or reset.", scenario.MaxMoves)
	}
	return ""
}

// tooLong is the same for the address.
func tooLong() string {
	return fmt.Sprintf("The address of a longer sequence would be over %d bytes. Undo a move, or reset.", web.MaxURL)
}

// bound is why the form can let nobody arrive, "" while it can.
func (f Form) bound(settled int) string {
	if why := crowded(settled); why != "" {
		return why
	}
	if f.longest() > web.MaxURL {
		return tooLong()
	}
	return ""
}

// longest is the length of the longest address that the form may ask for as it
// stands. A browser escapes more than a link of the page does.
func (f Form) longest() int {
	q := url.Values{"do": append([]string(nil), f.Moves...)}
	if f.Fig != "" {
		q.Set("fig", f.Fig)
	}
	for _, h := range f.Headers {
		q.Set(h.Name, h.Value)
	}
	q.Set("module", "none")
	q.Add("do", longestOf(f.Actors))
	q.Set("start", longestOf(f.Starts))
	if f.Other != nil {
		q.Set("value", f.Other.Value)
	}
	query := q.Encode()
	// A browser escapes ~ too, which Encode leaves alone.
	return len(f.Action) + len("?") + len(query) + 2*strings.Count(query, "~")
}

func longestOf(choices []Choice) (value string) {
	for _, c := range choices {
		if len(c.Value) > len(value) {
			value = c.Value
		}
	}
	return value
}
