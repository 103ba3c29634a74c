package static

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	forAYear     = "public, max-age=31536000, immutable"
	forFiveMins  = "public, max-age=300"
	notFound     = "no such file: its name or the hash in its name is not of this version of the site\n"
	noSuchForm   = "no encoding of this file is accepted by the request\n"
	allowMethods = "GET, HEAD"
)

// ServeHTTP answers GET and HEAD for the paths under Prefix. A hashed path
// whose hash is of another version of the file is a 404: the content under it
// would not be what the name says. Pages of other sites may load the files
// (embeds run there, in frames without an origin), so every answer allows it.
func (f *Files) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Access-Control-Allow-Origin", "*")
	header.Set("Cross-Origin-Resource-Policy", "cross-origin")
	header.Set("Cross-Origin-Embedder-Policy", "require-corp")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		header.Set("Allow", allowMethods)
		http.Error(w, "a file is read with GET or HEAD", http.StatusMethodNotAllowed)
		return
	}
	name, under := strings.CutPrefix(r.URL.Path, Prefix)
	found, ok := f.byPath[name]
	if !under || !ok {
		refuse(w, http.StatusNotFound, notFound)
		return
	}
	header.Add("Vary", "Accept-Encoding")
	form, ok := found.file.choose(parseAccept(r.Header.Values("Accept-Encoding")))
	if !ok {
		refuse(w, http.StatusNotAcceptable, noSuchForm)
		return
	}
	header.Set("Content-Type", found.file.contentType)
	header.Set("ETag", form.etag)
	header.Set("Cache-Control", forFiveMins)
	if found.immutable {
		header.Set("Cache-Control", forAYear)
	}
	if form.coding != identity {
		header.Set("Content-Encoding", form.coding)
		// ServeContent leaves the length out where there is a coding.
		header.Set("Content-Length", strconv.Itoa(len(form.body)))
	}
	// No modification time: the entity tag says the same more exactly.
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(form.body))
}

func refuse(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text)) // the client may be gone; there is nobody to tell
}
