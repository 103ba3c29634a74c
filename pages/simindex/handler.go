// Package simindex lists the simulators: as cards for a person, as JSON for a
// program.
package simindex

import (
	"net/http"

	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/web"
)

// Simulator is one entry of the list.
type Simulator struct {
	Name       string   // as in /sim/{name}
	Title      string   // a question that it answers
	About      string   // one or two sentences
	Parameters []string // of its query
	Samples    []Sample // states worth opening
}

// Sample is a state of a simulator.
type Sample struct {
	Query string // encoded, without the question mark
	Name  string
}

// Handler answers for the list. Simulators are in the order of the page.
type Handler struct {
	Site       layout.Site
	Simulators []Simulator
}

// Page answers with the cards.
func (h Handler) Page(w http.ResponseWriter, r *http.Request) error {
	p := layout.Page{
		Site: h.Site, Title: "Simulators", Section: layout.Simulators,
		Description: "Every simulator of the course, each a page whose address is its whole state.",
		Crumbs:      []layout.Crumb{{Name: "Course", Path: "/"}},
	}.At(r, "/sim")
	return web.HTML(w, r, http.StatusOK, page(p, h.Simulators))
}

// entry is a simulator as a program reads it.
type entry struct {
	Name        string   `json:"name"`
	Description string   `json:"description"`
	API         string   `json:"api"`
	Page        string   `json:"page"`
	Parameters  []string `json:"parameters"`
	Example     string   `json:"example,omitempty"`
}

// API answers with the list as JSON.
func (h Handler) API(w http.ResponseWriter, r *http.Request) error {
	list := make([]entry, 0, len(h.Simulators))
	for _, s := range h.Simulators {
		e := entry{
			Name: s.Name, Description: s.About, Parameters: s.Parameters,
			API: h.Site.Path("/api/" + s.Name), Page: h.Site.Path("/sim/" + s.Name),
		}
		if len(s.Samples) > 0 {
			e.Example = e.API + "?" + s.Samples[0].Query
		}
		list = append(list, e)
	}
	return web.JSON(w, http.StatusOK, struct {
		Simulators []entry `json:"simulators"`
	}{list})
}
