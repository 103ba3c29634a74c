package main

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"echomq.dev/course/cmd/site/internal/browser"
)

// TestFreshServer sends a link on: who steps to a view in a live session and
// copies its address shows the same to somebody whose browser and whose server
// have only just started, to the byte, in all of the page's main part.
func TestFreshServer(t *testing.T) {
	t.Parallel()
	here := startSite(t)
	sender := browser.Open(t, true)
	sender.Visit(here + aRace)
	sender.See(".position", "7 of 7")
	for i, shows := range []string{"6 of 7", "5 of 7", "4 of 7"} {
		sender.Press(kb.ArrowLeft)
		sender.See(".position", shows)
		link := sender.Location()
		if i == 1 {
			continue // a step on the way
		}
		there := startSite(t)
		reader := browser.Open(t, true)
		reader.Visit(strings.Replace(link, here, there, 1))
		reader.See(".position", shows)
		// The simulator is all that a link is about; the server's own address
		// stands in what is to be copied from it.
		const region = `document.querySelector("main").innerHTML`
		mine := strings.ReplaceAll(browser.Eval[string](sender, region), here, "")
		theirs := strings.ReplaceAll(browser.Eval[string](reader, region), there, "")
		if mine != theirs {
			at := 0
			for at < len(mine) && at < len(theirs) && mine[at] == theirs[at] {
				at++
			}
			t.Errorf("%s shows otherwise from byte %d on:\n%.200s\n%.200s", link, at, mine[max(0, at-60):], theirs[max(0, at-60):])
		}
	}
}
