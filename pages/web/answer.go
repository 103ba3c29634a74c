package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"
)

// HTML renders a component and answers with it. A page is the same for the
// same URL until the site itself changes, so it goes out with an entity tag
// and is asked for again by it; a handler that set Cache-Control keeps its own.
// A failed rendering is returned with nothing written.
func HTML(w http.ResponseWriter, r *http.Request, status int, c templ.Component) error {
	var body bytes.Buffer
	if err := c.Render(r.Context(), &body); err != nil {
		return err
	}
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	varyByFragment(header)
	if header.Get("Cache-Control") == "" {
		header.Set("Cache-Control", "no-cache")
	}
	if status == http.StatusOK {
		tag := entityTag(body.Bytes())
		header.Set("ETag", tag)
		if holds(r, tag) {
			w.WriteHeader(http.StatusNotModified)
			return nil
		}
	}
	return send(w, status, body.Bytes())
}

// JSON answers with v and a newline after it, readable from every origin. A
// value that cannot be encoded is returned as an error with nothing written.
func JSON(w http.ResponseWriter, status int, v any) error {
	header := w.Header()
	if header.Get("Cache-Control") == "" {
		header.Set("Cache-Control", "no-cache")
	}
	return sendJSON(w, status, "application/json", v)
}

func sendJSON(w http.ResponseWriter, status int, contentType string, v any) error {
	var body bytes.Buffer
	encoder := json.NewEncoder(&body)
	encoder.SetEscapeHTML(false) // keys are full of braces, errors of < and >: keep them readable
	if err := encoder.Encode(v); err != nil {
		return err
	}
	header := w.Header()
	header.Set("Content-Type", contentType)
	header.Set("Access-Control-Allow-Origin", "*")
	return send(w, status, body.Bytes())
}

func send(w http.ResponseWriter, status int, body []byte) error {
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, err := w.Write(body)
	return err
}

// IsPartial reports whether htmx asks for the fragment that it will swap in.
// HX-Request alone does not say so: going Back asks for a whole page.
func IsPartial(r *http.Request) bool {
	return r.Header.Get("HX-Request-Type") == "partial"
}

// varyByFragment tells caches that the same URL has a page and a fragment.
func varyByFragment(header http.Header) {
	vary := header.Values("Vary")
	for _, field := range []string{"HX-Request", "HX-Request-Type"} {
		if !slices.Contains(vary, field) {
			header.Add("Vary", field)
		}
	}
}

// entityTag is a weak one, because a proxy or a wrapper may compress the body
// and the content then still is the same.
func entityTag(body []byte) string {
	sum := sha256.Sum256(body)
	return `W/"` + hex.EncodeToString(sum[:8]) + `"`
}

// holds reports whether the reader already has the content with that tag.
func holds(r *http.Request, tag string) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return false
	}
	for line := range slices.Values(r.Header.Values("If-None-Match")) {
		for known := range strings.SplitSeq(line, ",") {
			known = strings.TrimSpace(known)
			if known == "*" || strings.TrimPrefix(known, "W/") == strings.TrimPrefix(tag, "W/") {
				return true
			}
		}
	}
	return false
}
