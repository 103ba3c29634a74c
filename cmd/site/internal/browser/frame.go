package browser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// OpenHost is Open for pages that frame others. The frames of other origins run
// in their host's process, so that one tab reaches them all; what an origin may
// do is the same.
func OpenHost(t testing.TB) *Tab {
	t.Helper()
	return start(t, true, chromedp.Flag("disable-site-isolation-trials", true),
		chromedp.Flag("disable-features", "Translate,BlinkGenPropertyTrees,IsolateOrigins,site-per-process,IsolateSandboxedIframes"))
}

// BlockThirdParties keeps cookies and storage from every frame of another site.
func (b *Tab) BlockThirdParties() {
	b.t.Helper()
	b.Do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, network.SetCookieControls, network.SetCookieControlsParams{EnableThirdPartyCookieRestriction: true})
		return err
	}))
}

// Frame is an iframe of the page that a tab shows, by its place among them.
type Frame struct {
	tab   *Tab
	place int
}

// Frame is the iframe at a place among those of the page, from 0.
func (b *Tab) Frame(place int) Frame { return Frame{b, place} }

// InFrame evaluates an expression inside a frame, in a world of its own: a frame
// that may run no script is looked at all the same. A frame that is just going
// elsewhere is asked again.
func InFrame[T any](f Frame, expression string) T {
	f.tab.t.Helper()
	var value T
	var failed error
	f.tab.Until("an answer from the frame", func() bool {
		failed = chromedp.Do(f.tab.ctx, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			tree, err := cdp.Call(ctx, target, page.GetFrameTree, cdp.Empty{})
			if err != nil {
				return err
			}
			if f.place >= len(tree.FrameTree.ChildFrames) {
				return fmt.Errorf("the page has %d frames", len(tree.FrameTree.ChildFrames))
			}
			world, err := cdp.Call(ctx, target, page.CreateIsolatedWorld, page.CreateIsolatedWorldParams{
				FrameID: tree.FrameTree.ChildFrames[f.place].Frame.ID, WorldName: "test",
			})
			if err != nil {
				return err
			}
			yes := true
			result, err := cdp.Call(ctx, target, runtime.Evaluate, runtime.EvaluateParams{
				Expression: expression, ContextID: world.ExecutionContextID, ReturnByValue: &yes, AwaitPromise: &yes,
			})
			if err != nil {
				return err
			}
			if result.ExceptionDetails != nil {
				return errors.New(result.ExceptionDetails.Exception.Description)
			}
			return json.Unmarshal(result.Result.Value, &value)
		}))
		return failed == nil
	}, func() string { return fmt.Sprint(failed) })
	return value
}

// Text is Tab.Text inside the frame.
func (f Frame) Text(selector string) string {
	f.tab.t.Helper()
	text := InFrame[string](f, fmt.Sprintf(`document.querySelector(%q)?.textContent ?? ""`, selector))
	return strings.Join(strings.Fields(text), " ")
}

// See is Tab.See inside the frame.
func (f Frame) See(selector, text string) {
	f.tab.t.Helper()
	f.tab.Until(fmt.Sprintf("frame %d: %s to show %q", f.place, selector, text), func() bool {
		return strings.Contains(f.Text(selector), text)
	}, func() string { return f.Text("body") })
}

// Click clicks the first element that matches inside the frame with the mouse,
// as a reader does: on the host's page, where the element is in sight.
func (f Frame) Click(selector string) {
	f.tab.t.Helper()
	type place struct{ X, Y float64 }
	var at, frame place
	find := fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		if (!e) return {x: -1, y: -1};
		e.scrollIntoView({block: "center", behavior: "instant"});
		const r = e.getClientRects()[0] ?? {left: -1, top: -1, width: 0, height: 0};
		return {x: r.left + r.width / 2, y: r.top + r.height / 2};
	})()`, selector)
	f.tab.Until("a place to click "+selector, func() bool {
		at = InFrame[place](f, find)
		if at.X < 0 {
			return false
		}
		// The frame first, then the element in it: its place follows from both.
		frame = Eval[place](f.tab, fmt.Sprintf(`(() => {
			const e = document.querySelectorAll("iframe")[%d], top = e.getBoundingClientRect().top + e.clientTop;
			scrollBy({top: top + %f - innerHeight / 2, behavior: "instant"});
			const r = e.getBoundingClientRect();
			return {x: r.left + e.clientLeft, y: r.top + e.clientTop};
		})()`, f.place, at.Y))
		at = InFrame[place](f, strings.Replace(find, "e.scrollIntoView", "0 && e.scrollIntoView", 1))
		return at.X >= 0
	}, func() string { return f.Text("body") })
	f.tab.Do(chromedp.MouseClickXY(frame.X+at.X, frame.Y+at.Y))
}
