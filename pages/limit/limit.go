// Package limit holds the bounds that keep one reader, or many at once, from
// taking the site away from the others: requests a client, runs at once, time
// a request, and bytes a URL.
//
// Each bound is a middleware that refuses through the function it is given, so
// a refusal is a page, a fragment or a problem like every other error. What is
// not here: bounds of a scenario, which its language knows, and of sessions,
// which their store keeps.
package limit

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/go-chi/chi/v5/middleware"
	"github.com/go-chi/httprate"

	"echomq.dev/course/pages/web"
)

// Fail answers a request with an error: the Fail of web.Adapter.
type Fail func(http.ResponseWriter, *http.Request, error)

// Middleware is a handler around a handler.
type Middleware = func(http.Handler) http.Handler

// ClientIP finds out who asks, for PerClient and the log. Only a proxy in
// trusted may say so in X-Forwarded-For, and the entry that counts is the last
// one that no trusted proxy made: every earlier one is whatever the client
// wrote. With no trusted proxy it is the address of the connection.
func ClientIP(trusted []netip.Prefix) Middleware {
	if len(trusted) == 0 {
		return middleware.ClientIPFromRemoteAddr
	}
	cidrs := make([]string, len(trusted))
	for i, prefix := range trusted {
		cidrs[i] = prefix.String()
	}
	find := middleware.ClientIPFromXFF(cidrs...)
	return func(next http.Handler) http.Handler {
		h := find(next)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			for i, line := range r.Header["X-Forwarded-For"] {
				r.Header["X-Forwarded-For"][i] = withoutPorts(line)
			}
			h.ServeHTTP(w, r)
		})
	}
}

// withoutPorts takes the ports off addresses: some proxies write them.
func withoutPorts(line string) string {
	entries := strings.Split(line, ",")
	for i, entry := range entries {
		if a, err := netip.ParseAddrPort(strings.TrimSpace(entry)); err == nil {
			entries[i] = a.Addr().String()
		}
	}
	return strings.Join(entries, ",")
}

// PerClient lets each client send so many requests a minute, over a sliding
// window. IPv6 clients count by their /64. It stands inside ClientIP.
func PerClient(perMinute int, fail Fail) Middleware {
	const window = time.Minute
	refuse := func(w http.ResponseWriter, r *http.Request) {
		fail(w, r, web.TooMany(window, fmt.Sprintf(
			"this address sent more than %d requests within a minute; people behind one address share them, and after a minute all is well again", perMinute)))
	}
	return httprate.LimitBy(perMinute, window, client,
		httprate.WithLimitHandler(refuse),
		// The counts would make answers to one URL differ; Retry-After is the Error's.
		httprate.WithResponseHeaders(httprate.ResponseHeaders{}))
}

// client is the key that a client's requests are counted under. Whoever a proxy
// did not name counts as that proxy.
func client(r *http.Request) (string, error) {
	ip := middleware.GetClientIP(r.Context())
	if ip == "" {
		ip, _, _ = net.SplitHostPort(r.RemoteAddr)
	}
	return httprate.CanonicalizeIP(ip), nil
}

// URLs refuses a URL over web.MaxURL, on pages too that read no query.
func URLs(fail Fail) Middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if err := web.CheckURL(r); err != nil {
				fail(w, r, err)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// Deadline gives every request so much time. It ends the request's context and
// nothing else: a handler has to pass that on to whatever takes long.
func Deadline(d time.Duration) Middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			ctx, cancel := context.WithTimeout(r.Context(), d)
			defer cancel()
			next.ServeHTTP(w, r.WithContext(ctx))
		})
	}
}
