// Package job is the page of the job row: its key as bytes with their fields
// named, and the gate that its id has to pass, down to the bits.
package job

import (
	"context"
	"net/http"
	"net/url"

	"github.com/a-h/templ"

	"echomq.dev/course/pages/ask"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/param"
	"echomq.dev/course/pages/web"
	"echomq.dev/course/sim/job"
)

// Path is where the simulator lives, inside the site; APIPath is its JSON.
const (
	Path    = "/sim/job"
	APIPath = "/api/job"
)

// The job of a page that was asked about none.
const (
	exampleQueue = "orders"
	exampleID    = "EMQ0OGUWI87UdF"
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
	queue, id, err := asked(q)
	if err != nil {
		return err
	}
	v := view(job.Check(queue, id))
	switch {
	case !web.IsPartial(r):
		return web.HTML(w, r, http.StatusOK, page(h.frame(r), h.question().Figure("", queue, id), v))
	case ask.AnswerAlone(w, r):
		return web.HTML(w, r, http.StatusOK, alone(h.question().Figure(ask.Fig(q), queue, id), v))
	}
	return web.HTML(w, r, http.StatusOK, inside(h.question().Figure(ask.Fig(q), queue, id), v))
}

// asked is the queue and the id that a page's query asks about; each has an
// example of its own, so that a link may give but one.
func asked(q url.Values) (queue, id string, err error) {
	if queue, err = param.Or(q, "queue", exampleQueue, job.MaxQueue); err != nil {
		return "", "", err
	}
	if id, err = param.Or(q, "id", exampleID, job.MaxID); err != nil {
		return "", "", err
	}
	return queue, id, nil
}

// Figure draws the simulator inside another page, under an id of its own there.
func (h Handler) Figure(_ context.Context, fig string, q url.Values) (templ.Component, error) {
	queue, id, err := asked(q)
	if err != nil {
		return nil, err
	}
	return live(h.question().Figure(fig, queue, id), view(job.Check(queue, id))), nil
}

// API answers with the result as JSON.
func (h Handler) API(w http.ResponseWriter, r *http.Request) error {
	q, err := web.Query(r)
	if err != nil {
		return err
	}
	if err := param.Only(q, "queue", "id"); err != nil {
		return err
	}
	queue, err := param.Required(q, "queue", job.MaxQueue)
	if err != nil {
		return err
	}
	id, err := param.Required(q, "id", job.MaxID)
	if err != nil {
		return err
	}
	return web.JSON(w, http.StatusOK, job.Check(queue, id))
}

func (h Handler) question() ask.Question {
	return ask.Question{
		Site: h.Site, Path: Path, API: APIPath, Param: "queue", Label: "A queue’s name", Name: "The key of a job’s row",
		More: []ask.Field{{Param: "id", Label: "A branded id"}},
		Samples: []ask.Sample{
			sample("orders", "EMQ0OGUWI87UdF"), sample("orders", "JOB0Nb1VTbfnu4"), sample("orders", "ORD0NgWEfAEJfs"),
			sample("orders", "USR0KHTOWnGLuC"), sample("orders", "USRAzL8n0Y58m7"), sample("orders", "USRAzL8n0Y58m8"),
			sample("orders", "USRzzzzzzzzzzz"), sample("orders", "42"), sample("orders", "JOB0Nb1V-bfnu4"), sample("a:b", "JOB0Nb1VTbfnu4"),
		},
	}
}

// sample names the queue only when it is not the one of the others.
func sample(queue, id string) ask.Sample {
	s := ask.Sample{Value: queue, More: []string{id}, Note: id}
	if queue != exampleQueue {
		s.Note = id + " in the queue " + queue
	}
	return s
}

// frame is what the layout shows around the page.
func (h Handler) frame(r *http.Request) layout.Page {
	return layout.Page{
		Site: h.Site, Title: "What is in the key of a job?", Section: layout.Simulators,
		Description: "A job’s key as bytes with every field named, and its branded id taken apart: namespace, snowflake, instant, node and sequence, or the byte that refuses it.",
		Crumbs:      []layout.Crumb{{Name: "Course", Path: "/"}, {Name: "Simulators", Path: "/sim"}},
	}.At(r, Path).Discoverable(r)
}
