package race

import (
	"context"
	"fmt"

	lru "github.com/hashicorp/golang-lru/v2"
)

// Known explores races and keeps the results of the latest ones: a race that is
// shown to a class is asked for by everybody in it, and always ends alike. It is
// safe for use from many goroutines.
type Known struct {
	results *lru.Cache[string, *Result]
}

// NewKnown keeps so many results, at least one. The largest is about 40 KB.
func NewKnown(most int) *Known {
	results, err := lru.New[string, *Result](max(1, most))
	if err != nil {
		panic(err) // a size below one is its only error
	}
	return &Known{results}
}

// Explore is the function of that name. The result is shared and must not be
// changed.
func (k *Known) Explore(ctx context.Context, r Race) (*Result, error) {
	key := fmt.Sprintf("%q %q %q", r.Actors, []string{r.Start.Type, r.Start.Value}, r.Variant.Name)
	if result, ok := k.results.Get(key); ok {
		return result, nil
	}
	result, err := Explore(ctx, r)
	if err == nil {
		k.results.Add(key, result)
	}
	return result, err
}
