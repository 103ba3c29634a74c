package web

import (
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// Base is where the site is mounted, and the one that makes links: templates
// write base.Path("/sim/claim"). The zero Base is the root of whatever host
// was asked.
type Base struct {
	path   string // "" or "/echomq": no slash at its end
	origin string // "https://example.org", or "" where none is known
}

// NewBase takes the base path ("", "/" or "/echomq") and the public URL ("" or
// "https://example.org"). A public URL may carry the base path, and no other
// path, because the two together say where a page is.
func NewBase(path, publicURL string) (Base, error) {
	b := Base{path: strings.TrimSuffix(path, "/")}
	if b.path != "" && !validPath(b.path) {
		return Base{}, fmt.Errorf(`base path %q: accepted: empty, or "/" and segments of letters, digits, "-", "_", "." and "~"`, path)
	}
	if publicURL == "" {
		return b, nil
	}
	u, err := url.Parse(publicURL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || !validHost(u) || u.User != nil || u.RawQuery != "" || u.ForceQuery || strings.Contains(publicURL, "#") {
		return Base{}, fmt.Errorf("public URL %q: accepted: http or https, a host and perhaps a port, such as https://example.org", publicURL)
	}
	if p := strings.TrimSuffix(u.Path, "/"); p != "" && p != b.path {
		return Base{}, fmt.Errorf("public URL %q has the path %q: accepted: none, or the base path %q", publicURL, p, b.path)
	}
	b.origin = u.Scheme + "://" + u.Host
	return b, nil
}

// validHost reports whether an address has a host, of a name or of an IP address
// as they stand in links without an escape, and perhaps a port of 1 to 65535.
func validHost(u *url.URL) bool {
	if p := u.Port(); p != "" {
		if n, err := strconv.ParseUint(p, 10, 16); err != nil || n == 0 {
			return false
		}
	} else if strings.HasSuffix(u.Host, ":") {
		return false
	}
	host := u.Hostname()
	if strings.HasPrefix(u.Host, "[") {
		_, err := netip.ParseAddr(host)
		return err == nil
	}
	return host != "" && !strings.ContainsFunc(host, reserved)
}

func validPath(path string) bool {
	rest, ok := strings.CutPrefix(path, "/")
	if !ok {
		return false
	}
	for segment := range strings.SplitSeq(rest, "/") {
		if segment == "" || segment == "." || segment == ".." || strings.ContainsFunc(segment, reserved) {
			return false
		}
	}
	return true
}

// reserved reports what RFC 3986 does not call an unreserved character.
func reserved(c rune) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return false
	}
	return !strings.ContainsRune("-_.~", c)
}

// Path makes a link inside the site from a path, and perhaps a query, that is
// escaped already: "/sim/claim?do=wire4" is "/echomq/sim/claim?do=wire4".
func (b Base) Path(path string) string {
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return b.path + path
}

// URL makes the absolute form of a link, for canonical links, snippets and
// feeds. Without a public URL it takes the host that the request names, which
// is right on a desk and is whatever the client says elsewhere.
func (b Base) URL(r *http.Request, path string) string {
	origin := b.origin
	if origin == "" {
		scheme := "http"
		if r.TLS != nil {
			scheme = "https"
		}
		origin = (&url.URL{Scheme: scheme, Host: r.Host}).String()
	}
	return origin + b.Path(path)
}

// Origin is the public scheme and host, empty where none was given.
func (b Base) Origin() string { return b.origin }

// Mount gives inside every request under the base path, with that path taken
// off, and outside every other one as it came.
func (b Base) Mount(inside, outside http.Handler) http.Handler {
	if b.path == "" {
		return inside
	}
	stripped := http.StripPrefix(b.path, inside)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// An escape within the base path is another spelling, and no address here.
		if strings.HasPrefix(r.URL.Path, b.path+"/") && (r.URL.RawPath == "" || strings.HasPrefix(r.URL.RawPath, b.path+"/")) {
			stripped.ServeHTTP(w, r)
			return
		}
		outside.ServeHTTP(w, r)
	})
}

// Outside is the Handler of what Mount finds outside. The base path without
// its slash leads to the one with it, so that the site has one address; the
// rest is a 404.
func (b Base) Outside(w http.ResponseWriter, r *http.Request) error {
	if r.URL.Path != b.path {
		return NotFound(fmt.Sprintf("nothing is at %s; the site begins at %s/", Quoted(r.URL.Path), b.path))
	}
	to := url.URL{Path: b.path + "/", RawQuery: r.URL.RawQuery}
	http.Redirect(w, r, to.String(), http.StatusPermanentRedirect)
	return nil
}
