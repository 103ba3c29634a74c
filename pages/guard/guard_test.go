package guard

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func headerOf(h http.Handler) http.Header {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	return w.Header()
}

var empty = http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})

// directives splits a policy into its directives.
func directives(policy string) map[string]string {
	d := map[string]string{}
	for part := range strings.SplitSeq(policy, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), " ")
		d[name] = value
	}
	return d
}

func TestPages(t *testing.T) {
	header := headerOf(Pages(empty))
	got := directives(header.Get("Content-Security-Policy"))
	want := map[string]string{
		"default-src": "'none'", "script-src": "'self'", "style-src": "'self'", "img-src": "'self' data:", "font-src": "'self'",
		"connect-src": "'self'", "frame-src": "'self'", "form-action": "'self'", "base-uri": "'none'", "frame-ancestors": "'none'",
	}
	for name, value := range want {
		if got[name] != value {
			t.Errorf("%s is %q, want %q", name, got[name], value)
		}
	}
	if len(got) != len(want) {
		t.Errorf("policy has %d directives, want %d", len(got), len(want))
	}
	for name, value := range map[string]string{
		"X-Frame-Options": "DENY", "X-Content-Type-Options": "nosniff", "Cross-Origin-Opener-Policy": "same-origin",
		"Referrer-Policy": "strict-origin-when-cross-origin", "Cross-Origin-Embedder-Policy": "",
	} {
		if header.Get(name) != value {
			t.Errorf("%s is %q, want %q", name, header.Get(name), value)
		}
	}
	if !strings.Contains(header.Get("Permissions-Policy"), "camera=()") {
		t.Errorf("Permissions-Policy is %q", header.Get("Permissions-Policy"))
	}
}

func TestEmbeds(t *testing.T) {
	who, err := ParseAncestors("https://school.example *.example.org")
	if err != nil {
		t.Fatal(err)
	}
	for name, h := range map[string]http.Handler{"alone": Embeds(who)(empty), "inside Pages": Pages(Embeds(who)(empty))} {
		header := headerOf(h)
		got := directives(header.Get("Content-Security-Policy"))
		if got["frame-ancestors"] != "https://school.example *.example.org" || got["default-src"] != "'none'" {
			t.Errorf("%s: policy %q", name, header.Get("Content-Security-Policy"))
		}
		for field, value := range map[string]string{
			"X-Frame-Options": "", "Cross-Origin-Opener-Policy": "", "X-Content-Type-Options": "nosniff",
			"Cross-Origin-Embedder-Policy": "require-corp", "Cross-Origin-Resource-Policy": "cross-origin",
		} {
			if header.Get(field) != value {
				t.Errorf("%s: %s is %q, want %q", name, field, header.Get(field), value)
			}
		}
	}
}

// TestFaces mounts a site under a path of the host's, which is taken off before
// the site sees a request: what counts is how a path begins inside the site.
func TestFaces(t *testing.T) {
	who, err := ParseAncestors("*")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ framed, path, want string }{
		{"/embed/", "/embed/claim", "*"},
		{"/embed/", "/embed/", "*"},
		{"/embed/", "/embed", "'none'"},
		{"/embed/", "/embedded/claim", "'none'"},
		{"/embed/", "/Embed/claim", "'none'"},
		{"/embed/", "/sim/embed/claim", "'none'"},
		{"/embed/", "/sim/claim", "'none'"},
		{"/embed/", "/sim/claim?to=/embed/claim", "'none'"},
		{"/embed/", "/", "'none'"},
		{"/figures/", "/figures/claim", "*"},
		{"/figures/", "/embed/claim", "'none'"},
	} {
		site := http.StripPrefix("/echomq", Faces(c.framed, who)(empty))
		w := httptest.NewRecorder()
		site.ServeHTTP(w, httptest.NewRequest("GET", "/echomq"+c.path, nil))
		if got := directives(w.Header().Get("Content-Security-Policy"))["frame-ancestors"]; got != c.want {
			t.Errorf("%s of %s may be framed by %q, want %q", c.path, c.framed, got, c.want)
		}
		if framed := w.Header().Get("X-Frame-Options") == ""; framed != (c.want == "*") {
			t.Errorf("%s of %s has X-Frame-Options %q", c.path, c.framed, w.Header().Get("X-Frame-Options"))
		}
	}
}

func TestParseAncestors(t *testing.T) {
	for list, want := range map[string]string{
		"*": "*", "'none'": "'none'", "'self'": "'self'", "https:": "https:", "  https://a.example   b.example:8080 ": "https://a.example b.example:8080",
		"*.school.example": "*.school.example", "http://localhost:*": "http://localhost:*", "https://*.school.example": "https://*.school.example",
	} {
		got, err := ParseAncestors(list)
		if err != nil || got.String() != want {
			t.Errorf("ParseAncestors(%q) = %q, %v; want %q", list, got, err, want)
		}
	}
	for _, list := range []string{
		"", " ", "*; script-src *", "a;b", "a,b", "'none' *", "self", "'unsafe-inline'", "https://a/path", "a\r\nX: y", "https://", "**", "a..b", "ä.example", "a:123456",
	} {
		if got, err := ParseAncestors(list); err == nil {
			t.Errorf("ParseAncestors(%q) = %q, want an error", list, got)
		}
	}
}

// FuzzParseAncestors: what is accepted stays inside its directive.
func FuzzParseAncestors(f *testing.F) {
	for _, seed := range []string{"*", "'self' https://a.example", "a;b", "a\nb", "'none'"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, list string) {
		who, err := ParseAncestors(list)
		if err != nil {
			return
		}
		if strings.ContainsFunc(who.String(), func(c rune) bool { return c == ';' || c == ',' || c < ' ' || c > '~' }) {
			t.Errorf("%q leaves its directive as %q", list, who)
		}
		if again, err := ParseAncestors(who.String()); err != nil || again != who {
			t.Errorf("%q prints as %q, which reads as %q, %v", list, who, again, err)
		}
	})
}
