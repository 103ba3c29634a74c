// Package lines is the page of the two lines: the keys of one queue on v1 and
// on emq.1 side by side, the slots they fall into, and the threads of a store
// that locks on hashtags.
package lines

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"github.com/a-h/templ"

	"echomq.dev/course/pages/ask"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/web"
	"echomq.dev/course/sim/lines"
)

// Path is where the simulator lives, inside the site; APIPath is its JSON.
const (
	Path    = "/sim/lines"
	APIPath = "/api/lines"
)

// Handler answers for the simulator.
type Handler struct {
	Site layout.Site
}

// Page answers with the whole page, or for htmx with the figure's inside or
// the answer alone.
func (h Handler) Page(w http.ResponseWriter, r *http.Request) error {
	q, err := web.Query(r)
	if err != nil {
		return err
	}
	s, err := lenient(q)
	if err != nil {
		return err
	}
	v := view(s.result())
	switch {
	case !web.IsPartial(r):
		return web.HTML(w, r, http.StatusOK, page(h.frame(r), h.figure("", s), v))
	case ask.AnswerAlone(w, r):
		return web.HTML(w, r, http.StatusOK, alone(h.figure(ask.Fig(q), s), v))
	}
	return web.HTML(w, r, http.StatusOK, inside(h.figure(ask.Fig(q), s), v))
}

// Figure draws the simulator inside another page, under an id of its own there.
func (h Handler) Figure(_ context.Context, id string, q url.Values) (templ.Component, error) {
	s, err := lenient(q)
	if err != nil {
		return nil, err
	}
	return live(h.figure(id, s), view(s.result())), nil
}

// API answers with the result as JSON.
func (h Handler) API(w http.ResponseWriter, r *http.Request) error {
	q, err := web.Query(r)
	if err != nil {
		return err
	}
	s, err := strict(q)
	if err != nil {
		return err
	}
	return web.JSON(w, http.StatusOK, s.result())
}

func (h Handler) figure(id string, s state) ask.Figure {
	return h.question().Figure(id, s.queue, s.beside, strconv.Itoa(s.threads))
}

func (h Handler) question() ask.Question {
	return ask.Question{
		Site: h.Site, Path: Path, API: APIPath, Param: "queue", Label: "A queue’s name", Name: "One queue’s keys on two lines",
		More: []ask.Field{
			{Param: "beside", Label: "A second queue, to see threads", Optional: true},
			{Param: "threads", Label: "Threads", Choices: choices(), Optional: true, Default: strconv.Itoa(lines.DefaultThreads)},
		},
		Samples: []ask.Sample{
			{Value: "payments"}, {Value: "orders", More: []string{"payments"}, Note: "orders beside payments"}, {Value: "orders", More: []string{"fills"}, Note: "orders beside fills"}, {Value: "{orders}"},
			{Value: "emq"}, {Value: "", Note: "the empty name"}, {Value: "a:b"}, {Value: "a{b"},
		},
	}
}

// frame is what the layout shows around the page.
func (h Handler) frame(r *http.Request) layout.Page {
	return layout.Page{
		Site: h.Site, Title: "What do the braces change?", Section: layout.Simulators,
		Description: "The keys of one queue as v1 and as emq.1 build them, side by side, with hashtags and slots, over the 16384 slots and on the threads of a store.",
		Crumbs:      []layout.Crumb{{Name: "Course", Path: "/"}, {Name: "Simulators", Path: "/sim"}},
	}.At(r, Path).Discoverable(r)
}
