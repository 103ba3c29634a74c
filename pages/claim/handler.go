// Package claim is the page of the claim simulator: who may write the key
// {emq}:version, by arrivals that run against a live node.
//
// The query is the state. The page, the fragment that htmx swaps, the figure
// on a course page and the JSON all come from one run of the query's scenario;
// the page only chooses how much of it to show.
package claim

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"

	"github.com/a-h/templ"

	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/param"
	"echomq.dev/course/pages/scenarioq"
	"echomq.dev/course/pages/source"
	"echomq.dev/course/pages/web"
	"echomq.dev/course/sim/scenario"
	"echomq.dev/course/sim/trace"
)

// Handler answers for the simulator. Run executes a scenario; its token may be
// empty, and its error is the server's and not the scenario's.
type Handler struct {
	Site    layout.Site
	Sources *source.Library // has the functions that a run names
	Run     func(ctx context.Context, token string, sc scenario.Scenario) (*trace.Trace, error)
}

// Page answers with the whole page, or with the figure's inside where htmx
// asks for it.
func (h Handler) Page(w http.ResponseWriter, r *http.Request) error {
	q, err := web.Query(r)
	if err != nil {
		return err
	}
	q, folded, err := fold(q)
	if err != nil {
		return err
	}
	partial := web.IsPartial(r)
	st, err := readState(q)
	if err != nil {
		if last, ok := lastTyped(r.URL.Query()); ok && !partial {
			return h.refused(w, r, q, last, err)
		}
		return err
	}
	if !partial {
		st.fig = "" // the page's own figure is the only one on it
	}
	if folded {
		to := builder{site: h.Site, st: st}.link(st).Get
		if to == "" {
			return web.BadRequest(tooLong())
		}
		http.Redirect(w, r, to, http.StatusSeeOther)
		return nil
	}
	tr, err := h.Run(r.Context(), web.Token(r), st.sc)
	if err != nil {
		return scenarioq.Refuse(err, st.sc)
	}
	f := h.builder(st, tr).figure()
	if partial {
		return web.HTML(w, r, http.StatusOK, inside(f))
	}
	return web.HTML(w, r, http.StatusOK, page(h.frame(r), f))
}

// frame is what the layout shows around the page.
func (h Handler) frame(r *http.Request) layout.Page {
	return layout.Page{
		Site: h.Site, Title: "Who may claim the node?", Section: layout.Simulators,
		Description: "Choose what {emq}:version holds and who arrives. The arrival runs against a live node, and every command, reply and byte of it is shown.",
		Crumbs:      []layout.Crumb{{Name: "Course", Path: "/"}, {Name: "Simulators", Path: "/sim"}},
	}.At(r, Path).Discoverable(r)
}

// Figure draws the simulator inside another page, under an id of its own
// there. The query is decoded already.
func (h Handler) Figure(ctx context.Context, id string, q url.Values) (templ.Component, error) {
	return h.inside(ctx, id, q, builder{lean: true})
}

// Alone draws it as all that there is on a page of somebody else's: with every
// view, which no request of the page's could fetch, and without what few do.
func (h Handler) Alone(ctx context.Context, id string, q url.Values) (templ.Component, error) {
	return h.inside(ctx, id, q, builder{alone: true})
}

func (h Handler) inside(ctx context.Context, id string, q url.Values, b builder) (templ.Component, error) {
	st, err := readState(q)
	if err != nil {
		return nil, err
	}
	st.fig = id
	tr, err := h.Run(ctx, "", st.sc)
	if err != nil {
		return nil, scenarioq.Refuse(err, st.sc)
	}
	b.site, b.sources, b.st, b.tr = h.Site, h.Sources, st, tr
	return Live(b.figure()), nil
}

func (h Handler) builder(st state, tr *trace.Trace) builder {
	return builder{site: h.Site, sources: h.Sources, st: st, tr: tr}
}

// refused answers a browser without scripts that sent a move which cannot be
// read: with the page as it was, and in it what was typed and what is wrong.
func (h Handler) refused(w http.ResponseWriter, r *http.Request, q url.Values, last typed, why error) error {
	e, ok := errors.AsType[*web.Error](why)
	if !ok {
		return why
	}
	last.why = e.Detail
	q["do"] = q["do"][:len(q["do"])-1]
	st, err := readState(q)
	if err != nil {
		return why // it was not the typed move alone
	}
	st.fig = ""
	tr, err := h.Run(r.Context(), web.Token(r), st.sc)
	if err != nil {
		return scenarioq.Refuse(err, st.sc)
	}
	b := h.builder(st, tr)
	b.typed = last
	return web.HTML(w, r, http.StatusBadRequest, page(h.frame(r), b.figure()))
}

// API answers with the trace as JSON. It takes the scenario's parameters and
// those that turn a page's view, which change nothing in the answer, so that a
// page's query works here too. It takes no others: a misspelt one would run
// something else than was meant.
func (h Handler) API(w http.ResponseWriter, r *http.Request) error {
	q, err := web.Query(r)
	if err != nil {
		return err
	}
	if err := param.Only(q, slices.Concat(scenarioParams, viewParams)...); err != nil {
		return err
	}
	sc, err := scenario.FromQuery(q)
	if err != nil {
		return scenarioq.Refuse(err, sc)
	}
	tr, err := h.Run(r.Context(), web.Token(r), sc)
	if err != nil {
		return scenarioq.Refuse(err, sc)
	}
	answer := *tr
	answer.Permalink = h.Site.Path(Path + "?" + sc.Query())
	return web.JSON(w, http.StatusOK, &answer)
}
