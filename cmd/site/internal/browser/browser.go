// Package browser drives Debian's chromium for tests of the pages: each Tab is
// a browser of its own, with page scripts or without. A test opens one and
// looks at many pages in it.
//
// It looks at the page through the browser's own view of the document, so the
// same calls work where page scripts are off. Every wait is bounded and ends
// the test with what was waited for and what the page showed instead.
package browser

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

const (
	patience = 15 * time.Second // for one thing to appear
	lifetime = 5 * time.Minute  // of one browser
)

// Tab is one tab of a browser of its own.
type Tab struct {
	t    testing.TB
	ctx  context.Context
	seen *seen
}

// T is the test that the tab reports to.
func (b *Tab) T() testing.TB { return b.t }

// seen is what the browser has told of its own accord.
type seen struct {
	mu      sync.Mutex
	faults  []string // script exceptions and console errors
	traffic traffic
}

// In is the same tab for a subtest, which it ends in place of the test that
// opened it.
func (b *Tab) In(t testing.TB) *Tab { return &Tab{t: t, ctx: b.ctx, seen: b.seen} }

// Open starts a browser, with page scripts or without. It is gone with the test.
func Open(t testing.TB, scripts bool) *Tab { t.Helper(); return start(t, scripts) }

func start(t testing.TB, scripts bool, more ...chromedp.ExecAllocatorOption) *Tab {
	t.Helper()
	program, err := exec.LookPath("chromium")
	if err != nil {
		t.Fatal("this test looks at pages in a browser, and there is none; type: apt-get update && apt-get install -y chromium")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox,
		chromedp.Flag("disable-gpu", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-quic", true))
	alloc, stop := chromedp.NewExecAllocator(context.Background(), append(options, more...)...)
	t.Cleanup(stop)
	ctx, cancel := chromedp.NewContext(alloc)
	t.Cleanup(cancel)
	ctx, late := context.WithTimeout(ctx, lifetime)
	t.Cleanup(late)

	tab := &Tab{t: t, ctx: ctx, seen: &seen{}}
	tab.Do(chromedp.EmulateViewport(1280, 900))
	if err := chromedp.Listen(ctx, tab.seen.listen); err != nil {
		t.Fatal(err)
	}
	tab.Do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		if _, err := cdp.Call(ctx, target, log.Enable, cdp.Empty{}); err != nil {
			return err
		}
		tree, err := cdp.Call(ctx, target, page.GetFrameTree, cdp.Empty{})
		if err != nil {
			return err
		}
		tab.seen.mu.Lock()
		tab.seen.traffic.main = tree.FrameTree.Frame.ID
		tab.seen.mu.Unlock()
		if _, err := cdp.Call(ctx, target, network.Enable, network.EnableParams{}); err != nil {
			return err
		}
		_, err = cdp.Call(ctx, target, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !scripts})
		return err
	}))
	return tab
}

func (s *seen) listen(event any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		fault := fmt.Sprintf("%s at %s:%d", e.ExceptionDetails.Text, e.ExceptionDetails.URL, e.ExceptionDetails.LineNumber+1)
		if e.ExceptionDetails.Exception != nil {
			fault += " " + e.ExceptionDetails.Exception.Description
		}
		s.faults = append(s.faults, fault)
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError {
			s.faults = append(s.faults, e.Entry.Text+" "+e.Entry.URL)
		}
	default:
		s.traffic.listen(event)
	}
}

// NoFaults fails the test if a script threw or the console has an error, and
// forgets it.
func (b *Tab) NoFaults() {
	b.t.Helper()
	b.seen.mu.Lock()
	defer b.seen.mu.Unlock()
	if len(b.seen.faults) > 0 {
		b.t.Errorf("at %s the browser reports:\n%s", b.seen.traffic.document, strings.Join(b.seen.faults, "\n"))
	}
	b.seen.faults = nil
}

// Do runs actions of the browser library's. It runs them under the tab's own
// context: the first to use a context ties the browser's life to it.
func (b *Tab) Do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// Visit goes to a URL and waits until the page is loaded.
func (b *Tab) Visit(url string) {
	b.t.Helper()
	b.Do(chromedp.Navigate(url))
}

// Location is the address that the tab shows.
func (b *Tab) Location() string {
	b.t.Helper()
	return Get(b, chromedp.Location())
}

// Get runs one action that has a result, again if the page under it went away:
// a form or a link without scripts may lead on at any moment.
func Get[T any](b *Tab, action chromedp.Action[T]) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	for {
		v, err := chromedp.Run(ctx, action)
		if err == nil {
			return v
		}
		if !strings.Contains(err.Error(), "Inspected target navigated") || ctx.Err() != nil {
			b.t.Fatal(err)
		}
	}
}

// Eval evaluates an expression on the page, and waits for it if it is a
// promise. It needs no page script.
func Eval[T any](b *Tab, expression string) T {
	b.t.Helper()
	return Get(b, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// Click clicks the first element that matches.
func (b *Tab) Click(selector string) {
	b.t.Helper()
	b.bounded("clicking "+selector, chromedp.Click(chromedp.CSS(selector)))
}

// Type sends keys to the first element that matches.
func (b *Tab) Type(selector, keys string) {
	b.t.Helper()
	b.bounded("typing into "+selector, chromedp.SendKeys(chromedp.CSS(selector), keys))
}

// Replace selects what the first field that matches holds and types over it.
func (b *Tab) Replace(selector, keys string) {
	b.t.Helper()
	Eval[bool](b, fmt.Sprintf(`document.querySelector(%q)?.select() === undefined`, selector))
	b.Type(selector, keys)
}

// Back goes back in the tab's history.
func (b *Tab) Back() { b.t.Helper(); b.bounded("going back", chromedp.NavigateBack()) }

// Forward is the other way of Back.
func (b *Tab) Forward() { b.t.Helper(); b.bounded("going forward", chromedp.NavigateForward()) }

// bounded runs an action that waits for an element, and says which when it
// does not appear.
func (b *Tab) bounded(what string, action chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, action); err != nil {
		b.t.Fatalf("%s: %v; the page at %s shows\n%s", what, err, b.Location(), b.Text("main"))
	}
}

// Text is the text content of the first element that matches, hidden parts
// included, with white space folded; empty when there is none.
func (b *Tab) Text(selector string) string {
	b.t.Helper()
	text := Eval[string](b, fmt.Sprintf(`document.querySelector(%q)?.textContent ?? ""`, selector))
	return strings.Join(strings.Fields(text), " ")
}

// See waits until the first element that matches contains the text.
func (b *Tab) See(selector, text string) {
	b.t.Helper()
	b.Until(fmt.Sprintf("%s to show %q", selector, text), func() bool {
		return strings.Contains(b.Text(selector), text)
	}, func() string { return b.Text(selector) })
}

// Until waits for a condition, and ends the test with what is seen in its
// place.
func (b *Tab) Until(what string, ok func() bool, seen func() string) {
	b.t.Helper()
	for late := time.Now().Add(patience); !ok(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(late) {
			b.t.Fatalf("waited for %s at %s; seen instead:\n%s", what, b.Location(), seen())
		}
	}
}
