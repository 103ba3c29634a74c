package claim

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"echomq.dev/course/pages/param"
	"echomq.dev/course/pages/web"
	"echomq.dev/course/sim/claim"
	"echomq.dev/course/sim/scenario"
)

// Path is where the simulator lives, inside the site.
const Path = "/sim/claim"

// APIPath is the same simulator for programs.
const APIPath = "/api/claim"

// state is what a query of the page says: a scenario, which is run, and how
// much of it to show, which changes nothing that runs.
type state struct {
	sc   scenario.Scenario
	keep bool   // the last arrival is settled and the next one is asked for
	at   int    // number of the command to look at; 0 for the latest
	fig  string // id of a figure on somebody else's page; "" on the simulator's own
}

// The scenario's own parameters, and those that only turn the view.
var (
	scenarioParams = []string{"start", "module", "do"}
	viewParams     = []string{"keep", "at", "fig"}
)

// Two forms of a value that only the page's own form sends, and that are
// rewritten to the scenario's before anything reads them.
const (
	otherStart   = "other"        // start=other&value=…: the text field's string
	quotedPrefix = "quoted:"      // bytes that no form field can hold, percent-encoded
	otherDefault = "echomq:3.0.0" // what the text field begins with
)

// fold rewrites what the page's form sends into the scenario's language and
// reports whether there was any of it: such an address is not the one to share.
func fold(q url.Values) (folded url.Values, changed bool, err error) {
	folded = url.Values{}
	for _, name := range slices.Concat(scenarioParams, viewParams) {
		for _, value := range q[name] {
			escaped, quoted := strings.CutPrefix(value, quotedPrefix)
			if quoted && name != "keep" {
				if value, err = url.QueryUnescape(escaped); err != nil {
					return nil, false, web.BadParam(name, value, "percent escapes of two hex digits after quoted:")
				}
				changed = true
			}
			folded.Add(name, value)
		}
	}
	if folded.Get("start") == otherStart {
		text := otherDefault
		if q.Has("value") {
			text = q.Get("value")
		}
		folded.Set("start", "string:"+text)
	}
	return folded, changed || q.Has("value") || q.Get("start") == otherStart, nil
}

// readState reads a folded query. Parameters of nobody's are not looked at,
// and a view parameter that makes no sense shows the default view.
func readState(q url.Values) (state, error) {
	sc, err := scenario.FromQuery(q)
	if err != nil {
		return state{}, badScenario(err)
	}
	st := state{sc: sc, keep: q.Get("keep") == "1"}
	if at, err := strconv.Atoi(q.Get("at")); err == nil && at > 0 {
		st.at = at
	}
	if param.FigureID(q.Get("fig")) {
		st.fig = q.Get("fig")
	}
	return st, nil
}

// badScenario makes a 400 out of a scenario's mistake, whether its words show
// it or only its run does. Any other error stays what it is.
func badScenario(err error) error {
	bad := &web.Error{Status: http.StatusBadRequest, Title: "That sequence cannot be run", Detail: err.Error()}
	if e, ok := errors.AsType[*scenario.Error](err); ok {
		bad.Param, bad.Given, bad.Accepted = e.Param, e.Given, e.Accepted
		return bad
	}
	if e, ok := errors.AsType[*claim.MoveError](err); ok {
		bad.Param, bad.Given, bad.Accepted = "do", e.Text, e.Accepted
		return bad
	}
	return err
}

// kept reports whether the view asks who comes next, rather than holding the
// last arrival open to be exchanged for another.
func (st state) kept() bool {
	n := len(st.sc.Moves)
	return st.keep || n == 0 || st.sc.Moves[n-1].Kind != scenario.Arrive
}

// settled are the moves that a change in the form leaves in place.
func (st state) settled() []scenario.Move {
	if st.kept() {
		return st.sc.Moves
	}
	return st.sc.Moves[:len(st.sc.Moves)-1]
}

// query is the address of this very view, without the figure that it is in.
func (st state) query() string {
	q := st.sc.Query()
	if st.keep {
		q += "&keep=1"
	}
	if st.at > 0 {
		q += "&at=" + strconv.Itoa(st.at)
	}
	return q
}

// with is another scenario in the same figure, seen from its end.
func (st state) with(sc scenario.Scenario) state { return state{sc: sc, fig: st.fig} }

// keeping and looking are other views of the same scenario.
func (st state) keeping(keep bool) state { return state{sc: st.sc, fig: st.fig, keep: keep} }
func (st state) looking(at int) state {
	return state{sc: st.sc, fig: st.fig, keep: st.keep, at: at}
}

// formValue is a value as a form's field can carry it: as it is, or escaped.
func formValue(s string) string {
	if param.InField(s) {
		return s
	}
	return quotedPrefix + url.QueryEscape(s)
}
