package web

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/a-h/templ"
)

// TestRoot draws the site's root once, before any request, and then answers
// with it under two hosts.
func TestRoot(t *testing.T) {
	for _, c := range []struct{ path, public, host, want string }{
		{"", "", "a.example", "http://a.example"},
		{"/echomq", "", "a.example:8080", "http://a.example:8080/echomq"},
		{"/echomq", "https://b.example", "a.example", "https://b.example/echomq"},
	} {
		base, err := NewBase(c.path, c.public)
		if err != nil {
			t.Fatal(err)
		}
		root := templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
			_, err := io.WriteString(w, base.Root(ctx)+"!")
			return err
		})
		drawn, err := Drawn(t.Context(), root)
		if err != nil {
			t.Fatal(err)
		}
		for name, component := range map[string]templ.Component{"now": root, "before": drawn} {
			w := httptest.NewRecorder()
			r := httptest.NewRequest("GET", "/", nil)
			r.Host = c.host
			base.Rooted(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if err := component.Render(r.Context(), w); err != nil {
					t.Error(err)
				}
			})).ServeHTTP(w, r)
			if got := w.Body.String(); got != c.want+"!" {
				t.Errorf("drawn %s at %s: %q, want %q", name, c.host, got, c.want)
			}
		}
	}
}
