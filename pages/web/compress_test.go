package web

import (
	"compress/gzip"
	"encoding/hex"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

func TestCompress(t *testing.T) {
	a, _ := adapter(slog.LevelInfo)
	page := strings.Repeat("one key, one value\n", 200)
	long := Compress(a.Handle(func(w http.ResponseWriter, r *http.Request) error { return HTML(w, r, 200, text(page)) }))
	w := do(long, "/", "Accept-Encoding", "gzip, deflate, br")
	if w.Header().Get("Content-Encoding") != "gzip" {
		t.Fatalf("header %v", w.Header())
	}
	gz, err := gzip.NewReader(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	if body, err := io.ReadAll(gz); err != nil || string(body) != page {
		t.Errorf("%v: %d bytes, want %d", err, len(body), len(page))
	}
	vary := strings.Join(w.Header().Values("Vary"), ", ")
	for _, field := range []string{"Accept-Encoding", "HX-Request", "HX-Request-Type"} {
		if !strings.Contains(vary, field) {
			t.Errorf("Vary %q lacks %s", vary, field)
		}
	}
	if w.Header().Get("Content-Length") != "" {
		t.Errorf("the length of the body before compression is sent: %s", w.Header().Get("Content-Length"))
	}
	tag := w.Header().Get("ETag")
	if !strings.HasPrefix(tag, "W/") {
		t.Errorf("a strong tag %s names two bodies", tag)
	}
	if again := do(long, "/", "Accept-Encoding", "gzip", "If-None-Match", tag); again.Code != 304 {
		t.Errorf("the tag of the compressed body: %d, want 304", again.Code)
	}
	for _, accept := range []string{"gzip;q=0", "identity", "", "*;q=0"} {
		w := do(long, "/", "Accept-Encoding", accept)
		if w.Header().Get("Content-Encoding") != "" || w.Body.String() != page {
			t.Errorf("Accept-Encoding: %q answered in %q", accept, w.Header().Get("Content-Encoding"))
		}
		if !strings.Contains(strings.Join(w.Header().Values("Vary"), ", "), "Accept-Encoding") {
			t.Errorf("Accept-Encoding: %q: the plain answer does not vary", accept)
		}
	}
	short := Compress(a.Handle(func(w http.ResponseWriter, r *http.Request) error { return HTML(w, r, 200, text("short")) }))
	if w := do(short, "/", "Accept-Encoding", "gzip"); w.Header().Get("Content-Encoding") != "" {
		t.Error("five bytes are compressed")
	}
}

// TestCompressHead holds HEAD to GET's header, through a real server, which
// adds fields of its own.
func TestCompressHead(t *testing.T) {
	a, _ := adapter(slog.LevelInfo)
	for _, page := range []string{"short", strings.Repeat("one key, one value\n", 200), random(20_000)} {
		server := httptest.NewServer(Compress(a.Handle(func(w http.ResponseWriter, r *http.Request) error { return HTML(w, r, 200, text(page)) })))
		for _, accept := range []string{"gzip", "identity"} {
			head, get := answer(t, "HEAD", server.URL, accept), answer(t, "GET", server.URL, accept)
			if want := len(page) >= 1024 && accept == "gzip"; (get.Header.Get("Content-Encoding") == "gzip") != want {
				t.Errorf("%d bytes, %s: compressed is %v", len(page), accept, !want)
			}
			for _, field := range []string{"Content-Encoding", "Content-Type", "ETag", "Vary", "Cache-Control"} {
				if got, want := head.Header.Values(field), get.Header.Values(field); !slices.Equal(got, want) {
					t.Errorf("%d bytes, %s: HEAD says %s %q, GET %q", len(page), accept, field, got, want)
				}
			}
			if length := head.Header.Get("Content-Length"); length != "" && length != get.Header.Get("Content-Length") {
				t.Errorf("%d bytes, %s: HEAD says %s bytes, GET %q", len(page), accept, length, get.Header.Get("Content-Length"))
			}
		}
		server.Close()
	}
}

// random is n bytes that do not compress well.
func random(n int) string {
	b := make([]byte, n)
	rand.NewChaCha8([32]byte{}).Read(b)
	return hex.EncodeToString(b)
}

func answer(t *testing.T, method, url, accept string) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", accept)
	w, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	w.Body.Close()
	return w
}
