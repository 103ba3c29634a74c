package ask

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/a-h/templ"

	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/param"
	"echomq.dev/course/pages/web"
)

// Simulator is a question with what answers it, in all of its faces.
type Simulator struct {
	Site        layout.Site
	Name        string // as in /sim/{name}
	Title       string // of its page, a question in plain words
	Lede        string // of its page
	Description string // of its page, for those who list it
	Label       string // of the figure, for those who do not see it
	About       string // in the list of simulators, in one or two sentences
	Worth       []State
	Fields      []Field
	Samples     []Sample

	Runs bool // the answer runs against a node, which a server bounds

	// Answer answers for a value of each field, each as its field accepts it. The
	// figure is the one that the answer stands in: ids inside begin with its id,
	// and links to other states are its own. An error that is not a *web.Error is
	// the server's.
	Answer func(ctx context.Context, f Figure, values []string) (Answer, error)
}

// State is a state that the list of simulators names as worth opening.
type State struct {
	Query string // encoded, without the question mark
	Name  string
}

// Answer is an answer for a program and for a person.
type Answer struct {
	Result any                    // what the API says, as JSON
	View   func() templ.Component // what a page shows
}

// Path is where the simulator lives, inside the site.
func (s Simulator) Path() string { return "/sim/" + s.Name }

// APIPath is where its JSON is.
func (s Simulator) APIPath() string { return "/api/" + s.Name }

// StagePath is where a projector shows it.
func (s Simulator) StagePath() string { return "/present/" + s.Name }

// Parameters are those of its query.
func (s Simulator) Parameters() []string {
	names := make([]string, len(s.Fields))
	for i, f := range s.Fields {
		names[i] = f.Param
	}
	return names
}

// Page answers with the whole page, or for htmx with the figure's inside or
// the answer alone.
func (s Simulator) Page(w http.ResponseWriter, r *http.Request) error {
	q, err := web.Query(r)
	if err != nil {
		return err
	}
	values, err := s.lenient(q)
	if err != nil {
		return err
	}
	partial := web.IsPartial(r)
	var p place
	if partial {
		p = placed(q)
	}
	f := s.figure(p, values)
	answer, err := s.Answer(r.Context(), f, values)
	switch {
	case err != nil:
		return err
	case !partial:
		return web.HTML(w, r, http.StatusOK, page(s.page(r), s.Lede, f, answer.View()))
	case answerAlone(w, r):
		return web.HTML(w, r, http.StatusOK, followed(f, answer.View()))
	}
	return web.HTML(w, r, http.StatusOK, inside(f, answer.View()))
}

// Figure draws the simulator inside another page, under an id of its own there.
func (s Simulator) Figure(ctx context.Context, id string, q url.Values) (templ.Component, error) {
	return s.drawn(ctx, place{id: id}, q)
}

// Staged draws it for a projector.
func (s Simulator) Staged(ctx context.Context, id string, q url.Values) (templ.Component, error) {
	return s.drawn(ctx, place{id: id, stage: true}, q)
}

func (s Simulator) drawn(ctx context.Context, p place, q url.Values) (templ.Component, error) {
	values, err := s.lenient(q)
	if err != nil {
		return nil, err
	}
	f := s.figure(p, values)
	answer, err := s.Answer(ctx, f, values)
	if err != nil {
		return nil, err
	}
	return live(f, answer.View()), nil
}

// API answers with the result as JSON.
func (s Simulator) API(w http.ResponseWriter, r *http.Request) error {
	q, err := web.Query(r)
	if err != nil {
		return err
	}
	if err := param.Only(q, s.Parameters()...); err != nil {
		return err
	}
	values, err := s.read(q, func(f Field) (string, error) {
		if len(f.Choices) > 0 && !q.Has(f.Param) {
			return "", param.Missing(f.Param, f.Accepted)
		}
		return param.Required(q, f.Param, f.Most)
	})
	if err != nil {
		return err
	}
	answer, err := s.Answer(r.Context(), s.figure(place{}, values), values)
	if err != nil {
		return err
	}
	return web.JSON(w, http.StatusOK, answer.Result)
}

// lenient reads the query of a page: a field without a value has its example,
// and what else there is does not matter.
func (s Simulator) lenient(q url.Values) ([]string, error) {
	return s.read(q, func(f Field) (string, error) { return param.Or(q, f.Param, f.Example, f.Most) })
}

// read reads a value for each field, with required for those that must have one.
func (s Simulator) read(q url.Values, required func(Field) (string, error)) ([]string, error) {
	values := make([]string, len(s.Fields))
	for i, f := range s.Fields {
		var err error
		if values[i], err = f.value(q, required); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// value reads the field, with required where it must be given.
func (f Field) value(q url.Values, required func(Field) (string, error)) (string, error) {
	given := f.Default
	if !f.Optional || q.Has(f.Param) {
		var err error
		if given, err = required(f); err != nil {
			return "", err
		}
	}
	switch {
	case f.Check != nil:
		return given, f.Check(given)
	case given == "" && f.Optional:
		return f.Default, nil
	case len(f.Choices) > 0 && !f.offers(given):
		return "", web.BadParam(f.Param, given, f.Accepted)
	}
	return given, nil
}

// page is what the layout shows around the figure.
func (s Simulator) page(r *http.Request) layout.Page {
	return layout.Page{
		Site: s.Site, Title: s.Title, Section: layout.Simulators, Description: s.Description,
		Crumbs: []layout.Crumb{{Name: "Course", Path: "/"}, {Name: "Simulators", Path: "/sim"}},
	}.At(r, s.Path()).Discoverable(r)
}

// placed is the figure that a request of htmx comes from: the page's own without
// an id.
func placed(q url.Values) place {
	id := q.Get("fig")
	if !param.FigureID(id) {
		return place{}
	}
	return place{id: id, stage: q.Get("stage") == "1"}
}

// answerAlone reports whether htmx wants the answer without the field, and
// tells caches that the answer depends on it.
func answerAlone(w http.ResponseWriter, r *http.Request) bool {
	w.Header().Add("Vary", "HX-Target")
	return strings.HasSuffix(r.Header.Get("HX-Target"), "-answer")
}
