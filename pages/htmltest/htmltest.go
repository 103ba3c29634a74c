// Package htmltest reads pages in tests the way a browser does: by parsing
// them, never by searching their text for tags.
package htmltest

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// Doc is a parsed page or fragment.
type Doc struct{ root *html.Node }

// Get asks h for a path and gives the status, the header and the parsed body.
// Headers are pairs of name and value.
func Get(t testing.TB, h http.Handler, target string, headers ...string) (*httptest.ResponseRecorder, Doc) {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, target, nil)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	doc, err := Parse(w.Body.String())
	if err != nil {
		t.Fatalf("%s: %v", target, err)
	}
	return w, doc
}

// Parse reads a page that came some other way.
func Parse(page string) (Doc, error) {
	root, err := html.Parse(strings.NewReader(page))
	return Doc{root}, err
}

// Partial are the headers that htmx sends for a fragment.
func Partial(target string) []string {
	return []string{"HX-Request", "true", "HX-Request-Type", "partial", "HX-Target", target}
}

// Nodes are all elements that match, in the order of the document.
func (d Doc) Nodes(match func(*html.Node) bool) []*html.Node {
	var found []*html.Node
	for n := range d.root.Descendants() {
		if n.Type == html.ElementNode && match(n) {
			found = append(found, n)
		}
	}
	return found
}

// Tag matches elements of a name.
func Tag(name string) func(*html.Node) bool {
	return func(n *html.Node) bool { return n.Data == name }
}

// Class matches elements that have a class.
func Class(name string) func(*html.Node) bool {
	return func(n *html.Node) bool { return slices.Contains(strings.Fields(Attr(n, "class")), name) }
}

// With matches elements that have an attribute.
func With(name string) func(*html.Node) bool {
	return func(n *html.Node) bool { return Has(n, name) }
}

// ID is the element with an id; the test ends without one.
func (d Doc) ID(t testing.TB, id string) *html.Node {
	t.Helper()
	found := d.Nodes(func(n *html.Node) bool { return Attr(n, "id") == id })
	if len(found) != 1 {
		t.Fatalf("%d elements with the id %q, want 1", len(found), id)
	}
	return found[0]
}

// One is the text of the only element of a class; the test ends if there is
// another number of them.
func (d Doc) One(t testing.TB, class string) string {
	t.Helper()
	found := d.Nodes(Class(class))
	if len(found) != 1 {
		t.Fatalf("%d elements with the class %q, want 1", len(found), class)
	}
	return Text(found[0])
}

// Attr is an attribute's value, "" without one.
func Attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// Has reports whether there is such an attribute.
func Has(n *html.Node, name string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
}

// Text is all text inside an element, with single spaces, and one where an
// element begins that a browser would set on a line or in a box of its own.
func Text(n *html.Node) string {
	inline := []string{"a", "b", "i", "code", "strong", "samp", "em"}
	var b strings.Builder
	for d := range n.Descendants() {
		switch {
		case d.Type == html.TextNode:
			b.WriteString(d.Data)
		case d.Type == html.ElementNode && !slices.Contains(inline, d.Data) && !partOfWord(d):
			b.WriteString(" ")
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// partOfWord reports whether an element sets a part of a word apart.
func partOfWord(n *html.Node) bool {
	return Class("k-first")(n) || Class("esc")(n) || n.Parent != nil && Class("wire-line")(n.Parent)
}

// Sent is what a browser sends for a form of method GET: the values of its
// fields by name, of radio buttons and boxes those that are checked.
func Sent(form *html.Node) url.Values {
	q := url.Values{}
	for n := range form.Descendants() {
		if n.Type == html.ElementNode && n.Data == "option" && Has(n, "selected") {
			q.Add(Attr(n.Parent, "name"), Field(Attr(n, "value")))
		}
		if n.Type != html.ElementNode || n.Data != "input" || Attr(n, "name") == "" {
			continue
		}
		typ := Attr(n, "type")
		if (typ == "radio" || typ == "checkbox") && !Has(n, "checked") {
			continue
		}
		q.Add(Attr(n, "name"), Field(Attr(n, "value")))
	}
	return q
}

// Field is a value after its way through a page and a form: a browser reads
// bytes that are not UTF-8, and NUL, as U+FFFD, and sends every line end as
// CR LF.
func Field(value string) string {
	value = strings.ToValidUTF8(strings.ReplaceAll(value, "\x00", "\uFFFD"), "\uFFFD")
	value = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(value)
	return strings.ReplaceAll(value, "\n", "\r\n")
}

// CheckStrict fails for what the site's policy forbids or a reader would trip
// over: inline style and script, two elements of one id, a label or a reference
// to an id that is not there.
func (d Doc) CheckStrict(t testing.TB) {
	t.Helper()
	ids := map[string]int{}
	for _, n := range d.Nodes(With("id")) {
		ids[Attr(n, "id")]++
	}
	for id, times := range ids {
		if times > 1 {
			t.Errorf("%d elements have the id %q", times, id)
		}
	}
	for _, n := range d.Nodes(func(*html.Node) bool { return true }) {
		if n.Data == "style" || Has(n, "style") || n.Data == "script" && !Has(n, "src") {
			t.Errorf("<%s> has inline style or script", n.Data)
		}
		for _, a := range n.Attr {
			if strings.HasPrefix(a.Key, "on") || strings.HasPrefix(a.Key, "hx-on") || strings.Contains(a.Val, "js:") {
				t.Errorf("<%s %s=%q> is an inline script", n.Data, a.Key, a.Val)
			}
			if slices.Contains([]string{"for", "aria-labelledby", "aria-describedby"}, a.Key) && ids[a.Val] == 0 {
				t.Errorf("<%s %s=%q> refers to nothing", n.Data, a.Key, a.Val)
			}
		}
	}
}
