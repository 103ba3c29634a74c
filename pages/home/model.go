package home

import (
	"slices"

	"echomq.dev/course/content"
)

// Module is a part of the course with its pages.
type Module struct {
	Name  string
	About string
	Pages []Entry
}

// Entry is a page of a module. One that this site does not hold has no path
// and is named without a link.
type Entry struct {
	Label   string
	Name    string
	About   string
	Path    string
	Figures []string // the simulators that it runs, each once
}

// begin is a module before the first page that this site has of it. What the
// content cannot say stands here: what a module is about, and those of its
// pages that come first and are not on this site.
func begin(name string) Module {
	switch name {
	case "The owned keyspace":
		return Module{Name: name, About: "Where the protocol keeps its state, and how a key says whose it is."}
	case "Immutability and branded ids":
		return Module{Name: name, About: "What may never change on the wire, and what guards it.", Pages: []Entry{
			{Label: "dive 1", Name: "The immutable line", About: "elsewhere in the course"},
			{Label: "dive 2", Name: "The branded-id gate", About: "elsewhere in the course"},
		}}
	}
	return Module{Name: name}
}

// modules maps the course: every page under the module that it names, in the
// order of the content. A page that names none stands under "More pages".
func modules(course *content.Course) []Module {
	var list []Module
	for _, page := range course.Pages {
		name := page.Module
		if name == "" {
			name = "More pages"
		}
		at := slices.IndexFunc(list, func(m Module) bool { return m.Name == name })
		if at < 0 {
			at = len(list)
			list = append(list, begin(name))
		}
		list[at].Pages = append(list[at].Pages, entry(page))
	}
	return list
}

func entry(page *content.Page) Entry {
	e := Entry{Label: page.Label, Name: page.Title, About: page.About, Path: page.Path}
	for _, b := range page.Blocks {
		if f, ok := b.(content.Figure); ok && !slices.Contains(e.Figures, f.Simulator) {
			e.Figures = append(e.Figures, f.Simulator)
		}
	}
	return e
}
