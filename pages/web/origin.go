package web

import (
	"context"
	"net/http"
	"strings"
)

// What is copied to other sites names this one in full. Most of it is drawn
// where no request is at hand, and some of it before there is any, so the
// request's context carries the site's root, and Drawn puts it in the place of
// nowhere, a host that cannot be (RFC 2606).
const nowhere = "http://site.invalid"

type rootKey struct{}

// Rooted lets what is drawn for a request know the site's root.
func (b Base) Rooted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), rootKey{}, strings.TrimSuffix(b.URL(r, "/"), "/"))))
	})
}

// Root is the site's root in full and without a slash at its end, such as
// "https://example.org/echomq".
func (b Base) Root(ctx context.Context) string {
	if b.origin != "" {
		return b.origin + b.path
	}
	return rootOf(ctx)
}

func rootOf(ctx context.Context) string {
	if root, ok := ctx.Value(rootKey{}).(string); ok {
		return root
	}
	return nowhere
}
