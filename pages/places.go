package pages

import (
	"echomq.dev/course/content"
	"echomq.dev/course/pages/embed"
	"echomq.dev/course/pages/furniture"
	"echomq.dev/course/pages/glossary"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/sequences"
	"echomq.dev/course/pages/simindex"
)

// places are the pages that the sitemap and llms.txt list, in reading order.
func places(book *content.Course) []furniture.Place {
	list := []furniture.Place{{Path: "/", Title: layout.CourseName, About: "What the course is about, its modules, and one simulator to try at once."}}
	for _, p := range book.Pages {
		list = append(list, furniture.Place{Path: p.Path, Title: p.Title, About: p.Description})
	}
	list = append(list, furniture.Place{Path: content.GlossaryPath, Title: "Glossary", About: glossary.Description})
	list = append(list, furniture.Place{Path: sequences.Path, Title: sequences.Title, About: sequences.Description})
	list = append(list, furniture.Place{Path: embed.LessonPath, Title: embed.LessonTitle, About: embed.LessonAbout})
	return append(list, furniture.Place{Path: "/sim", Title: "Simulators", About: "All simulators, with states of each that are worth opening."})
}

// machines are the simulators as the same two files list them.
func machines(list []simindex.Simulator) []furniture.Simulator {
	var all []furniture.Simulator
	for _, s := range list {
		m := furniture.Simulator{
			Place: furniture.Place{Path: "/sim/" + s.Name, Title: s.Title, About: s.About},
			API:   "/api/" + s.Name, Parameters: s.Parameters,
		}
		if len(s.Samples) > 0 {
			m.Example = s.Samples[0].Query
		}
		all = append(all, m)
	}
	return all
}
