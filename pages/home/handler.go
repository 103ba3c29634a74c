// Package home is the course's front page: what the course is about, where its
// pages are, and one simulator to try before reading anything.
package home

import (
	"net/http"

	"github.com/a-h/templ"

	"echomq.dev/course/content"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/web"
)

// Handler answers for the front page. Figure is the simulator that stands on
// it, at the state where every reader begins.
type Handler struct {
	Site   layout.Site
	Course *content.Course
	Figure templ.Component
}

// Page answers with the front page.
func (h Handler) Page(w http.ResponseWriter, r *http.Request) error {
	p := layout.Page{
		Site: h.Site, Section: layout.Course,
		Description: layout.CourseAbout,
	}.At(r, "/").Discoverable(r)
	return web.HTML(w, r, http.StatusOK, page(p, modules(h.Course), h.Figure))
}
