// Package sequences is the shelf of prepared sequences, each with a question
// to put to a class, and the place to paste one of one's own.
package sequences

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"echomq.dev/course/content"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/param"
	"echomq.dev/course/pages/scenarioq"
	"echomq.dev/course/pages/web"
	"echomq.dev/course/sim/claim"
	"echomq.dev/course/sim/scenario"
	"echomq.dev/course/sim/trace"
)

// Where the shelf is, and where its form leads.
const (
	Path    = "/sequences"
	RunPath = "/sequences/run"
)

// Handler answers for the shelf. Sequences are in the order of the page. Run
// executes a scenario; its error is the server's and not the scenario's.
type Handler struct {
	Site      layout.Site
	Sequences []content.Sequence
	Run       func(ctx context.Context, token string, sc scenario.Scenario) (*trace.Trace, error)
}

// Page answers with the shelf. A text in the query stands in the form.
func (h Handler) Page(w http.ResponseWriter, r *http.Request) error {
	text, err := pasted(r)
	if err != nil {
		return err
	}
	return web.HTML(w, r, http.StatusOK, page(h.frame(r), h.shelf(), h.form(text)))
}

// Start leads from a pasted text to the page that steps through it, from before
// its first command. A mistake is shown beside the text, at its line.
func (h Handler) Start(w http.ResponseWriter, r *http.Request) error {
	text, err := pasted(r)
	if err != nil {
		return err
	}
	p := h.frame(r)
	p.Canonical = "" // the shelf is to be found, and no single text
	if text == "" {
		return web.HTML(w, r, http.StatusOK, page(p, h.shelf(), h.form(text)))
	}
	sc, wrong, err := h.check(r.Context(), text)
	if err != nil {
		return err
	}
	if wrong == nil {
		to := h.Site.Path(scenarioq.Page + "?" + scenarioq.View{Scenario: sc}.Query())
		if len(to) > web.MaxURL { // for want of room it opens at its end
			to = h.Site.Path(scenarioq.Page + "?" + sc.Query())
		}
		if len(to) <= web.MaxURL {
			http.Redirect(w, r, to, http.StatusSeeOther)
			return nil
		}
		wrong = &mistake{line: lineOf(text, len(sc.Moves)), text: fmt.Sprintf("makes an address of %d bytes; accepted: at most %d", len(to), web.MaxURL)}
	}
	p.Title = "Line to mend: " + p.Title
	return web.HTML(w, r, http.StatusBadRequest, page(p, h.shelf(), h.form(text).mistaken(*wrong)))
}

// check parses a text and runs it once, because whether a move can be made is
// known to the run alone.
func (h Handler) check(ctx context.Context, text string) (scenario.Scenario, *mistake, error) {
	sc, err := scenario.Parse(text)
	if e, ok := errors.AsType[*scenario.Error](err); ok {
		return sc, &mistake{line: e.Line, text: e.Error()}, nil
	}
	if err != nil {
		return sc, nil, err
	}
	_, err = h.Run(ctx, "", sc)
	if e, ok := errors.AsType[*claim.MoveError](err); ok {
		return sc, &mistake{line: lineOf(text, e.Move), text: fmt.Sprintf("%q %s; accepted: %s", e.Text, e.Problem, e.Accepted)}, nil
	}
	return sc, nil, err
}

// pasted is the text in the query; a page without one has an empty form.
func pasted(r *http.Request) (string, error) {
	q, err := web.Query(r)
	if err != nil {
		return "", err
	}
	text, _, err := param.Once(q, "text")
	return text, err
}

// frame is what the layout shows around the page.
func (h Handler) frame(r *http.Request) layout.Page {
	return layout.Page{
		Site: h.Site, Title: Title, Section: layout.Classroom, Description: Description,
		Scripts: []string{layout.SequencesScript},
		Crumbs:  []layout.Crumb{{Name: "Course", Path: "/"}, {Name: "Simulators", Path: "/sim"}},
	}.At(r, Path)
}

// What the page is called, and a sentence on what it is for.
const (
	Title       = "Sequences for a class"
	Description = "Prepared sequences of arrivals, each with a question to ask before it is stepped through, and a place to paste your own."
)
