// Package course shows a page of the course: prose, figures that run, and the
// source that ran, in the frame of the site.
package course

import (
	"context"
	"fmt"
	"net/http"
	"path"
	"slices"

	"github.com/a-h/templ"

	"echomq.dev/course/content"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/web"
)

// Handler answers for the pages of a course. Figure draws a simulator under an id
// that is unique in its page.
type Handler struct {
	Site   layout.Site
	Course *content.Course
	Figure func(ctx context.Context, simulator, id, query string) (templ.Component, error)
}

// Page draws a page and gives the handler that answers with it. What an author
// put into a figure is the same for every reader, so the figures run here, once,
// when the site starts; what a reader changes in them runs at that moment. An
// error is a figure's.
func (h Handler) Page(ctx context.Context, page *content.Page) (web.Handler, error) {
	blocks := make([]templ.Component, len(page.Blocks))
	for i, b := range page.Blocks {
		block, err := h.block(ctx, b)
		if err != nil {
			return nil, err
		}
		if blocks[i], err = web.Drawn(ctx, block); err != nil {
			return nil, err
		}
	}
	return func(w http.ResponseWriter, r *http.Request) error {
		return web.HTML(w, r, http.StatusOK, view(h.frame(r, page), page, blocks))
	}, nil
}

// block draws one block, running it if it is a figure.
func (h Handler) block(ctx context.Context, b content.Block) (templ.Component, error) {
	switch b := b.(type) {
	case content.Prose:
		return prose(b.HTML), nil
	case content.Code:
		return code(b), nil
	case content.Figure:
		inside, err := h.Figure(ctx, b.Simulator, b.ID, b.Query)
		if err != nil {
			return nil, err
		}
		return figure(b, inside), nil
	}
	return nil, fmt.Errorf("course: a block of type %T has no drawing", b)
}

// hub is the path of the page that a page's module begins with: the one above it
// that has the module's name as its title. It is empty where there is none.
func (h Handler) hub(page *content.Page) string {
	if above, ok := h.Course.Page(path.Dir(page.Path)); ok && above.Title == page.Module {
		return above.Path
	}
	return ""
}

// kicker is what stands above a page's title: its module and its place there,
// the place alone where the title is the module's.
func kicker(page *content.Page) string {
	switch {
	case page.Module == page.Title || page.Module == "":
		return page.Label
	case page.Label == "":
		return page.Module
	}
	return page.Module + " · " + page.Label
}

// frame is what the layout shows around a page.
func (h Handler) frame(r *http.Request, page *content.Page) layout.Page {
	p := layout.Page{
		Site: h.Site, Title: page.Title, Description: page.Description, Section: layout.Course,
		Crumbs: []layout.Crumb{{Name: "Course", Path: "/"}},
	}
	if page.Module != "" && page.Module != page.Title {
		p.Crumbs = append(p.Crumbs, layout.Crumb{Name: page.Module, Path: h.hub(page)})
	}
	p = p.At(r, page.Path)
	if slices.ContainsFunc(page.Blocks, func(b content.Block) bool { _, ok := b.(content.Figure); return ok }) {
		p = p.Discoverable(r)
	}
	return p
}
