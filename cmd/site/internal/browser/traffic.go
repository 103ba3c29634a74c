package browser

import (
	"context"
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// traffic is what one document and its parts have sent for.
type traffic struct {
	main     cdp.FrameID // of the tab itself, and not of a frame in its page
	document string      // the URL that was asked for
	requests map[network.RequestID]*Request
	order    []network.RequestID
	frames   map[cdp.FrameID]bool // whose documents this one has asked for, and its own
	ever     []*Request           // of every document and frame, until asked for
}

// Request is one exchange with a server.
type Request struct {
	URL   string
	Bytes int  // over the wire, headers included and compressed as they came
	Done  bool // answered or failed
}

func (t *traffic) listen(event any) {
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		if e.Type == network.ResourceTypeDocument && e.FrameID == t.main {
			*t = traffic{main: t.main, document: e.DocumentURL, requests: map[network.RequestID]*Request{}, frames: map[cdp.FrameID]bool{}, ever: t.ever}
		}
		if e.Type == network.ResourceTypeDocument && t.frames != nil {
			t.frames[e.FrameID] = true
		}
		// A frame of the page before goes on until the next one has come.
		if t.frames[e.FrameID] && !strings.HasPrefix(e.Request.URL, "data:") {
			r := &Request{URL: e.Request.URL}
			t.requests[e.RequestID], t.ever = r, append(t.ever, r)
			t.order = append(t.order, e.RequestID)
		}
	case *network.EventLoadingFinished:
		if r := t.requests[e.RequestID]; r != nil {
			r.Bytes, r.Done = int(e.EncodedDataLength), true
		}
	case *network.EventLoadingFailed:
		if r := t.requests[e.RequestID]; r != nil {
			r.Done = true
		}
	}
}

// Load goes to a URL with nothing in the cache and gives all that was sent for,
// the document first, once everything has come.
func (b *Tab) Load(url string) []Request {
	b.t.Helper()
	b.Do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, network.ClearBrowserCache, cdp.Empty{})
		return err
	}))
	b.Visit(url)
	b.Until("all requests to be answered", func() bool {
		for _, r := range b.requests() {
			if !r.Done {
				return false
			}
		}
		return true
	}, func() string { return fmt.Sprintf("%+v", b.requests()) })
	return b.requests()
}

// Sent is what all documents and their frames have sent for since it was last
// asked.
func (b *Tab) Sent() []string {
	b.seen.mu.Lock()
	defer b.seen.mu.Unlock()
	var list []string
	for _, r := range b.seen.traffic.ever {
		list = append(list, r.URL)
	}
	b.seen.traffic.ever = nil
	return list
}

func (b *Tab) requests() []Request {
	b.seen.mu.Lock()
	defer b.seen.mu.Unlock()
	var list []Request
	for _, id := range b.seen.traffic.order {
		list = append(list, *b.seen.traffic.requests[id])
	}
	return list
}

// SlowScripts lets every script come late, as it may on a phone far from its
// mast: the page is painted before, and what a script changes is seen.
func (b *Tab) SlowScripts(milliseconds float64) {
	b.t.Helper()
	b.Do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
			MatchedNetworkConditions: []*network.Conditions{{
				URLPattern: "http://*:*/*.js", Latency: milliseconds, DownloadThroughput: -1, UploadThroughput: -1,
			}},
		})
		return err
	}))
}
