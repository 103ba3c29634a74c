package static

import (
	"bytes"
	"compress/gzip"
	"mime"
	"path"

	"github.com/andybalholm/brotli"
)

// file is one asset in every form in which it can be sent.
type file struct {
	contentType string
	forms       []form // smallest first; the last is the file as it is
}

// form is one encoding of a file.
type form struct {
	coding string // the token of Accept-Encoding: br, gzip or identity
	etag   string // strong, another one for each form as RFC 9110 section 8.8.3 asks
	body   []byte
}

// types says what each extension is sent as. The table is fixed because
// mime.TypeByExtension also asks the machine's own tables, and the answer must
// not depend on the machine.
func types(ext string) string {
	switch ext {
	case ".css":
		return "text/css; charset=utf-8"
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".json":
		return "application/json"
	case ".webmanifest":
		return "application/manifest+json"
	case ".html":
		return "text/html; charset=utf-8"
	case ".txt", ".md", ".LICENSE":
		return "text/plain; charset=utf-8"
	case ".xml":
		return "application/xml"
	case ".png":
		return "image/png"
	case ".ico":
		return "image/x-icon"
	case ".woff2":
		return "font/woff2"
	}
	return "application/octet-stream"
}

func newFile(name, hash string, body []byte) (*file, error) {
	f := &file{contentType: types(path.Ext(name))}
	if compressible(f.contentType) {
		br, err := brotliOf(body)
		if err != nil {
			return nil, err
		}
		gz, err := gzipOf(body)
		if err != nil {
			return nil, err
		}
		// A form that is no smaller than the next one only costs the reader time.
		if len(br) < len(gz) && len(br) < len(body) {
			f.forms = append(f.forms, form{"br", `"` + hash + `-br"`, br})
		}
		if len(gz) < len(body) {
			f.forms = append(f.forms, form{"gzip", `"` + hash + `-gz"`, gz})
		}
	}
	f.forms = append(f.forms, form{identity, `"` + hash + `"`, body})
	return f, nil
}

// compressible reports whether a type is text, which compresses; images and
// fonts are compressed already.
func compressible(contentType string) bool {
	kind, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		return false
	}
	switch kind {
	case "image/png", "image/x-icon", "font/woff2", "application/octet-stream":
		return false
	}
	return true
}

func brotliOf(body []byte) ([]byte, error) {
	var b bytes.Buffer
	w := brotli.NewWriterLevel(&b, brotli.BestCompression)
	if _, err := w.Write(body); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func gzipOf(body []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(body); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
