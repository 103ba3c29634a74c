package claim

import (
	"net/url"
	"strconv"

	"echomq.dev/course/pages/told"
	"echomq.dev/course/pages/valueview"
	"echomq.dev/course/sim/scenario"
)

// Form asks what the key holds and who arrives. Its fields are the scenario's
// parameters, so that sending it is asking for the next address.
type Form struct {
	ID       string
	Action   string
	Fig      string   // id of the figure, sent along by htmx alone
	Moves    []string // the moves that stay, as values of do
	Kept     bool
	Found    valueview.View // what whoever arrives finds
	Starts   []Choice
	Other    *Field // the text of another string, while that is the start
	Folded   bool   // the start lies behind settled moves
	Start    valueview.View
	NoneID   string // of the box that takes the module away
	NoModule bool
	Headers  []Header // what else the scenario says of the node and of who arrives
	Actors   []Choice
	Bound    string // why nobody can be let arrive; "" when they can
}

// Header is a parameter that the form sends on as it came.
type Header struct{ Name, Value string }

// Choice is a radio button.
type Choice struct {
	ID      string
	Value   string
	Label   string
	Code    bool // the label is a value and not a description
	Note    string
	Checked bool
}

// Field is a text field.
type Field struct {
	ID    string
	Value string
}

func numbered(prefix string, n int) string { return prefix + strconv.Itoa(n) }

func (b builder) form() Form {
	st := b.st
	settled := st.settled()
	f := Form{
		ID: b.id + "-form", Action: b.site.Path(Path), Fig: st.fig,
		Kept: st.kept(), Found: b.found(), Folded: len(settled) > 0, Start: valueview.Of(st.sc.Start),
		NoneID: b.id + "-module", NoModule: !st.sc.Module,
	}
	for _, m := range settled {
		f.Moves = append(f.Moves, formValue(m.Query()))
	}
	f.Starts, f.Other = b.starts()
	for _, actor := range scenario.Actors() {
		f.Actors = append(f.Actors, Choice{
			ID: b.id + "-do-" + actor, Value: actor, Label: told.Role(actor, ""), Note: actorNote(actor),
			Checked: !st.kept() && st.sc.Moves[len(st.sc.Moves)-1].Actor == actor,
		})
	}
	f.Headers = headers(st.sc)
	f.Bound = f.bound(len(settled))
	return f
}

// headers are read off the scenario's own query, so that none is forgotten.
// The start and the module have fields, and the moves are the form's Moves.
func headers(sc scenario.Scenario) []Header {
	q, err := url.ParseQuery(sc.Reset().Query())
	if err != nil {
		panic("a scenario's query is none: " + err.Error())
	}
	var list []Header
	for _, name := range scenarioParams {
		if name != "start" && name != "module" && q.Has(name) {
			list = append(list, Header{name, q.Get(name)})
		}
	}
	return list
}

// found is the value that whoever is chosen meets.
func (b builder) found() valueview.View {
	arrivals := b.tr.Arrivals
	if b.st.kept() || len(arrivals) == 0 {
		return valueview.Of(b.tr.Value)
	}
	return valueview.Of(arrivals[len(arrivals)-1].Before)
}

// starts are the values that the key can begin with. A string of the learner's
// own has a text field; bytes that no field can hold stay as they came.
func (b builder) starts() (choices []Choice, other *Field) {
	start := b.st.sc.Start
	found := false
	for _, v := range scenario.Starts() {
		found = found || start == v
		c := Choice{Value: scenario.StartQuery(v), Label: valueview.Type(v.Type), Checked: start == v}
		name := c.Value
		switch v.Type {
		case "none":
			c.Label = "nothing"
		case "string":
			name, c.Label, c.Code = v.Value[len("echomq:"):][:1], v.Value, true
		}
		c.ID = b.id + "-start-" + name
		choices = append(choices, c)
	}
	own := Choice{ID: b.id + "-start-other", Value: otherStart, Label: "another string", Checked: !found}
	if !found {
		other = &Field{ID: b.id + "-value", Value: start.Value}
		if value := formValue("string:" + start.Value); value != "string:"+start.Value {
			own.Value, other = value, nil
		}
	}
	return append(choices, own), other
}
