// Package slot is the page of the slot finder: where a key's first braces
// stand, what is hashed, the checksum byte by byte, and the slot on the strip.
package slot

import (
	"context"
	"net/http"
	"net/url"

	"github.com/a-h/templ"

	"echomq.dev/course/pages/ask"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/param"
	"echomq.dev/course/pages/web"
	"echomq.dev/course/sim/slot"
)

// Path is where the simulator lives, inside the site; APIPath is its JSON.
const (
	Path    = "/sim/slot"
	APIPath = "/api/slot"
)

// example is the key of a page that was asked about none.
const example = "emq:{orders}:pending"

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
	key, err := asked(q)
	if err != nil {
		return err
	}
	v := view(slot.Of(key))
	switch {
	case !web.IsPartial(r):
		return web.HTML(w, r, http.StatusOK, page(h.frame(r), h.question().Figure("", key), v))
	case ask.AnswerAlone(w, r):
		return web.HTML(w, r, http.StatusOK, alone(h.question().Figure(ask.Fig(q), key), v))
	}
	return web.HTML(w, r, http.StatusOK, inside(h.question().Figure(ask.Fig(q), key), v))
}

// asked is the key that a page's query asks about.
func asked(q url.Values) (string, error) {
	return param.Or(q, "key", example, slot.MaxKey)
}

// Figure draws the simulator inside another page, under an id of its own there.
func (h Handler) Figure(_ context.Context, id string, q url.Values) (templ.Component, error) {
	key, err := asked(q)
	if err != nil {
		return nil, err
	}
	return live(h.question().Figure(id, key), view(slot.Of(key))), nil
}

// API answers with the result as JSON.
func (h Handler) API(w http.ResponseWriter, r *http.Request) error {
	q, err := web.Query(r)
	if err != nil {
		return err
	}
	if err := param.Only(q, "key"); err != nil {
		return err
	}
	key, err := param.Required(q, "key", slot.MaxKey)
	if err != nil {
		return err
	}
	return web.JSON(w, http.StatusOK, slot.Of(key))
}

func (h Handler) question() ask.Question {
	return ask.Question{
		Site: h.Site, Path: Path, API: APIPath, Param: "key", Label: "A key, any bytes", Name: "Which slot does this key land in?",
		Samples: []ask.Sample{
			{Value: "123456789"}, {Value: "emq:{orders}:pending"}, {Value: "{emq}:version"}, {Value: "emq:payments:wait"},
			{Value: "emq:{}:pending"}, {Value: "emq:{}x}:pending"}, {Value: "{{a}}"}, {Value: "", Note: "the empty key"},
		},
	}
}

// frame is what the layout shows around the page.
func (h Handler) frame(r *http.Request) layout.Page {
	return layout.Page{
		Site: h.Site, Title: "Which slot does this key land in?", Section: layout.Simulators,
		Description: "Type any key and follow it to its slot: the first braces, the bytes that are hashed, CRC16 step by step, and the place among 16384 slots.",
		Crumbs:      []layout.Crumb{{Name: "Course", Path: "/"}, {Name: "Simulators", Path: "/sim"}},
	}.At(r, Path).Discoverable(r)
}
