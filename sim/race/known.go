package race

import (
	"context"
	"fmt"
	"sync"
)

// Known explores races for many who ask. A race that is shown to a class is
// asked for by everybody in it at once, and always ends alike: so it runs once
// for all who wait, and what took long is kept. It is safe for use from many
// goroutines.
type Known struct {
	places chan struct{} // held while exploring

	mu      sync.Mutex
	results map[string]*Result
	flights map[string]*flight
}

// flight is a race that is being run, for everybody who waits for it.
type flight struct {
	waiting int
	cancel  context.CancelFunc
	done    chan struct{} // closed when the rest is set
	result  *Result
	err     error
	fault   any // what exploring panicked with
}

// NewKnown runs at most so many races at once, at least one.
func NewKnown(atOnce int) *Known {
	return &Known{
		places:  make(chan struct{}, max(1, atOnce)),
		results: map[string]*Result{}, flights: map[string]*flight{},
	}
}

// Explore is the function of that name. The result is shared and must not be
// changed.
func (k *Known) Explore(ctx context.Context, r Race) (*Result, error) {
	key := fmt.Sprintf("%q %q %q", r.Actors, []string{r.Start.Type, r.Start.Value}, r.Variant.Name)
	k.mu.Lock()
	if result, ok := k.results[key]; ok {
		k.mu.Unlock()
		return result, nil
	}
	f := k.flights[key]
	if f == nil {
		f = k.begin(ctx, key, r)
	}
	f.waiting++
	k.mu.Unlock()
	select {
	case <-f.done:
	case <-ctx.Done():
		k.leave(key, f)
		return nil, context.Cause(ctx)
	}
	if f.fault != nil {
		panic(f.fault) // costs those who asked their answer: left alone, it would end the process
	}
	return f.result, f.err
}

// begin lets a race run. It does not end with the context of whoever came first,
// since others may wait by then.
func (k *Known) begin(ctx context.Context, key string, r Race) *flight {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	f := &flight{cancel: cancel, done: make(chan struct{})}
	k.flights[key] = f
	go func() {
		defer cancel()
		f.run(ctx, k.places, r)
		k.mu.Lock()
		defer k.mu.Unlock()
		if k.flights[key] == f {
			delete(k.flights, key)
		}
		if f.result != nil && long(r) {
			k.results[key] = f.result
		}
		close(f.done)
	}()
	return f
}

// leave is for one who waits no more. With the last of them the race ends.
func (k *Known) leave(key string, f *flight) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if f.waiting--; f.waiting == 0 {
		f.cancel()
		if k.flights[key] == f {
			delete(k.flights, key) // whoever asks next begins anew
		}
	}
}

func (f *flight) run(ctx context.Context, places chan struct{}, r Race) {
	select {
	case places <- struct{}{}:
	case <-ctx.Done():
		f.err = ctx.Err()
		return
	}
	defer func() {
		f.fault = recover()
		<-places
	}()
	f.result, f.err = Explore(ctx, r)
}

// long reports whether a race may have many orders. Only at an absent key does
// anybody claim, which takes three commands; whatever else the key holds, nobody
// sends more than two, and there are at most 90 orders. Races from an absent key
// are 600, so that all of their results can be kept: about 10 KB each.
func long(r Race) bool { return r.Start.Absent() }
