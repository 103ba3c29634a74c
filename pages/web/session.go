package web

import "net/http"

// sessionHeader carries the token of a page view. It finds the live node that
// the view's earlier requests have stepped, and changes no answer.
const sessionHeader = "EchoMQ-Session"

// maxToken bounds a token, in bytes; the site's own script sends 32. The store
// keeps tokens, and what a client can make it keep must be small.
const maxToken = 64

// Token is the request's session token. One that is too long names no session,
// and the scenario then runs from its start.
func Token(r *http.Request) string {
	t := r.Header.Get(sessionHeader)
	if len(t) > maxToken {
		return ""
	}
	return t
}
