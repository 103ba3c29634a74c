// Package ask is a simulator that is asked by typing: a figure with a text field,
// or a few, whose answer follows the typing, and with samples to pick; its page
// and its JSON. What the answer is, is its user's business.
//
// Only the answer is exchanged while somebody types, with the links that lead
// to it, because a field that is replaced under the fingers loses what was
// typed meanwhile. A sample exchanges the fields too.
package ask

import (
	"maps"
	"net/url"
	"slices"

	"echomq.dev/course/pages/bytetext"
	"echomq.dev/course/pages/embedsnippet"
	"echomq.dev/course/pages/param"
)

// Field is one of the values that a question needs.
type Field struct {
	Param    string // the query's parameter
	Label    string
	Most     int      // bytes of a value
	Example  string   // what a page asks about whose query has none
	Choices  []Choice // the values to choose from: the only ones, unless Check takes others
	Accepted string   // what is accepted, in words, where Choices has a say
	Optional bool     // may be missing, and then is Default, which stands in no link
	Default  string
	View     bool // turns the view: a link's to say, and no field of the form

	// Check refuses a value with an error that is shown. A field that has one
	// takes no empty value for a missing one.
	Check func(value string) error
}

// Choice is a value that a reader picks by a name.
type Choice struct{ Value, Name string }

// Named are choices that go by their own values.
func Named(values ...string) []Choice {
	list := make([]Choice, len(values))
	for i, v := range values {
		list[i] = Choice{v, v}
	}
	return list
}

// Sample is a state worth looking at: a value for each field, of which the last
// may be missing. Note names it where the first cannot be read, such as the
// empty name, or does not tell it from the others.
type Sample struct {
	Values []string
	Note   string
	Code   bool // the note is a value too
}

// Values are samples of a question's one field.
func Values(values ...string) []Sample {
	list := make([]Sample, len(values))
	for i, v := range values {
		list[i] = Sample{Values: []string{v}}
	}
	return list
}

// Figure is a question with the value that is asked about.
type Figure struct {
	ID      string // of the figure's element; those inside begin with it
	Pushes  bool   // the address follows: on the simulator's own page
	Stage   bool   // it stands on a projector, and so does what it leads to
	Name    string
	Action  string // where the form leads without htmx
	Get     string // and with it
	Inputs  []Input
	Link    string // this very state
	JSON    string
	Samples []Pick
	Embed   embedsnippet.Frame // this very state, for other sites

	to func(values []string) (href, get string)
}

// To leads to another state of the same figure: as a link, and for htmx.
func (f Figure) To(values ...string) (href, get string) { return f.to(values) }

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
	Code    bool
	Href    string
	Get     string
	Current bool
}

// figure draws the question for a value of each field. fig is the id of a figure
// on somebody else's page, or "" on the simulator's own.
func (s Simulator) figure(fig string, values []string) Figure {
	v := s.query(values)
	f := Figure{
		ID: s.Name, Pushes: fig == "", Name: s.Label,
		Action: s.Site.Path(s.Path()), Get: s.address(fig, url.Values{}),
		Link: s.address("", v), JSON: s.Site.Path(s.APIPath() + "?" + v.Encode()),
	}
	if fig != "" {
		f.ID = fig
	}
	f.to = func(values []string) (href, get string) {
		q := s.query(values)
		return s.address("", q), s.address(fig, q)
	}
	f.Embed = embedsnippet.Frame{Site: s.Site, ID: f.ID, Simulator: s.Name, Title: s.Label, Query: v.Encode()}
	for i, field := range s.Fields {
		if field.View {
			continue
		}
		id := f.ID + "-field"
		if i > 0 {
			id += "-" + field.Param
		}
		f.Inputs = append(f.Inputs, input(field, id, values[i]))
	}
	for i, sample := range s.Samples {
		href, get := f.To(sample.Values...)
		f.Samples = append(f.Samples, Pick{
			ID: f.ID + "-pick-" + string(rune('a'+i)), Value: sample.Values[0], Note: sample.Note, Code: sample.Code,
			Href: href, Get: get, Current: href == f.Link,
		})
	}
	return f
}

func input(field Field, id, value string) Input {
	in := Input{Field: field, ID: id, Value: value}
	if !param.InField(value) {
		in.Value, in.Hint, in.Kept = "", bytetext.Plain(value), kept(value)
	}
	if name := in.Hint; len(field.Choices) > 0 && !field.offers(value) {
		if name == "" {
			name = value
		}
		in.Choices = append(slices.Clip(field.Choices), Choice{in.Value, name})
	}
	return in
}

// query is that of a state, without what goes without saying.
func (s Simulator) query(values []string) url.Values {
	v := url.Values{}
	for i, field := range s.Fields {
		if given := at(values, i); !field.Optional || given != "" && given != field.Default {
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
func (s Simulator) address(fig string, v url.Values) string {
	v = maps.Clone(v)
	if fig != "" {
		v.Set("fig", fig)
	}
	if query := v.Encode(); query != "" {
		return s.Site.Path(s.Path() + "?" + query)
	}
	return s.Site.Path(s.Path())
}

// AnswerID is the id of the element whose inside follows the typing.
func (f Figure) AnswerID() string { return f.ID + "-answer" }

// hinted reports whether a value is only shown because no field can hold it.
func (f Figure) hinted() bool {
	return slices.ContainsFunc(f.Inputs, func(in Input) bool { return in.Hint != "" && len(in.Choices) == 0 })
}

// offers reports whether a value is one of the choices.
func (f Field) offers(value string) bool {
	return slices.ContainsFunc(f.Choices, func(c Choice) bool { return c.Value == value })
}
