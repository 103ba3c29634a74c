// Package collide is the page of the collision checker: a queue's pending key
// beside {emq}:version, byte for byte. What was typed is never cleaned up; an
// invalid name is shown with the key that it would have built.
package collide

import (
	"context"
	"net/http"
	"net/url"

	"github.com/a-h/templ"

	"echomq.dev/course/pages/ask"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/param"
	"echomq.dev/course/pages/web"
	"echomq.dev/course/sim/collide"
)

// Path is where the simulator lives, inside the site; APIPath is its JSON.
const (
	Path    = "/sim/collide"
	APIPath = "/api/collide"
)

// example is the queue of a page that was asked about none.
const example = "orders"

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
	queue, err := asked(q)
	if err != nil {
		return err
	}
	v := view(collide.Check(queue))
	switch {
	case !web.IsPartial(r):
		return web.HTML(w, r, http.StatusOK, page(h.frame(r), h.question().Figure("", queue), v))
	case ask.AnswerAlone(w, r):
		return web.HTML(w, r, http.StatusOK, alone(h.question().Figure(ask.Fig(q), queue), v))
	}
	return web.HTML(w, r, http.StatusOK, inside(h.question().Figure(ask.Fig(q), queue), v))
}

// asked is the queue that a page's query asks about.
func asked(q url.Values) (string, error) {
	return param.Or(q, "queue", example, collide.MaxQueue)
}

// Figure draws the simulator inside another page, under an id of its own there.
func (h Handler) Figure(_ context.Context, id string, q url.Values) (templ.Component, error) {
	queue, err := asked(q)
	if err != nil {
		return nil, err
	}
	return live(h.question().Figure(id, queue), view(collide.Check(queue))), nil
}

// API answers with the result as JSON.
func (h Handler) API(w http.ResponseWriter, r *http.Request) error {
	q, err := web.Query(r)
	if err != nil {
		return err
	}
	if err := param.Only(q, "queue"); err != nil {
		return err
	}
	queue, err := param.Required(q, "queue", collide.MaxQueue)
	if err != nil {
		return err
	}
	return web.JSON(w, http.StatusOK, collide.Check(queue))
}

func (h Handler) question() ask.Question {
	return ask.Question{
		Site: h.Site, Path: Path, API: APIPath, Param: "queue", Label: "A queue’s name, any bytes", Name: "Can a queue collide with the reserve?",
		Samples: []ask.Sample{
			{Value: "orders"}, {Value: "emq"}, {Value: "}x"}, {Value: "", Note: "the empty name"},
			{Value: "a:b"}, {Value: "日本"}, {Value: "{orders}"}, {Value: "\x1b\xff", Note: "two bytes of no text"},
		},
	}
}

// frame is what the layout shows around the page.
func (h Handler) frame(r *http.Request) layout.Page {
	return layout.Page{
		Site: h.Site, Title: "Can a queue collide with the reserve?", Section: layout.Simulators,
		Description: "Type any queue name and see its pending key beside {emq}:version as bytes: first bytes, hashtags, slots, and whether the name is valid.",
		Crumbs:      []layout.Crumb{{Name: "Course", Path: "/"}, {Name: "Simulators", Path: "/sim"}},
	}.At(r, Path).Discoverable(r)
}
