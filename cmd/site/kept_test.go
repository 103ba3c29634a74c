package main

import (
	"testing"

	"echomq.dev/course/cmd/site/internal/browser"
)

// TestBytesThatNoFieldHolds sends the form of a name that no text field can
// hold as it came: with scripts and without, the question stays the same.
func TestBytesThatNoFieldHolds(t *testing.T) {
	site := startSite(t)
	for _, scripts := range []bool{true, false} {
		b := browser.Open(t, scripts)
		b.Visit(site + "/sim/collide?queue=%00%FF&from=mail") // which the form does not send
		b.See("#collide-answer", `\x00\xff`)
		if scripts {
			b.Click(`#collide-field`)
			b.Press("\r")
		} else {
			b.Click(`#collide button[type=submit]`)
		}
		b.See("#collide .one-key", `emq:{\x00\xff}:pending`)
		b.Until("the state's own address", func() bool { return b.Location() == site+"/sim/collide?queue=%00%FF" }, b.Location)
		b.Replace("#collide-field", "fills")
		if !scripts {
			b.Click(`#collide button[type=submit]`)
		}
		b.See("#collide-answer", "4165")
		b.Until("the state's own address", func() bool { return b.Location() == site+"/sim/collide?queue=fills" }, b.Location)
		b.NoFaults()
	}
}
