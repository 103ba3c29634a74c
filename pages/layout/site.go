// Package layout is the frame around every page: the head, the header with its
// navigation, the footer, and the one live region that speaks results aloud.
//
// It knows nothing of what stands inside the frame. A page gives its title and
// its place in the course, and renders its own body as the frame's children.
package layout

import (
	"net/http"

	"echomq.dev/course/pages/web"
	"echomq.dev/course/static"
)

// Site is the place that pages are served from: every link goes through it.
// Without Files a page has neither style nor script.
type Site struct {
	Base  web.Base
	Files *static.Files
}

// The static files that every page asks for.
const (
	styles = "site.css"
	script = "site.js"
	htmx   = "vendor/htmx-4.0.1.min.js"
	icon   = "favicon.svg"
	touch  = "icon-180.png"
	card   = "card.png"
)

// Static files that only some pages ask for, by their Styles and Scripts.
const (
	StageStyle      = "present.css"
	StageScript     = "present.js"
	SequencesScript = "sequences.js"
)

// Assets names the static files that the frame links, for static.New to insist
// on.
func Assets() []string {
	return []string{styles, script, htmx, icon, touch, card, StageStyle, StageScript, SequencesScript}
}

// Path makes a link inside the site; see web.Base.
func (s Site) Path(path string) string { return s.Base.Path(path) }

// asset is the link of a static file.
func (s Site) asset(name string) string {
	return s.Base.Path(s.Files.Path(name))
}

// Section names the entry of the header's navigation that a page belongs to.
type Section string

// The navigation's entries.
const (
	Nowhere    Section = ""
	Course     Section = "course"
	Simulators Section = "simulators"
	Classroom  Section = "class"
	Glossary   Section = "glossary"
)

// Page is what the frame shows of a page.
type Page struct {
	Site        Site
	Title       string   // of the page alone; the course's name is added behind it
	Description string   // one sentence for search results and link previews
	Canonical   string   // absolute URL, "" for a page without one (an error)
	Card        string   // absolute URL of the picture for link previews, "" for none
	OEmbed      string   // absolute URL that tells other sites how to show it, "" for none
	Section     Section  // navigation entry to mark as current
	Styles      []string // static files that it needs beside the frame's own
	Scripts     []string
	Crumbs      []Crumb // from the course's front page down, without the page itself
}

// Crumb is one step of the way down to a page. A Path of "" is a place that
// has no page of its own and is shown as plain text.
type Crumb struct {
	Name string
	Path string
}

// The picture for link previews, which static/card draws.
const (
	cardWidth  = "1200"
	cardHeight = "630"
	cardText   = "Where its keys live, and who may attach: the key of a queue and the key of the reserve as rows of bytes, one beginning with e, the other with an opening brace."
)

// At fills in what a page at a path of its own has: its canonical URL, and the
// picture that a link to it is shown with. State lives in the query, so a
// page's canonical URL is its path alone.
func (p Page) At(r *http.Request, path string) Page {
	p.Canonical = p.Site.Base.URL(r, path)
	if p.Site.Files != nil {
		p.Card = p.Site.Base.URL(r, p.Site.Files.Path(card))
	}
	return p
}

// CourseName is the site's name, as titles and the header print it.
const CourseName = "EchoMQ: the owned keyspace"

// CourseAbout says in two sentences what the site is.
const CourseAbout = "An interactive course on one part of EchoMQ: where its keys live on a Valkey server, and who may attach to it. Every result comes from code that ran."

// ReservePath is the page that the navigation's second entry leads to.
const ReservePath = "/protocol/the-owned-keyspace/the-reserve"

// title is the text of the title element.
func (p Page) title() string {
	if p.Title == "" {
		return CourseName
	}
	return p.Title + " · " + CourseName
}
