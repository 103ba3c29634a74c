package web

import (
	"net/http"
	"strings"
)

// Copied leads whoever asks for an address as it stands in the source of a page,
// with &amp; for &, to the address that it means: editors hand out such ones. No
// query means anything else by it, for a semicolon in a value is escaped. A
// program is told of its mistake.
func Copied(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.URL.RawQuery, "&amp;") || strings.HasPrefix(r.URL.Path, "/api/") {
			next.ServeHTTP(w, r)
			return
		}
		// The path in r may be without the site's base path, so only the query is
		// named: the browser takes it as relative to the page.
		w.Header().Set("Location", "?"+strings.ReplaceAll(r.URL.RawQuery, "&amp;", "&"))
		w.WriteHeader(http.StatusSeeOther)
	})
}
