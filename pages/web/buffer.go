package web

import (
	"bytes"
	"maps"
	"net/http"
	"strconv"
)

// buffer is the ResponseWriter that a handler writes into. Its header starts as
// what the middlewares have set and replaces it when the answer is sent.
type buffer struct {
	header http.Header
	status int // 0 until the handler has chosen one
	body   bytes.Buffer
}

func newBuffer(w http.ResponseWriter) *buffer {
	return &buffer{header: w.Header().Clone()}
}

func (b *buffer) Header() http.Header {
	if b.header == nil { // Clone of an empty header may be nil
		b.header = http.Header{}
	}
	return b.header
}

// WriteHeader takes the first final status, as net/http does.
func (b *buffer) WriteHeader(status int) {
	if b.status == 0 && status >= 200 {
		b.status = status
	}
}

func (b *buffer) Write(p []byte) (int, error) {
	b.WriteHeader(http.StatusOK)
	return b.body.Write(p)
}

// sendTo writes the whole answer. An error is that of the connection.
func (b *buffer) sendTo(w http.ResponseWriter) error {
	b.WriteHeader(http.StatusOK)
	header := w.Header()
	clear(header)
	maps.Copy(header, b.Header())
	if b.status == http.StatusNoContent || b.status == http.StatusNotModified {
		w.WriteHeader(b.status)
		return nil
	}
	header.Set("Content-Length", strconv.Itoa(b.body.Len()))
	w.WriteHeader(b.status)
	_, err := w.Write(b.body.Bytes())
	return err
}
