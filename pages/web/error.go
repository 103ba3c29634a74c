package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"
	"unicode/utf8"
)

// Error is an answer that says what was wrong with a request, or that the
// server cannot serve it. Everything in it is shown to the reader, so nothing
// of the server's inside belongs in it. Title and Detail are sentences for a
// person; the rest is for the reader's program.
type Error struct {
	Status int    // of HTTP
	Title  string // heading of the page; empty for the status's own phrase
	Detail string // what is wrong and what would be right

	Param    string // the query parameter at fault; empty where it is not one
	Given    string // its value, as decoded from the URL
	Missing  bool   // it has none
	Accepted string // what would have been accepted

	RetryAfter time.Duration // when to come back; 0 for an error that stays
}

// Error gives the status and the detail. It satisfies error; what readers see
// is made from the fields.
func (e *Error) Error() string {
	return strconv.Itoa(e.Status) + " " + e.Heading() + ": " + e.Detail
}

// Heading is the title, or the status's phrase where there is none.
func (e *Error) Heading() string {
	if e.Title != "" {
		return e.Title
	}
	return http.StatusText(e.Status)
}

// BadRequest is a 400 whose detail says what is wrong.
func BadRequest(detail string) *Error {
	return &Error{Status: http.StatusBadRequest, Title: "That address does not work", Detail: detail}
}

// BadParam is a 400 for one query parameter. Accepted completes a sentence
// after "accepted:", such as "wire2, wire4 or wire6".
func BadParam(param, given, accepted string) *Error {
	e := BadRequest(fmt.Sprintf("the parameter %s was given as %s; accepted: %s", param, Quoted(given), accepted))
	e.Param, e.Given, e.Accepted = param, given, accepted
	return e
}

// Quoted quotes a value for a sentence. A sentence stays readable with
// the first part of a long value; the whole of it is in the Given field.
func Quoted(value string) string {
	const most = 96 // bytes
	if len(value) <= most {
		return strconv.Quote(value)
	}
	cut := most
	for cut > most-utf8.UTFMax && !utf8.RuneStart(value[cut]) {
		cut-- // half a character would read as bytes that nobody gave
	}
	return strconv.Quote(value[:cut]) + fmt.Sprintf(" and %d bytes more", len(value)-cut)
}

// NotFound is a 404.
func NotFound(detail string) *Error {
	return &Error{Status: http.StatusNotFound, Title: "There is no such page", Detail: detail}
}

// MethodNotAllowed is a 405 for a method other than GET and HEAD.
func MethodNotAllowed(method string) *Error {
	return &Error{
		Status: http.StatusMethodNotAllowed,
		Title:  "Pages here are only read",
		Detail: fmt.Sprintf("the method %s is not accepted here; accepted: GET and HEAD", Quoted(method)),
	}
}

// TooMany is a 429: this reader has sent more than its share.
func TooMany(retry time.Duration, detail string) *Error {
	return &Error{Status: http.StatusTooManyRequests, Title: "Too many requests", Detail: detail, RetryAfter: retry}
}

// Unavailable is a 503: the server has no room or no time at present.
func Unavailable(retry time.Duration, detail string) *Error {
	return &Error{Status: http.StatusServiceUnavailable, Title: "The server is busy", Detail: detail, RetryAfter: retry}
}

// hurry is how long a reader should wait after a run that took too long.
const hurry = 5 * time.Second

// statusGone is what servers by custom count a request as whose reader has
// left. Nobody reads it; in a log it keeps such a request apart from a fault.
const statusGone = 499

// asError finds what to tell the reader. An Error anywhere in the chain is told
// as it is, the request's own deadline or end is told as such whatever error it
// led to, and everything else is a fault of the site about which the reader
// learns nothing but that.
func asError(ctx context.Context, err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.Is(ctx.Err(), context.DeadlineExceeded):
		return Unavailable(hurry, "the answer took longer than one request may take; a shorter sequence answers faster")
	case errors.Is(ctx.Err(), context.Canceled):
		return &Error{Status: statusGone, Title: "The request was given up", Detail: "the reader left before the answer"}
	}
	return &Error{
		Status: http.StatusInternalServerError,
		Title:  "Something broke here",
		Detail: "the fault is the site's and not the request's; it has been written down",
	}
}

// retryAfter gives the Retry-After field's value, in whole seconds, rounded up
// so that nobody is sent back too early.
func (e *Error) retryAfter() string {
	return strconv.Itoa(int((e.RetryAfter + time.Second - 1) / time.Second))
}
