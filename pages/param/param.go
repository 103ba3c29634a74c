// Package param reads query parameters that stand once each, strictly for
// programs and leniently for pages: a script that misspells a parameter must
// hear of it, while a link that somebody decorated must still open.
package param

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"echomq.dev/course/pages/web"
)

// Only refuses every parameter that is not among the accepted ones. The error
// is a *web.Error with status 400 that names them.
func Only(q url.Values, accepted ...string) error {
	names := make([]string, 0, len(q))
	for name := range q {
		names = append(names, name)
	}
	slices.Sort(names) // the same query is refused with the same words each time
	for _, name := range names {
		if !slices.Contains(accepted, name) {
			return &web.Error{
				Status: 400, Title: "That address does not work",
				Detail: fmt.Sprintf("%q is not a parameter here; accepted: %s", name, strings.Join(accepted, ", ")),
				Param:  name, Given: q.Get(name), Accepted: strings.Join(accepted, ", "),
			}
		}
	}
	return nil
}

// Required gives the one value of a parameter that must stand exactly once and
// hold at most most bytes. Errors are a *web.Error with status 400.
func Required(q url.Values, name string, most int) (string, error) {
	value, given, err := Once(q, name)
	if err != nil {
		return "", err
	}
	if !given {
		return "", Missing(name, fmt.Sprintf("one value of at most %d bytes, which may be empty", most))
	}
	return Bounded(name, value, most)
}

// Missing is a 400 for a parameter that must be given.
func Missing(name, accepted string) error {
	return &web.Error{
		Status: 400, Title: "That address does not work",
		Detail: fmt.Sprintf("the parameter %s is missing; accepted: %s", name, accepted),
		Param:  name, Missing: true, Accepted: accepted,
	}
}

// Optional is Required for a parameter that may be missing: "" then.
func Optional(q url.Values, name string, most int) (string, error) {
	return Or(q, name, "", most)
}

// Or is Required for a parameter that may be missing, and is fallback then.
func Or(q url.Values, name, fallback string, most int) (string, error) {
	if !q.Has(name) {
		return fallback, nil
	}
	return Required(q, name, most)
}

// Once gives the value of a parameter that may stand once, and whether it does.
// To take one of several would answer another question than was asked.
func Once(q url.Values, name string) (value string, given bool, err error) {
	switch values := q[name]; len(values) {
	case 0:
		return "", false, nil
	case 1:
		return values[0], true, nil
	default:
		return "", false, web.BadParam(name, strings.Join(values, "&"+name+"="), fmt.Sprintf("one value, not %d", len(values)))
	}
}

// Bounded refuses a value of more than most bytes.
func Bounded(name, value string, most int) (string, error) {
	if len(value) > most {
		return "", web.BadParam(name, value, fmt.Sprintf("at most %d bytes, not %d", most, len(value)))
	}
	return value, nil
}

// FigureID reports whether an id of a figure may stand in markup: lower-case
// letters, digits and hyphens, at most 32, a hyphen not first.
func FigureID(id string) bool {
	for i := range len(id) {
		c := id[i]
		if !('a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-' && i > 0) {
			return false
		}
	}
	return 0 < len(id) && len(id) <= 32
}

// InField reports whether a text field can hold a value and give it back: a
// browser replaces bytes that are not UTF-8 and NUL, and changes line ends.
func InField(s string) bool {
	return strings.ToValidUTF8(s, "") == s && !strings.ContainsAny(s, "\r\n\x00")
}
