// Package key is the page of the key locator: which space a key belongs to,
// and why. Its samples are the map of the reserve.
package key

import (
	"context"
	"net/http"
	"net/url"

	"github.com/a-h/templ"

	"echomq.dev/course/pages/ask"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/param"
	"echomq.dev/course/pages/web"
	"echomq.dev/course/sim/key"
)

// Path is where the simulator lives, inside the site; APIPath is its JSON.
const (
	Path    = "/sim/key"
	APIPath = "/api/key"
)

// example is the key of a page that was asked about none.
const example = "{emq}:version"

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
	k, err := asked(q)
	if err != nil {
		return err
	}
	v := view(key.Locate(k))
	switch {
	case !web.IsPartial(r):
		return web.HTML(w, r, http.StatusOK, page(h.frame(r), h.question().Figure("", k), v))
	case ask.AnswerAlone(w, r):
		return web.HTML(w, r, http.StatusOK, alone(h.question().Figure(ask.Fig(q), k), v))
	}
	return web.HTML(w, r, http.StatusOK, inside(h.question().Figure(ask.Fig(q), k), v))
}

// asked is the key that a page's query asks about.
func asked(q url.Values) (string, error) {
	return param.Or(q, "key", example, key.MaxKey)
}

// Figure draws the simulator inside another page, under an id of its own there.
func (h Handler) Figure(_ context.Context, id string, q url.Values) (templ.Component, error) {
	k, err := asked(q)
	if err != nil {
		return nil, err
	}
	return live(h.question().Figure(id, k), view(key.Locate(k))), nil
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
	k, err := param.Required(q, "key", key.MaxKey)
	if err != nil {
		return err
	}
	return web.JSON(w, http.StatusOK, key.Locate(k))
}

func (h Handler) question() ask.Question {
	return ask.Question{
		Site: h.Site, Path: Path, API: APIPath, Param: "key", Label: "A key, any bytes", Name: "Where does this key live?",
		Samples: []ask.Sample{
			{Value: "{emq}:version"}, {Value: "{emq}:nodes"}, {Value: "{emq}:locks"},
			{Value: "emq:{orders}:pending"}, {Value: "emq:{orders}:job:JOB0Nb1VTbfnu4"}, {Value: "emq:{emq}:pending"},
			{Value: "emq:payments:wait"}, {Value: "emq:{}:pending"}, {Value: "session:42"},
		},
	}
}

// frame is what the layout shows around the page.
func (h Handler) frame(r *http.Request) layout.Page {
	return layout.Page{
		Site: h.Site, Title: "Where does this key live?", Section: layout.Simulators,
		Description: "Give any key and read from its bytes whether it lies in queue space, in the reserve or in neither, with its hashtag and slot.",
		Crumbs:      []layout.Crumb{{Name: "Course", Path: "/"}, {Name: "Simulators", Path: "/sim"}},
	}.At(r, Path).Discoverable(r)
}
