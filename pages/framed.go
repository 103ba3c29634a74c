package pages

import (
	"context"

	"github.com/go-chi/chi/v5"

	"echomq.dev/course/content"
	"echomq.dev/course/pages/ask"
	"echomq.dev/course/pages/embed"
	"echomq.dev/course/pages/embedsnippet"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/oembed"
	"echomq.dev/course/pages/simindex"
)

// frames routes what pages of other sites frame: each simulator's figure alone.
// within is the router for a simulator by its name.
func (c Config) frames(within func(name string) chi.Router, list []simindex.Simulator, f figures) {
	h := embed.Handler{Site: c.Site}
	for _, s := range list {
		h.Simulators = append(h.Simulators, embed.Simulator{Name: s.Name, Title: s.Title, Draw: f[s.Name], Linked: s.Name == "claim"})
	}
	for _, s := range h.Simulators {
		within(s.Name).Get(embed.Prefix+s.Name, c.Answers.Handle(ask.Form(h.Page(s))))
	}
	within("").Get(embed.Prefix+"{name}", c.Answers.Handle(h.Nobody))
}

// firstFigure is the state of the claim on the front page.
const firstFigure = "start=absent&do=wire4"

// oembed routes the answers to those who ask how to show an address of the site:
// a simulator's, its embed's or its stage's in any state that can be drawn, and a course
// page's, which is shown by its first figure. The page for lesson authors shows
// the same frames.
func (c Config) oembed(races chi.Router, list []simindex.Simulator, f figures, book *content.Course) {
	find := func(ctx context.Context, path, query string) (embedsnippet.Frame, bool) {
		frame := embedsnippet.Frame{Site: c.Site}
		for _, s := range list {
			if path == "/sim/"+s.Name || path == embed.Prefix+s.Name || path == "/present/"+s.Name {
				frame.Simulator, frame.Title, frame.Query = s.Name, s.Title, query
				return frame, f.drawable(ctx, s.Name, query)
			}
		}
		if path == "/" {
			frame.Simulator, frame.Title, frame.Query = "claim", layout.CourseName, firstFigure
			return frame, true
		}
		page, ok := book.Page(path)
		if !ok {
			return frame, false
		}
		for _, b := range page.Blocks {
			figure, ok := b.(content.Figure)
			if !ok {
				continue
			}
			q, err := authored(figure.Query)
			frame.Simulator, frame.Title, frame.Query = figure.Simulator, page.Title, q.Encode()
			return frame, err == nil
		}
		return frame, false
	}
	races.Get(embed.LessonPath, c.Answers.Handle(embed.Lesson{Site: c.Site, Find: find}.Page))
	races.Get(oembed.Path, c.Answers.Handle(oembed.Handler{Site: c.Site, Find: find}.Answer))
}
