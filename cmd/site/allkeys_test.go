package main

import (
	"strings"
	"testing"

	"echomq.dev/course/cmd/site/internal/browser"
)

// act is one thing that somebody does to a sequence, and what comes of it.
type act struct {
	fold    string // the fold that it stands in, opened first where it is closed
	control string // what the Tab key has to come to
	typed   string // what is typed there; Enter follows in any case
	who     string // whose news it is then
	word    string // and in which word
}

// TestEverythingByKeys does all that can be done to a sequence with the Tab key,
// Enter and typing: hold, step, reconnect, the operator, the console, undo, redo,
// another order, a node that ails, a user without a right, another database. With
// scripts the live region must say each result; without them the same controls
// lead to pages that show the same.
func TestEverythingByKeys(t *testing.T) {
	t.Parallel()
	site := startSite(t)
	for _, scripts := range []bool{true, false} {
		name := map[bool]string{true: "with scripts", false: "without scripts"}[scripts]
		t.Run(name, func(t *testing.T) {
			b := browser.Open(t, scripts)
			for _, story := range []struct {
				start string
				acts  []act
			}{
				{"start=absent", []act{
					{fold: "#claim-holds", control: "#claim-hold-wire4", who: "Wire 4 connector a", word: "held"},
					{control: "#claim-step-a", who: "Wire 4 connector a", word: "held"},
					{control: "#claim-step-a", who: "Wire 4 connector a", word: "held"},
					{control: "#claim-step-a", who: "Wire 4 connector a", word: "claimed"},
					{fold: "#claim-reconnects", control: "#claim-reconnect-a", who: "Wire 4 connector a", word: "verified"},
					{fold: "#claim-operator", control: "#claim-set", typed: "echomq:6.0.0", who: "Operator, by hand", word: "done"},
					{fold: "#claim-reconnects", control: "#claim-reconnect-a", who: "Wire 4 connector a", word: "refused"},
					{fold: "#claim-console", control: "#claim-redis", typed: "get {emq}:version", who: "Console", word: "done"},
					{control: "#claim-undo", who: "Wire 4 connector a", word: "refused"},
					{control: "#claim-redo", who: "Console", word: "done"},
					{fold: "#claim-operator", control: "#claim-del", who: "Operator, by hand", word: "done"},
				}},
				{"start=absent&do=wire4&do=enqueue&do=install", []act{
					{fold: "#claim-moves", control: "#claim-m3-up", who: "Native write verb", word: "refused"},
					{fold: "#claim-how", control: "#claim-node-readonly", who: "Native write verb", word: "refused"},
				}},
				{"start=string:echomq:6.0.0&do=enqueue", []act{
					{fold: "#claim-how", control: "#claim-user-noread", who: "Native write verb", word: "refused"},
					{fold: "#claim-how", control: "#claim-user-", who: "Native write verb", word: "written"},
					{fold: "#claim-how", control: "#claim-db-1", who: "Native write verb", word: "refused"},
					{control: "#claim-s0", who: "", word: "before the first command"},
				}},
			} {
				b.Visit(site + "/sim/claim?" + story.start)
				for _, a := range story.acts {
					before := b.Location() + b.Text("#announcer")
					if a.fold != "" && !browser.Eval[bool](b, `document.querySelector("`+a.fold+`").open`) {
						tabTo(b, a.fold+" > summary")
						b.Press(browser.EnterKey)
					}
					tabTo(b, a.control)
					if a.typed != "" {
						b.Press(a.typed)
					}
					b.Press(browser.EnterKey)
					b.Until(a.control+" to lead on", func() bool { return b.Location()+b.Text("#announcer") != before }, b.Location)
					b.See(".verdict-word", a.word)
					if a.who == "" {
						continue
					}
					said := strings.Join(strings.Fields(a.who+": "+a.word), " ")
					if scripts {
						b.See("#announcer", said)
					} else {
						b.See(".verdict-who", strings.Fields(a.who)[0])
					}
				}
			}
			b.NoFaults()
		})
	}
}
