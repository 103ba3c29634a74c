package ask

import (
	"net/http"
	"net/url"
	"strings"

	"echomq.dev/course/pages/web"
)

// No text field can hold every value: see param.InField. One that cannot stands
// empty, shows the bytes escaped as its placeholder, and means them: a hidden
// field beside it carries them percent-encoded, and what the form then sends,
//
//	queue=&kept-queue=%2500
//
// is queue=%00. Whatever is typed takes their place. This needs no script. The
// empty name is asked about by its sample or its address.
const keptPrefix = "kept-"

// kept is what the hidden field carries.
func kept(value string) string { return url.QueryEscape(value) }

// Form answers what a form has sent with the address of the state that it means
// where the two differ, and every other request with page.
func Form(page web.Handler) web.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		q, err := web.Query(r)
		if err != nil {
			return err
		}
		carried := false
		for name := range q {
			field, ok := strings.CutPrefix(name, keptPrefix)
			if !ok {
				continue
			}
			carried = true
			value, err := url.QueryUnescape(q.Get(name))
			if err != nil {
				return web.BadParam(name, q.Get(name), "bytes with percent escapes of two hex digits")
			}
			if len(q[field]) == 1 && q.Get(field) == "" {
				q.Set(field, value)
			}
			q.Del(name)
		}
		if !carried {
			return page(w, r)
		}
		// The path in r may be without the site's base path, so only the query
		// is named: the browser takes it as relative to the page.
		w.Header().Set("Location", "?"+q.Encode())
		w.WriteHeader(http.StatusSeeOther)
		return nil
	}
}
