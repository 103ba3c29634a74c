package claim

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"echomq.dev/course/pages/param"
	"echomq.dev/course/pages/scenarioq"
	"echomq.dev/course/pages/web"
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
	fig  string // id of a figure on somebody else's page; "" on the simulator's own

	looks bool // at a point of its own, and not at the end
	at    int  // the command that it then looks at; 0 for before the first

	redo []scenario.Move // the moves that were taken back, the latest first
}

// The scenario's own parameters, and those that only turn the view.
var (
	scenarioParams = []string{"start", "module", "node", "user", "db", "do"}
	viewParams     = []string{"keep", "at", "redo", "fig", "ask"}
	typedParams    = []string{"set", "redis"}
)

// Forms of a value that only the page's own forms send, and that are rewritten
// to the scenario's before anything reads them: these two, and the typed
// parameters, of which set=… means a last do=set:… and redis=… a do=redis:….
const (
	otherStart   = "other"        // start=other&value=…: the text field's string
	quotedPrefix = "quoted:"      // bytes that no form field can hold, percent-encoded
	otherDefault = "echomq:3.0.0" // what the text field begins with
)

// fold rewrites what the page's form sends into the scenario's language and
// reports whether there was any of it: such an address is not the one to share.
// A text that is typed stands once; its bound is the start's.
func fold(q url.Values) (folded url.Values, changed bool, err error) {
	folded = url.Values{}
	for _, name := range slices.Concat(scenarioParams, viewParams) {
		for _, value := range q[name] {
			escaped, quoted := strings.CutPrefix(value, quotedPrefix)
			if quoted && name != "keep" {
				bytes, err := url.QueryUnescape(escaped)
				if err != nil {
					return nil, false, web.BadParam(name, value, "percent escapes of two hex digits after quoted:")
				}
				value, changed = bytes, true
			}
			folded.Add(name, value)
		}
	}
	for _, name := range typedParams {
		value, typed, err := param.Once(q, name)
		if err != nil {
			return nil, false, err
		}
		if typed {
			folded.Add("do", name+":"+value)
			changed = true
		}
	}
	value, typed, err := param.Once(q, "value")
	if err != nil {
		return nil, false, err
	}
	// More than one start is a mistake that the scenario names.
	if start := folded["start"]; len(start) == 1 && start[0] == otherStart {
		if !typed {
			value = otherDefault
		}
		folded.Set("start", "string:"+value)
		changed = true
	}
	return folded, changed || typed, nil
}

// lastTyped is the move that came from a text field, the last of a query.
func lastTyped(q url.Values) (typed, bool) {
	for i := len(typedParams) - 1; i >= 0; i-- {
		if name := typedParams[i]; q.Has(name) {
			return typed{param: name, value: q.Get(name)}, true
		}
	}
	return typed{}, false
}

// readState reads a folded query. Parameters of nobody's are not looked at,
// and a view parameter that makes no sense shows the default view.
func readState(q url.Values) (state, error) {
	sc, err := scenario.FromQuery(q)
	if err != nil {
		return state{}, scenarioq.Refuse(err, sc)
	}
	st := state{sc: sc, keep: q.Get("keep") == "1"}
	if at, err := strconv.Atoi(q.Get("at")); err == nil && at >= 0 {
		st.at, st.looks = at, true
	}
	st.redo = undone(q, sc)
	if param.FigureID(q.Get("fig")) {
		st.fig = q.Get("fig")
	}
	return st, nil
}

// undone are the moves that could be made again. Any that do not follow on the
// scenario make none of them do.
func undone(q url.Values, sc scenario.Scenario) []scenario.Move {
	if !q.Has("redo") {
		return nil
	}
	all, err := scenario.FromQuery(url.Values{"do": slices.Concat(q["do"], q["redo"])})
	if err != nil {
		return nil
	}
	return all.Moves[len(sc.Moves):]
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
	if st.looks {
		q += "&at=" + strconv.Itoa(st.at)
	}
	if len(st.redo) > 0 {
		moves := scenario.Scenario{Module: true, Moves: st.redo}.Query()
		q += strings.ReplaceAll(moves[strings.IndexByte(moves, '&'):], "&do=", "&redo=")
	}
	return q
}

// with is another scenario in the same figure, seen from its end.
func (st state) with(sc scenario.Scenario) state { return state{sc: sc, fig: st.fig} }

// then is the scenario with one more move.
func (st state) then(m scenario.Move) state { return st.with(st.sc.Then(m)) }

// back is the scenario without its last move, which can be made again; again is
// that.
func (st state) back() state {
	last := st.sc.Moves[len(st.sc.Moves)-1]
	to := st.with(st.sc.Undo())
	to.redo = slices.Concat([]scenario.Move{last}, st.redo)
	return to
}

func (st state) again() state {
	to := st.then(st.redo[0])
	to.redo = st.redo[1:]
	return to
}

// keeping, looking and latest are other views of the same scenario.
func (st state) keeping(keep bool) state {
	st.keep, st.looks, st.at = keep, false, 0
	return st
}

func (st state) looking(at int) state {
	st.looks, st.at = true, at
	return st
}

func (st state) latest() state {
	st.looks, st.at = false, 0
	return st
}

// formValue is a value as a form's field can carry it: as it is, or escaped.
func formValue(s string) string {
	if param.InField(s) {
		return s
	}
	return quotedPrefix + url.QueryEscape(s)
}
