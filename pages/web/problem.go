package web

import (
	"net/http"
	"unicode/utf8"

	"echomq.dev/course/sim/resp"
)

// problem is an Error as RFC 9457 writes one. Its type is about:blank, for
// which section 4.2.1 wants the title to be the status's own phrase.
type problem struct {
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`

	Parameter string `json:"parameter,omitempty"`
	// ParameterQuoted is there where Parameter lost bytes that are not UTF-8.
	ParameterQuoted string `json:"parameter_quoted,omitempty"`
	// A parameter that was given empty is other than one without a value to
	// show, so a pointer.
	Given *string `json:"given,omitempty"`
	// GivenQuoted is there where Given lost bytes that are not UTF-8.
	GivenQuoted string `json:"given_quoted,omitempty"`
	Accepted    string `json:"accepted,omitempty"`
}

func (e *Error) problem() problem {
	p := problem{
		Type:      "about:blank",
		Title:     http.StatusText(e.Status),
		Status:    e.Status,
		Detail:    e.Detail,
		Parameter: e.Param,
		Accepted:  e.Accepted,
	}
	if !e.Missing && (e.Param != "" || e.Given != "") {
		p.Given = &e.Given
	}
	if !utf8.ValidString(e.Param) {
		p.ParameterQuoted = resp.Quote(e.Param)
	}
	if !utf8.ValidString(e.Given) {
		p.GivenQuoted = resp.Quote(e.Given)
	}
	return p
}
