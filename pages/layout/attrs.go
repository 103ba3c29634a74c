package layout

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/a-h/templ"

	"echomq.dev/course/pages/web"
)

// View draws an error for a person: the fragment alone where htmx will swap it
// in, else a whole page. It is the View of a web.Adapter.
func (s Site) View(r *http.Request, e *web.Error) templ.Component {
	if web.IsPartial(r) {
		return ErrorFragment(e)
	}
	return ErrorPage(s, e)
}

// current marks a navigation entry as the one that holds this page.
func current(p Page, s Section) templ.Attributes {
	if p.Section != s {
		return nil
	}
	return templ.Attributes{"aria-current": "true"}
}

// statusLine prints an HTTP status as number and name.
func statusLine(status int) string {
	return fmt.Sprintf("%d %s", status, http.StatusText(status))
}

// Sentence gives an error's detail, which starts in lower case as Go errors
// do, a capital and a full stop.
func Sentence(detail string) string {
	if detail == "" {
		return ""
	}
	return strings.ToUpper(detail[:1]) + detail[1:] + "."
}
