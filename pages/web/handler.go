package web

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/a-h/templ"
)

// Handler answers a request, or returns why it did not. What it wrote before
// it returned an error is not sent.
type Handler func(w http.ResponseWriter, r *http.Request) error

// Adapter makes http handlers of Handlers: the one place where an error is
// logged and turned into an answer.
type Adapter struct {
	Log *slog.Logger
	// View draws an error for a person: a whole page, or the fragment alone
	// where IsPartial(r), since htmx swaps in the body of an error too.
	View func(r *http.Request, e *Error) templ.Component
}

// Handle runs h against a buffer and sends the outcome.
func (a *Adapter) Handle(h Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		b := newBuffer(w)
		if err := run(h, b, r); err != nil {
			a.Fail(w, r, err)
			return
		}
		if err := b.sendTo(w); err != nil {
			a.Log.DebugContext(r.Context(), "the reader went away", "path", r.URL.Path, "error", err)
		}
	}
}

// panicked is a panic as an error.
type panicked struct {
	value any
	stack []byte
}

func (p *panicked) Error() string { return fmt.Sprint("panic: ", p.value) }

func run(h Handler, w http.ResponseWriter, r *http.Request) (err error) {
	defer func() {
		switch value := recover(); value {
		case nil:
		case http.ErrAbortHandler: // how a handler asks net/http to drop the connection
			panic(value)
		default:
			err = &panicked{value, debug.Stack()}
		}
	}()
	return h(w, r)
}

// Fail answers with an error in the reader's form: application/problem+json
// (RFC 9457) under /api and at /oembed, the View's page or fragment elsewhere. Middlewares
// refuse through it too. Nothing may have been written to w.
func (a *Adapter) Fail(w http.ResponseWriter, r *http.Request, err error) {
	e := asError(r.Context(), err)
	a.record(r, e, err)
	header := w.Header()
	header.Set("Cache-Control", "no-store") // the next try may succeed
	header.Del("ETag")
	if e.Status == http.StatusMethodNotAllowed {
		header.Set("Allow", "GET, HEAD") // everything on this site is only read
	}
	if e.RetryAfter > 0 {
		header.Set("Retry-After", e.retryAfter())
	}
	if err := a.tell(w, r, e); err != nil {
		a.Log.ErrorContext(r.Context(), "the error page could not be drawn", "path", r.URL.Path, "error_type", chain(err))
		http.Error(w, http.StatusText(e.Status), e.Status)
	}
}

func (a *Adapter) tell(w http.ResponseWriter, r *http.Request, e *Error) error {
	b := newBuffer(w)
	err := run(func(w http.ResponseWriter, r *http.Request) error {
		if isAPI(r) {
			return sendJSON(w, e.Status, "application/problem+json", e.problem())
		}
		return HTML(w, r, e.Status, a.View(r, e))
	}, b, r)
	if err != nil {
		return err
	}
	if err := b.sendTo(w); err != nil {
		a.Log.DebugContext(r.Context(), "the reader went away", "path", r.URL.Path, "error", err)
	}
	return nil
}

// isAPI reports whether programs read the answer. The path has no base path
// any more: Base.Mount took it off.
func isAPI(r *http.Request) bool {
	return r.URL.Path == "/api" || strings.HasPrefix(r.URL.Path, "/api/") || r.URL.Path == "/oembed"
}

// record logs an error. Values from the URL are a learner's and are logged at
// Debug only, and the text of any error may quote one: the default level gets
// the types in its chain, and the text of those that the runtime made.
func (a *Adapter) record(r *http.Request, e *Error, err error) {
	ctx := r.Context()
	a.Log.DebugContext(ctx, "request refused", "path", r.URL.Path, "query", r.URL.RawQuery, "status", e.Status, "error", err)
	if e.Status < 500 || e.Status == http.StatusNotImplemented { // what was asked for, and no fault
		return
	}
	args := []any{"method", r.Method, "path", r.URL.Path, "status", e.Status, "error_type", chain(err)}
	if p, ok := errors.AsType[*panicked](err); ok {
		if fault, ok := p.value.(runtime.Error); ok {
			args = append(args, "panic", fault.Error())
		}
		args = append(args, "stack", string(p.stack))
	}
	if e.Status == http.StatusServiceUnavailable {
		a.Log.WarnContext(ctx, "request over a bound", args...)
		return
	}
	a.Log.ErrorContext(ctx, "request failed", args...)
}

// chain names the types of an error and of those inside it.
func chain(err error) string {
	var types []string
	for ; err != nil; err = errors.Unwrap(err) {
		types = append(types, fmt.Sprintf("%T", err))
	}
	return strings.Join(types, " > ")
}
