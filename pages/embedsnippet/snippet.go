// Package embedsnippet is what somebody copies to show a figure on a page of
// their own: the frame as HTML, and the address alone.
//
// Every snippet names a height, so that nothing moves when the frame comes, has
// a title for those who hear the page, and loads when the reader comes near.
package embedsnippet

import (
	"context"
	"fmt"
	"html"
	"net/url"
	"strings"

	"echomq.dev/course/pages/layout"
)

// Column is the width of a typical course page's text, in CSS pixels.
const Column = 640

// Widest is how wide a frame grows in a place that is wider than a column.
const Widest = 960

// heights are how high each simulator's figure is in a column of that width, in
// CSS pixels: about what the state that it opens with takes. A long sequence and
// the keys of two lines scroll.
var heights = map[string]int{"claim": 1100, "collide": 740, "key": 620, "slot": 1090, "job": 1250, "lines": 1400, "race": 1820}

// Height is the height to give a simulator's frame.
func Height(simulator string) int {
	if h, ok := heights[simulator]; ok {
		return h
	}
	return 700
}

// Frame is a figure to be framed. Query is the state's, escaped, without its
// question mark.
type Frame struct {
	Site             layout.Site
	ID               string // of the figure; those inside the disclosure begin with it
	Simulator, Title string
	Query            string
}

// Path is the embed's path inside the site.
func (f Frame) Path() string { return "/embed/" + f.state() }

// Page is the path of the simulator's own page in the same state.
func (f Frame) Page() string { return "/sim/" + f.state() }

func (f Frame) state() string {
	if f.Query == "" {
		return f.Simulator
	}
	return f.Simulator + "?" + Escaped(f.Query)
}

// Escaped is a query with nothing in it that a host could take out on the way:
// some drop braces and quotes from an address, and the rest of it leads to
// another state.
func Escaped(query string) string {
	var b strings.Builder
	for i := range len(query) {
		c := query[i]
		if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-._~%&=:/+,", c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// Address is the page's in full, for platforms that make a frame of an address.
func (f Frame) Address(ctx context.Context) string { return f.Site.Base.Root(ctx) + f.Page() }

// HTML is the frame at the column's width. It takes the whole width that its
// place has, where styles are allowed.
func (f Frame) HTML(ctx context.Context) string {
	return "<iframe " + Attributes(f.Site.Base.Root(ctx)+f.Path(), f.Title, Column, Widest, Height(f.Simulator)) + "></iframe>"
}

// Attributes are those of an iframe: of a size, in CSS pixels, and where styles
// are allowed as wide as its place, up to a width.
func Attributes(src, title string, width, widest, height int) string {
	return fmt.Sprintf(`src="%s" title="%s" width="%d" height="%d" loading="lazy" style="width:100%%;max-width:%dpx;border:0"`,
		html.EscapeString(src), html.EscapeString(title), width, height, widest)
}

// Scripted is the same with the script that lets frames grow with what they hold.
func (f Frame) Scripted(ctx context.Context) string {
	return f.HTML(ctx) + "\n" + fmt.Sprintf(`<script src="%s" async></script>`, html.EscapeString(f.Site.Base.Root(ctx)+"/static/embed.js"))
}

// Markdown is the frame and a link for where HTML is taken out of Markdown. A
// blank line ends a block of HTML there, so the frame is one line.
func (f Frame) Markdown(ctx context.Context) string {
	return f.HTML(ctx) + "\n\n" + fmt.Sprintf("[%s](%s)", f.Title, f.Address(ctx))
}

// More is the path of the page that shows the figure live, beside how to embed
// it in this platform and in that.
func (f Frame) More() string {
	return "/embed?url=" + url.QueryEscape(f.Page())
}
