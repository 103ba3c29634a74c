package claim

import (
	"errors"
	"fmt"
	"net/http"

	"echomq.dev/course/pages/web"
	"echomq.dev/course/sim/claim"
	"echomq.dev/course/sim/scenario"
)

// refuse makes a 400 out of a scenario's mistake, whether its words show it or
// only the run of sc does. Any other error stays what it is.
func refuse(err error, sc scenario.Scenario) error {
	if e, ok := errors.AsType[*scenario.Error](err); ok {
		return refusal(e.Param, e.Given, e.Move, e.Problem, e.Accepted)
	}
	if e, ok := errors.AsType[*claim.MoveError](err); ok {
		// The run knows the move in its text form; what was given is the query's.
		return refusal("do", sc.Moves[e.Move-1].Query(), e.Move, e.Problem, e.Accepted)
	}
	return err
}

// refusal names the parameter, and which of the moves it is, counted from 1;
// what was given; and what is accepted.
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
