// Package scenarioq reads a view of a scenario from a query: what runs, and at
// which of its commands to look. Every page and file that shows a sequence
// reads its query here, so that one address means the same to all of them.
package scenarioq

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"echomq.dev/course/pages/param"
	"echomq.dev/course/pages/web"
	"echomq.dev/course/sim/claim"
	"echomq.dev/course/sim/scenario"
)

// Page is where a scenario has its page, inside the site.
const Page = "/sim/claim"

// Stage is where a projector shows it.
const Stage = "/present/claim"

// Last is the place of a view that looks at the last command, whichever it is.
const Last = -1

// View is a scenario and the command to look at. At counts from 1; at 0 nothing
// has been sent.
type View struct {
	Scenario scenario.Scenario
	At       int
}

// Params are all parameters that a view's query can have, those of the page
// beside it included: its query works wherever one is read strictly.
func Params() []string {
	return []string{"start", "module", "node", "user", "db", "do", "at", "ask", "keep", "redo", "fig"}
}

// Read reads a query for a person. An at that makes no sense is the last; what
// is wrong with the scenario is a *web.Error with status 400.
func Read(q url.Values) (View, error) {
	v, err := Strict(q)
	if err == nil {
		return v, nil
	}
	if e, ok := errors.AsType[*web.Error](err); ok && e.Param == "at" {
		return v, nil
	}
	return View{}, err
}

// Strict is Read for programs, to whom an at that makes no sense is an error.
func Strict(q url.Values) (View, error) {
	sc, err := scenario.FromQuery(q)
	if err != nil {
		return View{}, Refuse(err, sc)
	}
	v := View{Scenario: sc, At: Last}
	at, given, err := param.Once(q, "at")
	if err != nil || !given {
		return v, err
	}
	n, err := strconv.ParseUint(at, 10, 31)
	if err != nil {
		return v, web.BadParam("at", at, "the number of a command, or 0 for before the first")
	}
	v.At = int(n)
	return v, nil
}

// Query is the view's own query, the same for equal views.
func (v View) Query() string {
	q := v.Scenario.Query()
	if v.At == Last {
		return q
	}
	return q + "&at=" + strconv.Itoa(v.At)
}

// In is the command that the view stands at in a trace of so many.
func (v View) In(total int) int {
	if v.At == Last || v.At > total {
		return total
	}
	return v.At
}

// Refuse makes a 400 of a scenario's mistake, whether its words show it or only
// the run of sc does. Any other error stays what it is.
func Refuse(err error, sc scenario.Scenario) error {
	if e, ok := errors.AsType[*scenario.Error](err); ok {
		return refusal(e.Param, e.Given, e.Move, e.Problem, e.Accepted)
	}
	if e, ok := errors.AsType[*claim.MoveError](err); ok {
		// The run knows the move in its text form; what was given is the query's.
		return refusal("do", sc.Moves[e.Move-1].Query(), e.Move, e.Problem, e.Accepted)
	}
	return err
}

func refusal(param, given string, move int, problem, accepted string) *web.Error {
	where := param
	if move > 0 {
		where = fmt.Sprintf("%s (move %d)", param, move)
	}
	return &web.Error{
		Status: http.StatusBadRequest, Title: "That sequence cannot be run",
		Detail: fmt.Sprintf("%s: %s %s; accepted: %s", where, web.Quoted(given), problem, accepted),
		Param:  param, Given: given, Accepted: accepted,
	}
}
