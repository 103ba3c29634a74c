package static

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/andybalholm/brotli"
)

func get(t *testing.T, h http.Handler, method, path string, header http.Header) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, path, nil)
	for name, values := range header {
		r.Header[name] = values
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func accepting(value string) http.Header { return http.Header{"Accept-Encoding": {value}} }

// decode undoes a response's content coding.
func decode(t *testing.T, res *http.Response) []byte {
	t.Helper()
	var r io.Reader = res.Body
	switch coding := res.Header.Get("Content-Encoding"); coding {
	case "":
	case "br":
		r = brotli.NewReader(res.Body)
	case "gzip":
		gz, err := gzip.NewReader(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		r = gz
	default:
		t.Fatalf("Content-Encoding %q, want br, gzip or none", coding)
	}
	body, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// TestEveryFileInEveryForm asks for each embedded file, under both of its
// paths, in each coding, and compares what comes out with the file.
func TestEveryFileInEveryForm(t *testing.T) {
	files, err := New("favicon.svg", "vendor/htmx-4.0.1.min.js", "vendor/htmx-4.0.1.LICENSE")
	if err != nil {
		t.Fatal(err)
	}
	if len(files.links) == 0 {
		t.Fatal("no file is embedded")
	}
	for name := range joined {
		if _, ok := files.links[name]; !ok {
			t.Errorf("%s is not joined", name)
		}
	}
	for name, link := range files.links {
		parts, ok := joined[name]
		if !ok {
			parts = []string{name}
		}
		var want []byte
		for _, part := range parts {
			body, err := embedded.ReadFile("assets/" + part)
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, body...)
		}
		tags := map[string]string{}
		for _, coding := range []string{"br", "gzip", "identity"} {
			for path, cache := range map[string]string{
				link:          "public, max-age=31536000, immutable",
				Prefix + name: "public, max-age=300",
			} {
				res := get(t, files, "GET", path, accepting(coding))
				if res.StatusCode != 200 {
					t.Errorf("GET %s as %s: status %d", path, coding, res.StatusCode)
					continue
				}
				if got := decode(t, res); !bytes.Equal(got, want) {
					t.Errorf("GET %s as %s: %d bytes that are not the file's %d", path, coding, len(got), len(want))
				}
				for field, want := range map[string]string{
					"Cache-Control":                cache,
					"Vary":                         "Accept-Encoding",
					"Access-Control-Allow-Origin":  "*",
					"Cross-Origin-Resource-Policy": "cross-origin",
					"X-Content-Type-Options":       "nosniff",
				} {
					if got := res.Header.Get(field); got != want {
						t.Errorf("GET %s as %s: %s is %q, want %q", path, coding, field, got, want)
					}
				}
				tag := res.Header.Get("ETag")
				if other, taken := tags[tag]; taken && other != res.Header.Get("Content-Encoding") {
					t.Errorf("GET %s: entity tag %s names two forms", path, tag)
				}
				tags[tag] = res.Header.Get("Content-Encoding")
			}
		}
	}
}

// TestTheScriptIsCompressed guards against forms that are made and never sent.
func TestTheScriptIsCompressed(t *testing.T) {
	files, err := New()
	if err != nil {
		t.Fatal(err)
	}
	path := files.Path("vendor/htmx-4.0.1.min.js")
	for _, coding := range []string{"br", "gzip"} {
		res := get(t, files, "GET", path, accepting(coding))
		if got := res.Header.Get("Content-Encoding"); got != coding {
			t.Errorf("Accept-Encoding: %s answered in %q", coding, got)
		}
		if res.ContentLength <= 0 || res.ContentLength > 14_000 {
			t.Errorf("%s takes %d bytes of a script of 37,448", coding, res.ContentLength)
		}
	}
}

func fixture(t *testing.T) *Files {
	t.Helper()
	files, err := load(fstest.MapFS{
		"site.css":     {Data: []byte(strings.Repeat("body { color: black }\n", 100))},
		"tiny.css":     {Data: []byte("a{}")},
		"sub/pic.png":  {Data: []byte(strings.Repeat("p", 500))},
		"bare":         {Data: []byte("no extension")},
		"a.b.min.js":   {Data: []byte("let a = 1\n")},
		"strange.zzz9": {Data: []byte("?")},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestChoiceOfCoding(t *testing.T) {
	files := fixture(t)
	for _, c := range []struct{ accept, want string }{
		{"br", "br"},
		{"gzip, deflate, br, zstd", "br"}, // what browsers send
		{"gzip", "gzip"},
		{"x-gzip", "gzip"},
		{"GZIP", "gzip"},
		{"*", "br"},
		{"deflate", ""},
		{"identity", ""},
		{"br;q=0", ""},
		{"br;q=0, gzip", "gzip"},
		{"br; q=0.0 , gzip;q=0.001", "gzip"},
		{"gzip;q=1.0, br;q=0.5", "gzip"},
		{"gzip;q=0.5, identity", ""},
		{"*;q=0, gzip", "gzip"},
		{"identity;q=0, *", "br"},
		{"br;q=nonsense, gzip", "gzip"},
		{"br;q=7, gzip", "gzip"},
		{",,gzip,", "gzip"},
		{"", ""},
	} {
		res := get(t, files, "GET", "/static/site.css", accepting(c.accept))
		if got := res.Header.Get("Content-Encoding"); got != c.want || res.StatusCode != 200 {
			t.Errorf("Accept-Encoding: %q: status %d in %q, want 200 in %q", c.accept, res.StatusCode, got, c.want)
		}
	}
	for _, accept := range []string{"*;q=0", "identity;q=0", "identity;q=0, gzip;q=0, br;q=0"} {
		res := get(t, files, "GET", "/static/site.css", accepting(accept))
		if res.StatusCode != http.StatusNotAcceptable {
			t.Errorf("Accept-Encoding: %q: status %d, want 406", accept, res.StatusCode)
		}
	}
	if res := get(t, files, "GET", "/static/site.css", nil); res.Header.Get("Content-Encoding") != "" {
		t.Error("without Accept-Encoding the body is encoded")
	}
	// A field in two lines is one list.
	res := get(t, files, "GET", "/static/site.css", http.Header{"Accept-Encoding": {"br;q=0", "gzip"}})
	if got := res.Header.Get("Content-Encoding"); got != "gzip" {
		t.Errorf("in two lines: %q, want gzip", got)
	}
	for _, path := range []string{"/static/tiny.css", "/static/sub/pic.png"} {
		if res := get(t, files, "GET", path, accepting("br, gzip")); res.Header.Get("Content-Encoding") != "" {
			t.Errorf("%s is encoded, to no gain", path)
		}
	}
}

func TestTypes(t *testing.T) {
	files := fixture(t)
	for path, want := range map[string]string{
		"/static/site.css":     "text/css; charset=utf-8",
		"/static/a.b.min.js":   "text/javascript; charset=utf-8",
		"/static/sub/pic.png":  "image/png",
		"/static/bare":         "application/octet-stream",
		"/static/strange.zzz9": "application/octet-stream",
	} {
		if got := get(t, files, "GET", path, nil).Header.Get("Content-Type"); got != want {
			t.Errorf("%s: Content-Type %q, want %q", path, got, want)
		}
	}
}

func TestPath(t *testing.T) {
	files := fixture(t)
	for name, shape := range map[string][2]string{
		"site.css":    {"/static/site.", ".css"},
		"a.b.min.js":  {"/static/a.b.min.", ".js"},
		"sub/pic.png": {"/static/sub/pic.", ".png"},
		"bare":        {"/static/bare.", ""},
	} {
		got := files.Path(name)
		if !strings.HasPrefix(got, shape[0]) || !strings.HasSuffix(got, shape[1]) || len(got) != len(shape[0])+16+len(shape[1]) {
			t.Errorf("Path(%q) = %q", name, got)
		}
	}
	if got := files.Path("missing.css"); got != "/static/missing.css" {
		t.Errorf("Path of a missing file = %q", got)
	}
	// Other content, another name.
	other, err := load(fstest.MapFS{"site.css": {Data: []byte("other")}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if other.Path("site.css") == files.Path("site.css") {
		t.Error("two contents share one path")
	}
	if res := get(t, files, "GET", other.Path("site.css"), nil); res.StatusCode != 404 {
		t.Errorf("another version's hash: status %d, want 404", res.StatusCode)
	}
}

func TestRequiredNames(t *testing.T) {
	_, err := New("favicon.svg", "nothing.css")
	if err == nil || !strings.Contains(err.Error(), `"nothing.css"`) {
		t.Errorf("New with a missing name: %v", err)
	}
}

func TestRefusals(t *testing.T) {
	files := fixture(t)
	for _, path := range []string{"/static/", "/static", "/static/sub", "/static/../static.go", "/static/site.0123456789abcdef.css", "/other/site.css"} {
		res := get(t, files, "GET", path, nil)
		if res.StatusCode != 404 || strings.Contains(res.Header.Get("Cache-Control"), "immutable") {
			t.Errorf("GET %s: status %d, Cache-Control %q", path, res.StatusCode, res.Header.Get("Cache-Control"))
		}
	}
	res := get(t, files, "POST", "/static/site.css", nil)
	if res.StatusCode != 405 || res.Header.Get("Allow") != "GET, HEAD" {
		t.Errorf("POST: status %d, Allow %q", res.StatusCode, res.Header.Get("Allow"))
	}
}

// TestOverTheWire runs what only a real server does: HEAD, a conditional
// request and a range.
func TestOverTheWire(t *testing.T) {
	files := fixture(t)
	server := httptest.NewServer(files)
	defer server.Close()
	send := func(method string, header http.Header) *http.Response {
		t.Helper()
		r, err := http.NewRequest(method, server.URL+files.Path("site.css"), nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header = header
		res, err := server.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = res.Body.Close() })
		return res
	}
	full := send("GET", accepting("gzip"))
	head := send("HEAD", accepting("gzip"))
	if head.StatusCode != 200 || head.ContentLength != full.ContentLength || head.Header.Get("ETag") != full.Header.Get("ETag") {
		t.Errorf("HEAD: status %d, length %d, tag %s; GET has length %d, tag %s",
			head.StatusCode, head.ContentLength, head.Header.Get("ETag"), full.ContentLength, full.Header.Get("ETag"))
	}
	again := send("GET", http.Header{"Accept-Encoding": {"gzip"}, "If-None-Match": {full.Header.Get("ETag")}})
	if again.StatusCode != 304 || again.Header.Get("Cache-Control") != forAYear || again.Header.Get("Vary") == "" {
		t.Errorf("If-None-Match: status %d, header %v", again.StatusCode, again.Header)
	}
	other := send("GET", http.Header{"Accept-Encoding": {"br"}, "If-None-Match": {full.Header.Get("ETag")}})
	if other.StatusCode != 200 {
		t.Errorf("the gzip form's tag against the brotli form: status %d, want 200", other.StatusCode)
	}
	part := send("GET", http.Header{"Accept-Encoding": {"identity"}, "Range": {"bytes=0-3"}})
	if body := decode(t, part); part.StatusCode != 206 || string(body) != "body" {
		t.Errorf("range: status %d, body %q", part.StatusCode, body)
	}
}

// FuzzAccept holds the choice to the rules that no field value may break: what
// is sent was not refused, and something is always sent unless all is refused.
func FuzzAccept(f *testing.F) {
	for _, seed := range []string{"", "gzip", "br;q=0", "*;q=0", "gzip;q=0.5, br;q=1", "identity;q=0,*", ";;,q=,=;q"} {
		f.Add(seed)
	}
	sent, err := newFile("x.css", "hash", []byte(strings.Repeat("body { color: black }\n", 100)))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, value string) {
		a := parseAccept([]string{value})
		form, ok := sent.choose(a)
		if !ok {
			if a.of(identity) > 0 {
				t.Errorf("%q: nothing is sent though identity is accepted", value)
			}
			return
		}
		if a.of(form.coding) <= 0 {
			t.Errorf("%q: %s is sent and has the weight %v", value, form.coding, a.of(form.coding))
		}
	})
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		if _, err := New(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkServe(b *testing.B) {
	files, err := New()
	if err != nil {
		b.Fatal(err)
	}
	r := httptest.NewRequest("GET", files.Path("vendor/htmx-4.0.1.min.js"), nil)
	r.Header.Set("Accept-Encoding", "gzip, deflate, br")
	for b.Loop() {
		files.ServeHTTP(httptest.NewRecorder(), r)
	}
}
