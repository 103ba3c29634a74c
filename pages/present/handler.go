// Package present shows a simulator on a projector: one figure, in type that
// is read from the last row, with nothing around it.
//
// Of a sequence it shows what had happened at one command and nothing later. On
// the way forward the next command stands there first without its reply, so
// that a class can say what it expects; one more step tells.
package present

import (
	"context"
	"net/http"
	"net/url"

	"github.com/a-h/templ"

	"echomq.dev/course/content"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/scenarioq"
	"echomq.dev/course/pages/web"
	"echomq.dev/course/sim/prefix"
	"echomq.dev/course/sim/scenario"
	"echomq.dev/course/sim/trace"
)

// Handler answers for the projector's pages. Run executes a scenario; its
// token may be empty, and its error is the server's and not the scenario's.
type Handler struct {
	Site      layout.Site
	Sequences []content.Sequence // prepared ones, known by their titles and questions
	Run       func(ctx context.Context, token string, sc scenario.Scenario) (*trace.Trace, error)
}

// Claim answers with a sequence at a command, or with the figure's inside where
// htmx asks for it.
func (h Handler) Claim(w http.ResponseWriter, r *http.Request) error {
	q, err := web.Query(r)
	if err != nil {
		return err
	}
	v, err := scenarioq.Read(q)
	if err != nil {
		return err
	}
	tr, err := h.Run(r.Context(), web.Token(r), v.Scenario)
	if err != nil {
		return scenarioq.Refuse(err, v.Scenario)
	}
	total := prefix.Total(tr)
	v.At = v.In(total)
	s := h.stage(v, tr, q.Get("ask") == "1" && v.At < total)
	if web.IsPartial(r) {
		return web.HTML(w, r, http.StatusOK, inside(s))
	}
	return web.HTML(w, r, http.StatusOK, claimPage(h.frame(r, s.Title, scenarioq.Page), s))
}

// Figure is another simulator's figure for a query that is decoded.
type Figure func(ctx context.Context, id string, q url.Values) (templ.Component, error)

// Single answers with another simulator's figure alone.
func (h Handler) Single(name, title string, figure Figure) web.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		q, err := web.Query(r)
		if err != nil {
			return err
		}
		f, err := figure(r.Context(), name, q)
		if err != nil {
			return err
		}
		return web.HTML(w, r, http.StatusOK, singlePage(h.frame(r, title, "/sim/"+name), title, f))
	}
}

// frame is what the layout needs. A state's own page is the one that search
// engines should know, so that is canonical.
func (h Handler) frame(r *http.Request, title, canonical string) layout.Page {
	return layout.Page{
		Site: h.Site, Title: title + ", for a projector",
		Description: "One figure in large type: step through it with a presenter’s remote or the arrow keys.",
		Styles:      []string{layout.StageStyle}, Scripts: []string{layout.StageScript},
	}.At(r, canonical)
}
