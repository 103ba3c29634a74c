package furniture

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"

	"echomq.dev/course/pages/layout"
)

// LLMs answers with llms.txt in the form that llmstxt.org describes: a title,
// a summary, what there is to know before the first link, then lists of links
// with a line about each.
func (h Handler) LLMs(w http.ResponseWriter, r *http.Request) error {
	var b bytes.Buffer
	link := func(path string) string { return h.Site.Base.URL(r, path) }
	fmt.Fprintf(&b, "# %s\n\n> %s\n\n%s", layout.CourseName, layout.CourseAbout, intro)

	fmt.Fprint(&b, "\n## Pages\n\n")
	for _, p := range h.Pages {
		fmt.Fprintf(&b, "- [%s](%s): %s\n", p.Title, link(p.Path), p.About)
	}
	fmt.Fprint(&b, "\n## Simulators\n\n")
	for _, s := range h.Simulators {
		fmt.Fprintf(&b, "- [%s](%s): %s\n", s.Title, link(s.Path), s.About)
	}
	fmt.Fprintf(&b, "\n## API\n\n- [List of simulators](%s): each with its parameters and an example, as JSON.\n", link("/api"))
	for _, s := range h.Simulators {
		fmt.Fprintf(&b, "- [%s](%s): the result of `%s` as JSON. Parameters: %s.\n",
			s.API, link(s.API+"?"+s.Example), s.Path, "`"+strings.Join(s.Parameters, "`, `")+"`")
	}
	fmt.Fprint(&b, "\n## The scenario language of claim\n\n"+language)
	for _, l := range lines() {
		fmt.Fprintf(&b, "- `%s` is `%s`: %s\n", l.text, l.query, l.means)
	}
	return send(w, "text/plain; charset=utf-8", b.Bytes())
}

// intro is what a reader of llms.txt needs to know about every link in it.
const intro = `The address of a simulator is its whole state. One query gives the page at /sim/{name} and
the same result as JSON at /api/{name}; everything is a GET, with no key, no cookie and no
session needed. A result is not stored text: Go code ran for it, on a Redis-compatible node
of its own where the simulator needs one. A parameter that is wrong is answered with
application/problem+json, whose detail names what is accepted.
`

// language opens the description of scenarios.
const language = `A scenario says what the key {emq}:version holds at first and what then happens to the node.
Each line of its text is a parameter of the query, and "do" repeats, in order.

`

// line is one line of a scenario in both of its forms.
type line struct{ text, query, means string }

// lines show every kind of line that a scenario can have.
func lines() []line {
	return []line{
		{"start absent", "start=absent", "the key does not exist, as without the line"},
		{`start string "echomq:4.0.0"`, "start=string:echomq:4.0.0", "it holds that string, of 128 bytes at most"},
		{"start list", "start=list", "it holds a value of another type; hash, set, zset and stream as well"},
		{"module none", "module=none", "a node without the native module"},
		{"arrive wire4", "do=wire4", "a connector comes and runs to its verdict; wire2, wire6, install and enqueue as well"},
		{"hold a wire4", "do=hold:a:wire4", "it comes as a, and says nothing until it is stepped"},
		{"step a", "do=step:a", "a says one thing and hears the answer"},
		{"reconnect a", "do=reconnect:a", "the live connection of a is dropped; it connects again and fences from the start"},
		{`set "echomq:3.0.0"`, "do=set:echomq:3.0.0", "an operator runs SET on the key"},
		{"del", "do=del", "an operator runs DEL on the key"},
		{"redis GET emq:{orders}:pending", "do=redis:GET+emq:{orders}:pending", "a command of the reader's own, from a list; another is refused and the list is named"},
	}
}
