// Package glossary shows the terms of the course, each with its definition and
// the pages that use it.
package glossary

import (
	"net/http"
	"strings"

	"echomq.dev/course/content"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/web"
)

// Description says what the page is, for search results and lists of pages.
const Description = "The terms of the course, from ACL to write verb, each in a sentence or two and with the pages that use it."

// Handler answers for the glossary.
type Handler struct {
	Site  layout.Site
	Terms []*content.Term
}

// Page answers with all terms.
func (h Handler) Page(w http.ResponseWriter, r *http.Request) error {
	p := layout.Page{
		Site: h.Site, Title: "Glossary", Section: layout.Glossary, Description: Description,
		Crumbs: []layout.Crumb{{Name: "Course", Path: "/"}},
	}.At(r, content.GlossaryPath)
	return web.HTML(w, r, http.StatusOK, page(p, h.Terms))
}

// spellings lists the forms of a term that a reader would look for elsewhere,
// which its plural is not.
func spellings(t *content.Term) string {
	var other []string
	stem := t.Name[:len(t.Name)-1] // of identity and identities
	for _, form := range t.Also {
		if !strings.HasPrefix(form, stem) {
			other = append(other, form)
		}
	}
	return strings.Join(other, ", ")
}
