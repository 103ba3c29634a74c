// Package export gives a sequence away as a file: as a picture, as a Mermaid
// diagram, and as the text that runs it again. Each is a pure function of the
// query, at included, so a file's address can stand in a document.
package export

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"echomq.dev/course/pages/param"
	"echomq.dev/course/pages/scenarioq"
	"echomq.dev/course/pages/sequence"
	"echomq.dev/course/pages/web"
	"echomq.dev/course/sim/prefix"
	"echomq.dev/course/sim/scenario"
	"echomq.dev/course/sim/trace"
)

// Where the files are, inside the site.
const (
	SVGPath     = scenarioq.Page + "/diagram.svg"
	MermaidPath = scenarioq.Page + "/diagram.mmd"
	TextPath    = scenarioq.Page + "/scenario.txt"
)

// documentPolicy is for the picture when it is opened by itself: it has its
// style in it, and needs nothing else.
const documentPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

// Handler answers for the files. Run executes a scenario; its error is the
// server's and not the scenario's.
type Handler struct {
	Run func(ctx context.Context, token string, sc scenario.Scenario) (*trace.Trace, error)
}

// SVG answers with the diagram up to the query's command.
func (h Handler) SVG(w http.ResponseWriter, r *http.Request) error {
	v, err := h.view(r)
	if err != nil {
		return refuse(w, err)
	}
	w.Header().Set("Content-Security-Policy", documentPolicy)
	return file(w, "image/svg+xml", "claim.svg", sequence.SVG(v))
}

// Mermaid answers with the same as a Mermaid sequence diagram.
func (h Handler) Mermaid(w http.ResponseWriter, r *http.Request) error {
	v, err := h.view(r)
	if err != nil {
		return refuse(w, err)
	}
	return file(w, "text/plain; charset=utf-8", "claim.mmd", []byte(sequence.Mermaid(v)))
}

// Text answers with the scenario's text form, which is all of it wherever the
// view looks.
func (h Handler) Text(w http.ResponseWriter, r *http.Request) error {
	v, err := read(r)
	if err != nil {
		return refuse(w, err)
	}
	return file(w, "text/plain; charset=utf-8", "claim.txt", []byte(v.Scenario.String()))
}

// view runs the query's scenario and cuts it at the query's command.
func (h Handler) view(r *http.Request) (prefix.View, error) {
	v, err := read(r)
	if err != nil {
		return prefix.View{}, err
	}
	tr, err := h.Run(r.Context(), "", v.Scenario)
	if err != nil {
		return prefix.View{}, scenarioq.Refuse(err, v.Scenario)
	}
	return prefix.At(tr, v.In(prefix.Total(tr))), nil
}

// read takes the parameters of a view and no others: a misspelt one would give
// another file than was meant.
func read(r *http.Request) (scenarioq.View, error) {
	q, err := web.Query(r)
	if err != nil {
		return scenarioq.View{}, err
	}
	if err := param.Only(q, scenarioq.Params()...); err != nil {
		return scenarioq.View{}, err
	}
	return scenarioq.Strict(q)
}

// refuse answers a mistake in the query as plain text: whoever asks for a file
// has no use for a page. Every other error is passed on.
func refuse(w http.ResponseWriter, err error) error {
	e, ok := errors.AsType[*web.Error](err)
	if !ok || e.Status != http.StatusBadRequest {
		return err
	}
	body := []byte(e.Heading() + "\n\n" + e.Detail + "\n")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(e.Status)
	_, err = w.Write(body)
	return err
}

func file(w http.ResponseWriter, contentType, name string, body []byte) error {
	header := w.Header()
	header.Set("Content-Type", contentType)
	header.Set("Content-Disposition", `inline; filename="`+name+`"`)
	header.Set("Cache-Control", "no-cache")
	header.Set("Content-Length", strconv.Itoa(len(body)))
	_, err := w.Write(body)
	return err
}
