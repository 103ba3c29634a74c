package main

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"echomq.dev/course/cmd/site/internal/browser"
)

// TestRefusedInPlace sends from a simulator what the server refuses. The
// refusal is shown and spoken; what was typed, what was found and the address
// stay, and the next good answer takes the refusal away.
func TestRefusedInPlace(t *testing.T) {
	b := browser.Open(t, true)
	site := startSite(t)

	b.Visit(site + "/sim/claim?start=string:echomq:3.0.0&do=wire4")
	b.See(".verdict-word", "refused")
	before := b.Location()
	long := strings.Repeat("ü", 100) // 200 bytes, and fewer characters than the bound
	b.Replace("#claim-value", long)
	b.Press(kb.Enter)
	b.See("#claim-error", "holds a value of 200 bytes; accepted: at most 128 bytes")
	b.See("#announcer", "at most 128 bytes")
	if got := b.Text(".verdict-word"); got != "refused" {
		t.Errorf("the result became %q", got)
	}
	if got := browser.Eval[string](b, `document.querySelector("#claim-value").value`); got != long {
		t.Errorf("the field holds %q", got)
	}
	if at := b.Location(); at != before {
		t.Errorf("the address became %s", at)
	}
	b.Replace("#claim-value", "echomq:4.0.0")
	b.Press(kb.Enter)
	b.See(".verdict-word", "verified")
	if got := browser.Eval[string](b, `document.querySelector("#claim-error").textContent`); got != "" {
		t.Errorf("after a good answer the refusal still stands: %q", got)
	}

	b.Visit(site + "/sim/collide?queue=emq")
	b.Replace(`#collide input[name="queue"]`, long)
	b.See("#collide-error", "at most 128 bytes, not 200")
	b.See("#announcer", "at most 128 bytes")
	if at := b.Location(); !strings.HasSuffix(at, "?queue=emq") {
		t.Errorf("the address became %s", at)
	}
	b.See("#collide-answer", "9051")
	b.Replace(`#collide input[name="queue"]`, "fills")
	b.See("#collide-answer", "4165")
	if got := browser.Eval[string](b, `document.querySelector("#collide-error").textContent`); got != "" {
		t.Errorf("after a good answer the refusal still stands: %q", got)
	}
}
