// Package embed is a simulator in a frame on somebody else's page: the figure
// alone, with nothing of the site around it but a line that leads to the full
// page of the same state.
//
// It must work where little does: without scripts, in a sandbox, with storage
// blocked, on an isolated host. So every step is a link, and everything that a
// frame can do is plain navigation inside it.
package embed

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

// Prefix is the path that every embed begins with, inside the site: a figure of
// the simulator claim is at /embed/claim.
const Prefix = "/embed/"

// Simulator is what can be framed. Linked simulators show a scenario: who
// arrives and where it starts from stand as links, and their forms are left out.
type Simulator struct {
	Name, Title string
	Draw        func(ctx context.Context, id string, q url.Values) (templ.Component, error)
	Linked      bool
}

// Handler answers for the embeds.
type Handler struct {
	Site       layout.Site
	Simulators []Simulator
}

// Page answers with a simulator's figure as a document of its own.
func (h Handler) Page(sim Simulator) web.Handler {
	return func(w http.ResponseWriter, r *http.Request) error { return h.page(w, r, sim) }
}

// Nobody answers for a path with the name of no simulator.
func (h Handler) Nobody(_ http.ResponseWriter, r *http.Request) error {
	return web.NotFound("no simulator is called " + web.Quoted(strings.TrimPrefix(r.URL.Path, Prefix)) + "; accepted: " + strings.Join(h.names(), ", "))
}

func (h Handler) page(w http.ResponseWriter, r *http.Request, sim Simulator) error {
	q, err := web.Query(r)
	if err != nil {
		return err
	}
	theme, err := ThemeOf(q)
	if err != nil {
		return err
	}
	q.Del("theme")
	drawn, err := sim.Draw(r.Context(), sim.Name, q)
	if err != nil {
		return err
	}
	g := gate{site: h.Site.Path("/sim/"), here: h.Site.Path(Prefix), names: h.names(), theme: theme, forms: !sim.Linked}
	f := frame{Site: h.Site, Title: sim.Title, Theme: theme, OEmbed: layout.OEmbed(h.Site, r), Full: h.Site.Path("/sim/" + sim.Name + without(r.URL.RawQuery, "theme"))}
	if sim.Linked {
		if f.Choices, err = choices(g, h.Site.Path("/sim/"+sim.Name), q); err != nil {
			return err
		}
	}
	return web.HTML(w, r, http.StatusOK, document(f, g.through(drawn)))
}

// ThemeOf reads the colours that a host forces: "" follows its own.
func ThemeOf(q url.Values) (string, error) {
	theme, _, err := param.Once(q, "theme")
	if err == nil && theme != "" && theme != "light" && theme != "dark" {
		err = web.BadParam("theme", theme, "light or dark; without it the frame follows its host")
	}
	return theme, err
}

// without is a query in the order in which it came, with its question mark,
// and without one parameter.
func without(query, name string) string {
	var kept []string
	for pair := range strings.SplitSeq(query, "&") {
		if n, _, _ := strings.Cut(pair, "="); n != name && pair != "" {
			kept = append(kept, pair)
		}
	}
	if kept == nil {
		return ""
	}
	return "?" + strings.Join(kept, "&")
}

func (h Handler) names() []string {
	var names []string
	for _, s := range h.Simulators {
		names = append(names, s.Name)
	}
	return names
}

// ErrorView draws an error inside a frame: what is wrong, and the full page.
func ErrorView(site layout.Site, r *http.Request, e *web.Error) templ.Component {
	f := frame{Site: site, Title: e.Heading(), Full: site.Path("/sim"), Failed: true}
	if theme, err := ThemeOf(r.URL.Query()); err == nil {
		f.Theme = theme
	}
	return document(f, failure(e))
}

// Framed reports whether a request asks for what other sites frame. The path
// has no base path any more.
func Framed(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, Prefix) }
