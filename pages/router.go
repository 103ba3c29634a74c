// Package pages is the site's pages and the routes that lead to them. Each page
// is a folder of its own below; this one only wires them.
package pages

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"echomq.dev/course/content"
	"echomq.dev/course/content/gosource"
	"echomq.dev/course/pages/ask"
	"echomq.dev/course/pages/claim"
	"echomq.dev/course/pages/course"
	"echomq.dev/course/pages/export"
	"echomq.dev/course/pages/furniture"
	"echomq.dev/course/pages/glossary"
	"echomq.dev/course/pages/home"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/present"
	"echomq.dev/course/pages/scenarioq"
	"echomq.dev/course/pages/sequences"
	"echomq.dev/course/pages/simindex"
	"echomq.dev/course/pages/source"
	"echomq.dev/course/pages/web"
	"echomq.dev/course/sim/scenario"
	"echomq.dev/course/sim/trace"
)

// Config is what the pages are made of.
type Config struct {
	Site    layout.Site
	Answers *web.Adapter // turns errors into answers
	Content fs.FS        // the course's Markdown
	Sources gosource.Tree

	// Run executes a scenario; the token may be empty.
	Run func(ctx context.Context, token string, sc scenario.Scenario) (*trace.Trace, error)
	// Running bounds how many requests execute scenarios at once.
	Running func(http.Handler) http.Handler
	// Racing bounds how many wait for a race, which may take long.
	Racing func(http.Handler) http.Handler
}

// New reads the course, runs the figures on its pages, and routes every page of
// the site. Whoever serves the handler puts the bounds and the headers around
// it. An error is a mistake in the content.
func New(ctx context.Context, c Config) (http.Handler, error) {
	code, err := source.New(c.Sources)
	if err != nil {
		return nil, err
	}
	var (
		claims  = claim.Handler{Site: c.Site, Sources: code, Run: c.Run}
		asked   = questions(c.Site, code)
		files   = export.Handler{Run: c.Run}
		shelf   = &sequences.Handler{Site: c.Site, Run: c.Run} // its sequences are read with the course
		stage   = &present.Handler{Site: c.Site, Run: c.Run}   // and so are these
		index   = simindex.Handler{Site: c.Site, Simulators: simulators(asked)}
		figures = figures{"claim": claims.Figure}
		get     = func(r chi.Router, path string, h web.Handler) { r.Get(path, c.Answers.Handle(h)) }
	)
	r := chi.NewRouter()
	r.Use(middleware.GetHead, c.Site.Base.Rooted, web.Copied)
	runs, races := r.With(c.Running), r.With(c.Racing)

	get(r, "/sim", index.Page)
	get(runs, claim.Path, claims.Page)
	get(r, "/api", index.API)
	get(runs, claim.APIPath, claims.API)
	// Whoever runs nothing does not wait behind those who do, nor those who step
	// through a sequence behind those who race.
	within := func(name string) chi.Router {
		switch {
		case name == "claim":
			return runs
		case slices.ContainsFunc(asked, func(s ask.Simulator) bool { return s.Name == name && s.Runs }):
			return races
		}
		return r
	}
	for _, s := range asked {
		get(within(s.Name), s.Path(), ask.Form(s.Page))
		get(within(s.Name), s.APIPath(), s.API)
		figures[s.Name] = s.Figure
	}

	framed := maps.Clone(figures)
	framed["claim"] = claims.Alone
	c.frames(within, index.Simulators, framed)

	get(runs, export.SVGPath, files.SVG)
	get(runs, export.MermaidPath, files.Mermaid)
	get(r, export.TextPath, files.Text)
	get(r, sequences.Path, func(w http.ResponseWriter, r *http.Request) error { return shelf.Page(w, r) })
	get(runs, sequences.RunPath, func(w http.ResponseWriter, r *http.Request) error { return shelf.Start(w, r) })
	get(runs, scenarioq.Stage, func(w http.ResponseWriter, r *http.Request) error { return stage.Claim(w, r) })
	for _, s := range asked {
		get(within(s.Name), s.StagePath(), ask.Form(stage.Single(s.Name, s.Title, s.Staged)))
	}

	book, err := content.Load(c.Content, strings.TrimSuffix(c.Site.Path("/"), "/"), checker(r, figures, c.Sources))
	if err != nil {
		return nil, err
	}
	shelf.Sequences, stage.Sequences = book.Sequences, book.Sequences
	reader := course.Handler{Site: c.Site, Course: book, Figure: figures.draw}
	for _, page := range book.Pages {
		answer, err := reader.Page(ctx, page)
		if err != nil {
			return nil, err
		}
		get(r, page.Path, answer)
	}
	get(r, content.GlossaryPath, glossary.Handler{Site: c.Site, Terms: book.Terms}.Page)
	c.oembed(races, index.Simulators, figures, book)
	first, err := figures.draw(ctx, "claim", "try-claim", firstFigure)
	if err != nil {
		return nil, err
	}
	if first, err = web.Drawn(ctx, first); err != nil {
		return nil, err
	}
	get(r, "/", home.Handler{Site: c.Site, Course: book, Figure: first}.Page)

	readers := furniture.Handler{Site: c.Site, Pages: places(book), Simulators: machines(index.Simulators)}
	get(r, "/sitemap.xml", readers.Sitemap)
	get(r, "/robots.txt", readers.Robots)
	get(r, "/llms.txt", readers.LLMs)
	r.NotFound(c.Answers.Handle(func(_ http.ResponseWriter, r *http.Request) error {
		return web.NotFound("nothing is at " + web.Quoted(c.Site.Path(r.URL.Path)))
	}))
	r.MethodNotAllowed(c.Answers.Handle(func(w http.ResponseWriter, r *http.Request) error {
		return web.MethodNotAllowed(r.Method)
	}))
	return r, nil
}

// checker answers what the course's pages refer to.
func checker(r chi.Routes, f figures, sources gosource.Tree) content.Checker {
	return content.Checker{
		Figure:   f.check,
		Scenario: written,
		Source:   sources.Find,
		Link: func(path string) error {
			if path == "/" || r.Match(chi.NewRouteContext(), http.MethodGet, path) {
				return nil
			}
			return fmt.Errorf("link %q: accepted: a page of the site", path)
		},
	}
}
