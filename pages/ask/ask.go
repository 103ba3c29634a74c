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
	Stage   bool   // it stands on a projector, and so do the states that it leads to
	Name    string
	Action  string // where the form leads without htmx
	Get     string // and with it
	Inputs  []Input
	Link    string // this very state, on the simulator's own page
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

// place is where a figure stands: on a page of somebody else's under an id there,
// or, without one, on the simulator's own. A projector's page is somebody else's.
type place struct {
	id    string
	stage bool
}

// figure draws the question for a value of each field.
func (s Simulator) figure(p place, values []string) Figure {
	v := s.query(values)
	f := Figure{
		ID: s.Name, Pushes: p.id == "", Stage: p.stage, Name: s.Label,
		Action: s.Site.Path(s.home(p)), Get: s.get(p, nil),
		Link: s.Site.Path(addressed(s.Path(), v)), JSON: s.Site.Path(addressed(s.APIPath(), v)),
	}
	if p.id != "" {
		f.ID = p.id
	}
	f.to = func(values []string) (href, get string) {
		q := s.query(values)
		return s.Site.Path(addressed(s.home(p), q)), s.get(p, q)
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
			Href: href, Get: get, Current: s.query(sample.Values).Encode() == v.Encode(),
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

// home is the page that shows a state where the figure stands, inside the site.
func (s Simulator) home(p place) string {
	if p.stage {
		return s.StagePath()
	}
	return s.Path()
}

// get is where htmx asks for a query from inside a figure: the simulator draws
// it for the place that the query names.
func (s Simulator) get(p place, v url.Values) string {
	q := url.Values{}
	maps.Copy(q, v)
	if p.id != "" {
		q.Set("fig", p.id)
	}
	if p.stage {
		q.Set("stage", "1")
	}
	return s.Site.Path(addressed(s.Path(), q))
}

func addressed(path string, v url.Values) string {
	if query := v.Encode(); query != "" {
		return path + "?" + query
	}
	return path
}

// AnswerID is the id of the element whose inside follows the typing.
func (f Figure) AnswerID() string { return f.ID + "-answer" }

// linked says what Link is, from where the figure stands.
func (f Figure) linked() string {
	if f.Stage {
		return "This state on its page"
	}
	return "Link to this state"
}

// picksID is that of the samples, which say again with each answer which of
// them it is.
func (f Figure) picksID() string { return f.ID + "-picks" }

// hinted reports whether a value is only shown because no field can hold it.
func (f Figure) hinted() bool {
	return slices.ContainsFunc(f.Inputs, func(in Input) bool { return in.Hint != "" && len(in.Choices) == 0 })
}

// offers reports whether a value is one of the choices.
func (f Field) offers(value string) bool {
	return slices.ContainsFunc(f.Choices, func(c Choice) bool { return c.Value == value })
}
