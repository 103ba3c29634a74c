// Package web holds how a handler of this site answers: a page, a fragment of
// one, JSON, or an error, in the form that the reader can use.
//
// A handler returns an error and writes none itself. The Adapter gives it a
// buffer to write into, so that nothing is sent before the handler has ended:
// what fails half way is a whole error page and never half a page.
//
// The package leaves out routes, markup and everything that a page shows; the
// markup of an error is handed to the Adapter from above.
package web
