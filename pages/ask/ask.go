// Package ask is a figure with one text field whose answer follows the typing,
// and with samples to pick. What the answer is, is its user's business.
//
// Only the answer is exchanged while somebody types, because a field that is
// replaced under the fingers loses what was typed meanwhile. A sample exchanges
// the field too.
package ask

import (
	"net/http"
	"net/url"
	"strings"

	"echomq.dev/course/pages/bytetext"
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
	Most    int    // bytes in a value
	Samples []Sample
}

// Sample is a value worth looking at. Note names it where the value itself
// cannot be read, such as the empty name.
type Sample struct {
	Value string
	Note  string
}

// Figure is a question with the value that is asked about.
type Figure struct {
	ID      string // of the figure's element; those inside begin with it
	Pushes  bool   // the address follows: on the simulator's own page
	Label   string
	Name    string
	Action  string // where the form leads without htmx
	Get     string // and with it
	Param   string
	Value   string // "" when no field can hold it
	Hint    string // shown in the field's place then
	Most    int
	Link    string // this very state
	JSON    string
	Samples []Pick
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

// Figure draws the question for one value. fig is the id of a figure on
// somebody else's page, or "" on the simulator's own.
func (q Question) Figure(fig, value string) Figure {
	f := Figure{
		ID: strings.TrimPrefix(q.Path, "/sim/"), Pushes: fig == "", Label: q.Label, Name: q.Name,
		Action: q.Site.Path(q.Path), Get: q.address(fig, nil), Param: q.Param, Value: value, Most: q.Most,
		Link: q.address("", url.Values{q.Param: {value}}),
		JSON: q.Site.Path(q.API + "?" + url.Values{q.Param: {value}}.Encode()),
	}
	if fig != "" {
		f.ID = fig
	}
	if !param.InField(value) {
		f.Value, f.Hint = "", bytetext.Plain(value)
	}
	for i, s := range q.Samples {
		v := url.Values{q.Param: {s.Value}}
		f.Samples = append(f.Samples, Pick{
			ID: f.ID + "-pick-" + string(rune('a'+i)), Value: s.Value, Note: s.Note,
			Href: q.address("", v), Get: q.address(fig, v), Current: s.Value == value,
		})
	}
	return f
}

// address is the simulator's for a query, from inside a figure.
func (q Question) address(fig string, v url.Values) string {
	if v == nil {
		v = url.Values{}
	}
	if fig != "" {
		v = url.Values{q.Param: v[q.Param], "fig": {fig}}
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

// AnswerAlone reports whether htmx wants the answer without the field, and
// tells caches that the answer depends on it.
func AnswerAlone(w http.ResponseWriter, r *http.Request) bool {
	w.Header().Add("Vary", "HX-Target")
	return strings.HasSuffix(r.Header.Get("HX-Target"), "-answer")
}
