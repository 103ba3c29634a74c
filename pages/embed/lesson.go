package embed

import (
	"context"
	"net/http"
	"strings"

	"echomq.dev/course/pages/embedsnippet"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/param"
	"echomq.dev/course/pages/web"
)

// The page for those who write lessons elsewhere.
const (
	LessonPath  = "/embed"
	LessonTitle = "Put a figure into your lesson"
	LessonAbout = "How to show any state of any simulator on a page of your own: in HTML, Moodle, Canvas, WordPress and Notion, and what is known of what they take away."
)

// shown is the state that the page shows unless it is asked for another.
const shown = "/sim/claim?start=absent&do=hold:a:wire4"

// Lesson answers with that page. Find gives the figure at a path of the site.
type Lesson struct {
	Site layout.Site
	Find func(ctx context.Context, path, query string) (embedsnippet.Frame, bool)
}

// Page shows the figure of url, a path with its query inside the site such as
// /sim/key?key=a, with what to copy and a frame of it in a column.
func (l Lesson) Page(w http.ResponseWriter, r *http.Request) error {
	q, err := web.Query(r)
	if err != nil {
		return err
	}
	at, err := param.Or(q, "url", shown, web.MaxURL)
	if err != nil {
		return err
	}
	path, query, _ := strings.Cut(at, "?")
	f, ok := l.Find(r.Context(), path, query)
	if !ok {
		return web.NotFound("no figure is at " + web.Quoted(at) + "; accepted: a path such as " + shown)
	}
	f.ID = "shown"
	p := layout.Page{
		Site: l.Site, Title: LessonTitle, Description: LessonAbout,
		Crumbs: []layout.Crumb{{Name: "Course", Path: "/"}},
	}.At(r, LessonPath)
	return web.HTML(w, r, http.StatusOK, lesson(p, f))
}
