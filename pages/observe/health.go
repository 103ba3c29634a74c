package observe

import (
	"io"
	"net/http"
	"sync/atomic"
)

// Health answers the two checks of whoever runs the site. The zero value is
// live and ready: the server listens only when everything is loaded.
type Health struct{ draining atomic.Bool }

// Drain makes the site not ready from here on, so that new requests go to
// another replica while this one ends its own.
func (h *Health) Drain() { h.draining.Store(true) }

// Live is /healthz: the process answers.
func (h *Health) Live(w http.ResponseWriter, _ *http.Request) { say(w, http.StatusOK, "ok\n") }

// Ready is /readyz: send requests here. While draining it is a 503.
func (h *Health) Ready(w http.ResponseWriter, _ *http.Request) {
	if h.draining.Load() {
		say(w, http.StatusServiceUnavailable, "draining\n")
		return
	}
	say(w, http.StatusOK, "ready\n")
}

func say(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text) // the check may be gone; there is nobody to tell
}
