package pages

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"echomq.dev/course/pages/embed"
)

// figure draws a simulator inside another page, under an id of its own there.
type figure func(ctx context.Context, id string, q url.Values) (templ.Component, error)

// figures are the simulators that course pages can hold, by name.
type figures map[string]figure

// draw draws a figure from the query that an author wrote.
func (f figures) draw(ctx context.Context, simulator, id, query string) (templ.Component, error) {
	figure, ok := f[simulator]
	if !ok {
		return nil, fmt.Errorf("simulator %q: accepted: %s", simulator, strings.Join(f.names(), ", "))
	}
	q, err := authored(query)
	if err != nil {
		return nil, err
	}
	return figure(ctx, id, q)
}

// check draws a figure to see that it can be drawn.
func (f figures) check(simulator, query string) error {
	_, err := f.draw(context.Background(), simulator, "check", query)
	return err
}

// drawable reports whether a simulator's frame answers to a query as a browser
// sends it.
func (f figures) drawable(ctx context.Context, simulator, query string) bool {
	q, err := url.ParseQuery(query)
	if err != nil {
		return false
	}
	if _, err := embed.ThemeOf(q); err != nil {
		return false
	}
	_, err = f[simulator](ctx, "check", q)
	return err == nil
}

func (f figures) names() []string {
	names := make([]string, 0, len(f))
	for name := range f {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// authored reads a query as a person writes it: blanks, braces and plus signs
// stand for themselves. Only what a query must escape, & and %, is written
// with a percent sign.
func authored(query string) (url.Values, error) {
	q := url.Values{}
	if query == "" {
		return q, nil
	}
	for pair := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(pair, "=")
		decoded, err := url.PathUnescape(value)
		if err != nil {
			return nil, fmt.Errorf("query %q: the value of %s has a percent sign that escapes nothing; accepted: %%25 for the sign itself", query, name)
		}
		q.Add(name, decoded)
	}
	return q, nil
}
