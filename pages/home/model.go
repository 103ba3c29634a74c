package home

import "echomq.dev/course/content"

// Module is a part of the course with its pages.
type Module struct {
	Name  string
	About string
	Pages []Entry
}

// Entry is a page of a module. One that is not on this site, or not yet, has
// no path and is named without a link.
type Entry struct {
	Label string
	Name  string
	About string
	Path  string
}

// outline is the course as it is planned. Which of it can be read is for the
// content to say.
func outline() []Module {
	const owned = "/protocol/the-owned-keyspace"
	return []Module{
		{
			Name: "The owned keyspace", About: "Where the protocol keeps its state, and how a key says whose it is.",
			Pages: []Entry{
				{"module", "The owned keyspace", "three dives and what they add up to", owned},
				{"dive 1", "The braced grammar", "one shape for every key of a queue", owned + "/the-braced-grammar"},
				{"dive 2", "The hashtag and the slot", "how a cluster places a key, byte by byte", owned + "/the-hashtag-and-the-slot"},
				{"dive 3", "The reserve", "the space that no queue can name", owned + "/the-reserve"},
			},
		},
		{
			Name: "Immutability and branded ids", About: "What may never change on the wire, and what guards it.",
			Pages: []Entry{
				{"dive 3", "The version fence", "the check that every connection passes first", "/protocol/immutability-and-branded-ids/the-version-fence"},
			},
		},
	}
}

// modules is the outline with links where the course has a page.
func modules(course *content.Course) []Module {
	list := outline()
	for _, m := range list {
		for i := range m.Pages {
			if _, ok := course.Page(m.Pages[i].Path); !ok {
				m.Pages[i].Path = ""
			}
		}
	}
	return list
}
