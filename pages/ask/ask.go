// Package ask is a figure with a text field, or a few, whose answer follows the
// typing, and with samples to pick. What the answer is, is its user's business.
//
// Only the answer is exchanged while somebody types, with the links that lead
// to it, because a field that is replaced under the fingers loses what was
// typed meanwhile. A sample exchanges the fields too.
package ask

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"echomq.dev/course/pages/bytetext"
	"echomq.dev/course/pages/embedsnippet"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/param"
)

// Question is what a page asks, the same for each of its values.
type Question struct {
	Site    layout.Site
	Path    string // of the simulator, inside the site
	API     string // of its JSON
	Param   string // the query's parameter
	Label   string // of the field
	Name    string // of the figure, for those who do not see it
	More    []Field
	Samples []Sample
}

// Field is a further field of a question that needs more than one value.
type Field struct {
	Param, Label string
	Choices      []string // the only values, when there are but a few
	Optional     bool     // may be missing, and then is Default, which stands in no link
	Default      string
}

// Sample is a value worth looking at, with those of the further fields. Note
// names it where the value itself cannot be read, such as the empty name.
type Sample struct {
	Value string
	More  []string
	Note  string
}

// Figure is a question with the value that is asked about.
type Figure struct {
	ID      string // of the figure's element; those inside begin with it
	Pushes  bool   // the address follows: on the simulator's own page
	Name    string
	Action  string // where the form leads without htmx
	Get     string // and with it
	Inputs  []Input
	Link    string // this very state
	JSON    string
	Samples []Pick
	Embed   embedsnippet.Frame // this very state, for other sites
}

// Input is a field ready to be drawn.
type Input struct {
	Field
	ID    string
	Value string // "" when no field can hold it
	Hint  string // shown in the field's place then
	Kept  string // and carried beside it
}

// Pick is a sample ready to be drawn.
type Pick struct {
	ID      string
	Value   string
	Note    string
	Href    string
	Get     string
	Current bool
}

// Figure draws the question for one value, and for those of the further fields
// in their order. fig is the id of a figure on somebody else's page, or "" on
// the simulator's own.
func (q Question) Figure(fig, value string, more ...string) Figure {
	v := q.values(value, more)
	f := Figure{
		ID: strings.TrimPrefix(q.Path, "/sim/"), Pushes: fig == "", Name: q.Name,
		Action: q.Site.Path(q.Path), Get: q.address(fig, url.Values{}),
		Link: q.address("", v), JSON: q.Site.Path(q.API + "?" + v.Encode()),
	}
	if fig != "" {
		f.ID = fig
	}
	f.Embed = embedsnippet.Frame{Site: q.Site, ID: f.ID, Simulator: strings.TrimPrefix(q.Path, "/sim/"), Title: q.Name, Query: v.Encode()}
	f.Inputs = append(f.Inputs, input(Field{Param: q.Param, Label: q.Label}, f.ID+"-field", value))
	for i, field := range q.More {
		f.Inputs = append(f.Inputs, input(field, f.ID+"-field-"+field.Param, at(more, i)))
	}
	for i, s := range q.Samples {
		sample := q.values(s.Value, s.More)
		f.Samples = append(f.Samples, Pick{
			ID: f.ID + "-pick-" + string(rune('a'+i)), Value: s.Value, Note: s.Note,
			Href: q.address("", sample), Get: q.address(fig, sample), Current: sample.Encode() == v.Encode(),
		})
	}
	return f
}

func input(field Field, id, value string) Input {
	in := Input{Field: field, ID: id, Value: value}
	if !param.InField(value) {
		in.Value, in.Hint, in.Kept = "", bytetext.Plain(value), kept(value)
	}
	return in
}

// values is the query of a state, without what goes without saying.
func (q Question) values(value string, more []string) url.Values {
	v := url.Values{q.Param: {value}}
	for i, field := range q.More {
		if given := at(more, i); !field.Optional || given != "" && given != field.Default {
			v.Set(field.Param, given)
		}
	}
	return v
}

// at is a value by its place, "" behind the last.
func at(values []string, i int) string {
	if i < len(values) {
		return values[i]
	}
	return ""
}

// address is the simulator's for a query, from inside a figure.
func (q Question) address(fig string, v url.Values) string {
	v = maps.Clone(v)
	if fig != "" {
		v.Set("fig", fig)
	}
	if query := v.Encode(); query != "" {
		return q.Site.Path(q.Path + "?" + query)
	}
	return q.Site.Path(q.Path)
}

// AnswerID is the id of the element whose inside follows the typing.
func (f Figure) AnswerID() string { return f.ID + "-answer" }

// Fig is the figure that a request of htmx comes from, "" for the page's own.
func Fig(q url.Values) string {
	if id := q.Get("fig"); param.FigureID(id) {
		return id
	}
	return ""
}

// hinted reports whether a value is only shown because no field can hold it.
func (f Figure) hinted() bool {
	return slices.ContainsFunc(f.Inputs, func(in Input) bool { return in.Hint != "" })
}

// AnswerAlone reports whether htmx wants the answer without the field, and
// tells caches that the answer depends on it.
func AnswerAlone(w http.ResponseWriter, r *http.Request) bool {
	w.Header().Add("Vary", "HX-Target")
	return strings.HasSuffix(r.Header.Get("HX-Target"), "-answer")
}
