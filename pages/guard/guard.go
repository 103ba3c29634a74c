// Package guard sets the header fields that tell a browser what a document of
// this site may do and who may frame it.
//
// Everything the pages need comes from the site itself, so the policy names
// that and nothing else: no inline script or style, no other host. An embed is
// the same document with one difference, which is that other pages frame it.
package guard

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
)

// policy is the Content-Security-Policy without its frame-ancestors.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"font-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors "

// permissions switches off what a course has no use for. The clipboard is left
// at its default, for the buttons that copy.
const permissions = "accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), " +
	"magnetometer=(), microphone=(), midi=(), payment=(), usb=(), browsing-topics=()"

// Pages guards everything that is not made to be framed.
func Pages(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Content-Security-Policy", policy+"'none'")
		header.Set("X-Frame-Options", "DENY") // the same for browsers that know no frame-ancestors
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Referrer-Policy", "strict-origin-when-cross-origin")
		header.Set("Permissions-Policy", permissions)
		header.Set("Cross-Origin-Opener-Policy", "same-origin")
		next.ServeHTTP(w, r)
	})
}

// Embeds guards what other sites frame. It may stand inside Pages, whose
// refusals to be framed it takes back. A host page that isolates itself loads
// a frame only if the frame does so too and says that other origins may have it.
func Embeds(who Ancestors) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return Pages(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			header := w.Header()
			header.Set("Content-Security-Policy", policy+who.String())
			header.Del("X-Frame-Options")            // it knows no list; the policy says it all
			header.Del("Cross-Origin-Opener-Policy") // of top-level documents alone
			header.Set("Cross-Origin-Embedder-Policy", "require-corp")
			header.Set("Cross-Origin-Resource-Policy", "cross-origin")
			next.ServeHTTP(w, r)
		}))
	}
}

// Faces guards a whole site: Embeds under the path framed, Pages elsewhere. It
// stands outside of whatever may refuse a request, so that a frame can show the
// refusal.
func Faces(framed string, who Ancestors) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		pages, embeds := Pages(next), Embeds(who)(next)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, framed) {
				embeds.ServeHTTP(w, r)
				return
			}
			pages.ServeHTTP(w, r)
		})
	}
}

// Ancestors says which pages may frame an embed. The zero value is none.
type Ancestors struct{ sources string }

// String gives the value of the frame-ancestors directive.
func (a Ancestors) String() string {
	if a.sources == "" {
		return "'none'"
	}
	return a.sources
}

// source is one source of the directive (CSP Level 3, section 2.3.1): any,
// self, a scheme, or a host with an optional scheme, port and leading wildcard.
var source = regexp.MustCompile(`^(\*|'self'|[a-z][a-z0-9+.-]*:|([a-z][a-z0-9+.-]*://)?(\*\.)?[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*(:([0-9]{1,5}|\*))?)$`)

// ParseAncestors reads a list of sources with spaces between them, or 'none'
// alone. The list becomes part of a header, so a value that is not exactly
// such a list is an error and never passes.
func ParseAncestors(list string) (Ancestors, error) {
	sources := strings.Fields(list)
	if len(sources) == 0 {
		return Ancestors{}, fmt.Errorf(`%q: accepted: "*", "'none'", "'self'", or hosts such as https://school.example with spaces between`, list)
	}
	if len(sources) == 1 && sources[0] == "'none'" {
		return Ancestors{}, nil
	}
	for _, s := range sources {
		// Without its quotes a keyword would be the name of a host.
		if !source.MatchString(s) || s == "self" || s == "none" {
			return Ancestors{}, fmt.Errorf(`%q: %q is not a source; accepted: "*", "'none'" alone, "'self'", a scheme as https:, or a host as https://school.example`, list, s)
		}
	}
	return Ancestors{strings.Join(sources, " ")}, nil
}
