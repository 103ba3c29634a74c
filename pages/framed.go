package pages

import (
	"github.com/go-chi/chi/v5"

	"echomq.dev/course/pages/ask"
	"echomq.dev/course/pages/embed"
	"echomq.dev/course/pages/simindex"
)

// frames routes what pages of other sites frame: each simulator's figure alone.
func (c Config) frames(runs chi.Router, list []simindex.Simulator, f figures) {
	h := embed.Handler{Site: c.Site}
	for _, s := range list {
		h.Simulators = append(h.Simulators, embed.Simulator{Name: s.Name, Title: s.Title, Draw: f[s.Name], Linked: s.Name == "claim"})
	}
	runs.Get(embed.Pattern, c.Answers.Handle(ask.Form(h.Page)))
}
