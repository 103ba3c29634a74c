// Package course shows a page of the course: prose, figures that run, and the
// source that ran, in the frame of the site.
package course

import (
	"context"
	"net/http"

	"github.com/a-h/templ"

	"echomq.dev/course/content"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/web"
)

// Handler answers for the course's pages. Figure draws a simulator under an id
// that is unique in its page.
type Handler struct {
	Site   layout.Site
	Figure func(ctx context.Context, simulator, id, query string) (templ.Component, error)
}

// Page answers with one page.
func (h Handler) Page(page *content.Page) web.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		blocks, err := h.blocks(r.Context(), page.Blocks)
		if err != nil {
			return err
		}
		return web.HTML(w, r, http.StatusOK, view(h.frame(r, page), page, blocks))
	}
}

// blocks draws a page's blocks, running its figures.
func (h Handler) blocks(ctx context.Context, list []content.Block) ([]templ.Component, error) {
	drawn := make([]templ.Component, 0, len(list))
	for _, b := range list {
		switch b := b.(type) {
		case content.Prose:
			drawn = append(drawn, prose(b.HTML))
		case content.Code:
			drawn = append(drawn, code(b))
		case content.Figure:
			inside, err := h.Figure(ctx, b.Simulator, b.ID, b.Query)
			if err != nil {
				return nil, err
			}
			drawn = append(drawn, figure(b, inside))
		}
	}
	return drawn, nil
}

// frame is what the layout shows around a page.
func (h Handler) frame(r *http.Request, page *content.Page) layout.Page {
	p := layout.Page{
		Site: h.Site, Title: page.Title, Description: page.Description, Section: layout.Course,
		Crumbs: []layout.Crumb{{Name: "Course", Path: "/"}},
	}
	if page.Module != "" && page.Module != page.Title {
		p.Crumbs = append(p.Crumbs, layout.Crumb{Name: page.Module})
	}
	if page.Path == layout.ReservePath {
		p.Section = layout.Reserve
	}
	return p.At(r, page.Path)
}
