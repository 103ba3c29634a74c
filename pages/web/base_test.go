package web

import (
	"crypto/tls"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestBaseLinks(t *testing.T) {
	plain := httptest.NewRequest("GET", "http://localhost:8080/", nil)
	secure := httptest.NewRequest("GET", "http://localhost/", nil)
	secure.TLS = &tls.ConnectionState{}
	for _, c := range []struct{ base, public, path, link, url, secureURL string }{
		{"", "", "/sim", "/sim", "http://localhost:8080/sim", "https://localhost/sim"},
		{"/", "", "/", "/", "http://localhost:8080/", "https://localhost/"},
		{"/echomq", "", "/sim/claim?do=wire4", "/echomq/sim/claim?do=wire4", "http://localhost:8080/echomq/sim/claim?do=wire4", "https://localhost/echomq/sim/claim?do=wire4"},
		{"/echomq/", "https://example.org", "/", "/echomq/", "https://example.org/echomq/", "https://example.org/echomq/"},
		{"/a/b-c_d.e~f", "https://example.org:8443/", "x", "/a/b-c_d.e~f/x", "https://example.org:8443/a/b-c_d.e~f/x", "https://example.org:8443/a/b-c_d.e~f/x"},
		{"/echomq", "https://example.org/echomq/", "/x", "/echomq/x", "https://example.org/echomq/x", "https://example.org/echomq/x"},
	} {
		b, err := NewBase(c.base, c.public)
		if err != nil {
			t.Errorf("NewBase(%q, %q): %v", c.base, c.public, err)
			continue
		}
		if got := b.Path(c.path); got != c.link {
			t.Errorf("%q: Path(%q) = %q, want %q", c.base, c.path, got, c.link)
		}
		if got := b.URL(plain, c.path); got != c.url {
			t.Errorf("%q: URL(%q) = %q, want %q", c.base, c.path, got, c.url)
		}
		if got := b.URL(secure, c.path); got != c.secureURL {
			t.Errorf("%q: over TLS URL(%q) = %q, want %q", c.base, c.path, got, c.secureURL)
		}
	}
}

func TestBaseRefusals(t *testing.T) {
	for _, c := range [][2]string{
		{"echomq", ""}, {"//host", ""}, {"/a//b", ""}, {"/../a", ""}, {"/a/.", ""}, {"/a b", ""}, {"/a?b", ""}, {"/ä", ""}, {"/a//", ""},
		{"", "example.org"}, {"", "ftp://example.org"}, {"", "https://"}, {"", "https://:80"}, {"", "https://u:p@example.org"}, {"", "https://example.org/?x"},
		{"", "https://example.org/?"}, {"", "https://example.org/#x"}, {"", "https://example.org/other"}, {"/echomq", "https://example.org/other"}, {"", "https://exa mple.org"},
	} {
		if _, err := NewBase(c[0], c[1]); err == nil {
			t.Errorf("NewBase(%q, %q) is accepted", c[0], c[1])
		}
	}
}

func TestMount(t *testing.T) {
	seen := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.URL.EscapedPath()) })
	b, err := NewBase("/echomq", "")
	if err != nil {
		t.Fatal(err)
	}
	a, _ := adapter(slog.LevelInfo)
	site := b.Mount(seen, a.Handle(b.Outside))
	for _, c := range []struct {
		path     string
		status   int
		body, to string
	}{
		{"/echomq/", 200, "/", ""},
		{"/echomq/sim/claim?do=wire4", 200, "/sim/claim", ""},
		{"/echomq/a%2Fb", 200, "/a%2Fb", ""},
		{"/echomq", 308, "", "/echomq/"},
		{"/echomq?do=wire4&x=%2F", 308, "", "/echomq/?do=wire4&x=%2F"},
		{"/%65chomq/a%2Fb", 404, `<html>There is no such page: nothing is at "/echomq/a/b"; the site begins at /echomq/</html>`, ""},
		{"/echomqx", 404, `<html>There is no such page: nothing is at "/echomqx"; the site begins at /echomq/</html>`, ""},
		{"/", 404, `<html>There is no such page: nothing is at "/"; the site begins at /echomq/</html>`, ""},
	} {
		w := do(site, c.path)
		if w.Code != c.status || w.Header().Get("Location") != c.to || c.body != "" && w.Body.String() != c.body {
			t.Errorf("%s: %d to %q, body %q", c.path, w.Code, w.Header().Get("Location"), w.Body)
		}
	}
	if got := do(Base{}.Mount(seen, http.NotFoundHandler()), "/sim").Body.String(); got != "/sim" {
		t.Errorf("without a base path: %q", got)
	}
}
