package browser

import (
	"context"
	"fmt"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Look is what a reader sees pages on, and how they like them. Width and
// Height are of the window, in CSS pixels.
type Look struct {
	Width, Height int64
	Dark          bool
	Still         bool // prefers reduced motion
	Paper         bool // the print style
}

// String names the look in a test's messages.
func (l Look) String() string {
	s := fmt.Sprintf("%d px", l.Width)
	if l.Dark {
		s += ", dark"
	}
	if l.Paper {
		s += ", on paper"
	}
	return s
}

// As shows this page and the next ones in that look.
func (b *Tab) As(l Look) {
	b.t.Helper()
	feature := func(name, without, with string, on bool) *emulation.MediaFeature {
		if on {
			return &emulation.MediaFeature{Name: name, Value: with}
		}
		return &emulation.MediaFeature{Name: name, Value: without}
	}
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		feature("prefers-color-scheme", "light", "dark", l.Dark),
		feature("prefers-reduced-motion", "no-preference", "reduce", l.Still),
	}}
	if l.Paper {
		media.Media = "print"
	}
	b.Do(chromedp.EmulateViewport(l.Width, l.Height), chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, media)
		return err
	}))
}

// Keys that Press takes beside letters.
const (
	TabKey   = kb.Tab
	EnterKey = kb.Enter
	SpaceKey = " "
	DownKey  = kb.ArrowDown
	UpKey    = kb.ArrowUp
	LeftKey  = kb.ArrowLeft
	RightKey = kb.ArrowRight
	HomeKey  = kb.Home
	EndKey   = kb.End
	PageUp   = kb.PageUp
	PageDown = kb.PageDown
	Escape   = kb.Escape
)

// Press sends keys to whatever has the focus.
func (b *Tab) Press(keys string) {
	b.t.Helper()
	b.Do(chromedp.KeyEvent(keys))
}

// PDF prints the page on A4, with its background.
func PDF() chromedp.Action[[]byte] {
	return chromedp.PrintToPDF(chromedp.PDFPaper(chromedp.PaperA4), chromedp.PDFPrintBackground())
}
