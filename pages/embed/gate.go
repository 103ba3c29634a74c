package embed

import (
	"bytes"
	"context"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/a-h/templ"
	"golang.org/x/net/html"
)

// gate draws a figure for a frame. What a simulator draws is the same wherever
// it stands; what a frame needs of it is said here, once for all of them:
//
//   - a link to a simulator leads to its embed, with the same query and in the
//     same colours, and so does a form, if it stays
//   - any other link and form opens a window of its own, for nothing else of the
//     site can be framed
//   - whatever is of class "unframed", and every attribute of htmx's, is left out
//
// Nothing that a frame shows can therefore lead out of it by mistake.
type gate struct {
	site  string   // the path of the simulators, with the base path: "/echomq/sim/"
	here  string   // the path of the embeds: "/echomq/embed/"
	names []string // of the simulators that have one
	theme string
	forms bool // whether forms stay
}

// unframed is the class of what a frame leaves out.
const unframed = "unframed"

// through is a component as the gate lets it pass.
func (g gate) through(c templ.Component) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		var drawn bytes.Buffer
		if err := c.Render(ctx, &drawn); err != nil {
			return err
		}
		return g.copy(w, html.NewTokenizer(&drawn))
	})
}

// copy passes a figure on, token by token. Texts and end tags keep every byte,
// and start tags all that they say.
func (g gate) copy(w io.Writer, z *html.Tokenizer) error {
	for left := (dropped{}); ; {
		kind := z.Next()
		if kind == html.ErrorToken {
			if err := z.Err(); err != io.EOF {
				return err
			}
			return nil
		}
		raw := slices.Clone(z.Raw()) // the token that is read next may reuse it
		if kind != html.StartTagToken && kind != html.SelfClosingTagToken && kind != html.EndTagToken {
			if !left.is() {
				if _, err := w.Write(raw); err != nil {
					return err
				}
			}
			continue
		}
		t := z.Token()
		if left.see(t) || kind != html.EndTagToken && g.drops(t) && left.begin(t) {
			continue
		}
		out := string(raw)
		if kind != html.EndTagToken {
			out = g.tag(t)
		}
		if _, err := io.WriteString(w, out); err != nil {
			return err
		}
	}
}

// dropped is an element that is being left out with all that is in it.
type dropped struct {
	name  string
	depth int // of elements of that name which are open
}

// void are the elements that have no end tag.
var void = []string{"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}

func (d *dropped) is() bool { return d.depth > 0 }

// begin leaves out an element from its start tag on.
func (d *dropped) begin(t html.Token) bool {
	if t.Type == html.StartTagToken && !slices.Contains(void, t.Data) {
		d.name, d.depth = t.Data, 1
	}
	return true
}

// see counts the tags inside of what is left out, and reports whether this is
// one of them.
func (d *dropped) see(t html.Token) bool {
	if !d.is() {
		return false
	}
	if t.Data == d.name {
		switch t.Type {
		case html.StartTagToken:
			d.depth++
		case html.EndTagToken:
			d.depth--
		}
	}
	return true
}

func (g gate) drops(t html.Token) bool {
	return t.Data == "form" && !g.forms || slices.Contains(strings.Fields(attr(t, "class")), unframed)
}

// tag is a start tag as it leaves the gate. Where a link or a form leads, and in
// which window, is the gate's to say.
func (g gate) tag(t html.Token) string {
	own := false // whether it leads to a window of its own
	t.Attr = slices.DeleteFunc(t.Attr, func(a html.Attribute) bool {
		return strings.HasPrefix(a.Key, "hx-") || a.Key == "target" || a.Key == "formaction" || a.Key == "formtarget"
	})
	for i, a := range t.Attr {
		switch {
		case t.Data == "a" && (a.Key == "href" || a.Key == "xlink:href"):
			if inside, ok := g.inside(a.Val); ok {
				t.Attr[i].Val = inside
			} else {
				own = !strings.HasPrefix(a.Val, "#")
			}
		case t.Data == "form" && a.Key == "action":
			// A form takes its fields for the query, and the colours are one.
			if inside, ok := (gate{site: g.site, here: g.here, names: g.names}).inside(a.Val); ok {
				t.Attr[i].Val = inside
			} else {
				own = true
			}
		}
	}
	if own {
		t.Attr = append(t.Attr, html.Attribute{Key: "target", Val: "_blank"})
		if attr(t, "rel") == "" {
			t.Attr = append(t.Attr, html.Attribute{Key: "rel", Val: "noopener"})
		}
	}
	tag := t.String()
	if t.Data == "form" && g.theme != "" && !own {
		tag += `<input type="hidden" name="theme" value="` + g.theme + `">`
	}
	return tag
}

// inside is the embed's address for a simulator's, if it is one.
func (g gate) inside(link string) (string, bool) {
	rest, ok := strings.CutPrefix(link, g.site)
	if !ok {
		return "", false
	}
	rest, place, _ := strings.Cut(rest, "#")
	name, query, _ := strings.Cut(rest, "?")
	if !slices.Contains(g.names, name) {
		return "", false
	}
	if g.theme != "" {
		query = strings.TrimPrefix(query+"&theme="+url.QueryEscape(g.theme), "&")
	}
	to := g.here + name
	if query != "" {
		to += "?" + query
	}
	if place != "" {
		to += "#" + place
	}
	return to, true
}

func attr(t html.Token, name string) string {
	for _, a := range t.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}
