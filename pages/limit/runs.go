package limit

import (
	"context"
	"net/http"
	"time"

	"echomq.dev/course/pages/web"
)

// Runs bounds how many scenarios execute at once. As many again may wait for a
// place, each for a short while; the rest is refused at once with a 503, since
// a reader who waits long has left before the answer comes.
type Runs struct {
	places chan struct{} // held while running
	line   chan struct{} // held while waiting or running
	wait   time.Duration
	fail   Fail
}

// NewRuns makes the bound: at most n at once, n at least 1, and a wait of at
// most the given time for a place.
func NewRuns(n int, wait time.Duration, fail Fail) *Runs {
	return &Runs{places: make(chan struct{}, n), line: make(chan struct{}, 2*n), wait: wait, fail: fail}
}

// InUse is how many run now.
func (b *Runs) InUse() int { return len(b.places) }

// retry is when a refused reader should come back: a run takes milliseconds.
const retry = time.Second

// Middleware holds a place for as long as next takes.
func (b *Runs) Middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := b.enter(r.Context()); err != nil {
			b.fail(w, r, err)
			return
		}
		defer b.leave()
		next.ServeHTTP(w, r)
	})
}

// enter takes a place, or says why there is none: the server is full, or the
// context has ended and with it the reader's interest. That is looked at first
// and a free place next, since among several ready cases select picks any.
func (b *Runs) enter(ctx context.Context) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	select {
	case b.line <- struct{}{}:
	default:
		return full()
	}
	select {
	case b.places <- struct{}{}:
		return nil
	default:
	}
	patience := time.NewTimer(b.wait)
	defer patience.Stop()
	select {
	case b.places <- struct{}{}:
		return nil
	case <-ctx.Done():
		<-b.line
		return context.Cause(ctx)
	case <-patience.C:
		<-b.line
		return full()
	}
}

func full() error {
	return web.Unavailable(retry, "more sequences are running than the server takes at once; the same address works in a moment")
}

func (b *Runs) leave() {
	<-b.places
	<-b.line
}
