package content

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"

	"echomq.dev/course/content/highlight"
)

// languageScenario is the fenced block that becomes a figure.
const languageScenario = "scenario"

// inspect walks a tree once: it reports what Markdown allows and a page does
// not, and completes links and tables for their rendering.
func (p *pageParser) inspect(f *fragment) {
	section := p.page.Title
	_ = ast.Walk(f.doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.HTMLBlock:
			p.at(f, n, "raw HTML: expected Markdown, with a literal < between backticks")
		case *ast.RawHTML:
			found := string(n.Segments.Value(f.source))
			p.at(f, n, "raw HTML %q: expected Markdown, with a literal < between backticks", shorten(found))
		case *ast.Image:
			p.at(f, n, "image %q: expected a :::figure", n.Destination)
		case *ast.Link:
			n.Destination = []byte(p.link(f, n, string(n.Destination)))
		case *ast.AutoLink:
			p.link(f, n, string(n.URL(f.source)))
		case *ast.FencedCodeBlock:
			p.fence(f, n)
		case *ast.Heading:
			section = plain(p.html(f, children(n)...))
		case *east.Table:
			n.SetAttributeString(tableLabel, "Table: "+section)
		case *directive:
			p.nesting(f, n)
		}
		return ast.WalkContinue, nil
	})
}

// at reports a mistake where a node begins.
func (p *pageParser) at(f *fragment, n ast.Node, format string, args ...any) {
	p.wrong.add(p.page.SourceFile, f.line(n), format, args...)
}

// fence checks the language of a code block.
func (p *pageParser) fence(f *fragment, n *ast.FencedCodeBlock) {
	language := string(n.Language(f.source))
	switch {
	case language == languageScenario:
		if n.Parent().Kind() != ast.KindDocument {
			p.at(f, n, "scenario inside another block: expected it to stand alone")
		}
	case language != "" && !highlight.Known(language):
		p.at(f, n, "code in %q: expected scenario, text, go or another language with a highlighter", language)
	}
}

// nesting checks what directives share: they stand alone and come to an end.
func (p *pageParser) nesting(f *fragment, d *directive) {
	switch {
	case d.name == "":
		p.at(f, d, "::: with nothing to close: expected :::name before it")
	case d.Parent().Kind() != ast.KindDocument:
		p.at(f, d, "%s inside another block: expected it to stand alone", d.name)
	case !d.closed:
		p.at(f, d, "%s without an end: expected a line ::: after it", d.name)
	}
}

// headings fills the table of contents, and holds the page to an outline
// without gaps under its title, the one heading of the first level.
func (p *pageParser) headings(f *fragment) {
	last := 1
	_ = ast.Walk(f.doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		h, ok := n.(*ast.Heading)
		if !ok || !entering {
			return ast.WalkContinue, nil
		}
		inner := p.html(f, children(h)...)
		switch {
		case h.Parent().Kind() != ast.KindDocument:
			p.at(f, h, "heading %q inside another block: expected it to stand alone", plain(inner))
		case plain(inner) == "":
			p.at(f, h, "heading without text: expected some")
		case h.Level == 1:
			p.at(f, h, "heading %q of level 1: expected level 2, for the title is the first", plain(inner))
		case h.Level > last+1:
			p.at(f, h, "heading %q of level %d: expected at most level %d here", plain(inner), h.Level, last+1)
		}
		last = max(h.Level, 2)
		if h.Level == 2 {
			id, _ := h.AttributeString("id")
			name, _ := id.([]byte)
			p.page.TOC = append(p.page.TOC, Heading{ID: string(name), Text: plain(inner), HTML: inner})
		}
		return ast.WalkSkipChildren, nil
	})
}

// reference is a link inside the site, to be followed when all pages are there.
type reference struct {
	path, fragment string // path is empty for the page itself
	line           int
}

// link checks a destination and returns it as the page has to carry it.
func (p *pageParser) link(f *fragment, n ast.Node, to string) string {
	switch {
	case strings.HasPrefix(to, "https://"), strings.HasPrefix(to, "http://"):
		n.SetAttributeString("rel", "noopener")
		return to
	case strings.HasPrefix(to, "/") && !strings.HasPrefix(to, "//"), strings.HasPrefix(to, "#"):
		rest, fragment, _ := strings.Cut(to, "#")
		path, _, _ := strings.Cut(rest, "?")
		p.links = append(p.links, reference{path, fragment, f.line(n)})
		if path == "" {
			return to
		}
		return p.base + to
	}
	p.at(f, n, "link to %q: expected https://…, a path of the site or #section", to)
	return to
}

// resolve checks what leads to other pages, with every page at hand.
func (p *pageParser) resolve(all map[string]*pageParser) {
	for _, to := range p.links {
		if to.path == GlossaryPath {
			if to.fragment != "" && !p.glossary.has(to.fragment) {
				p.wrong.add(p.page.SourceFile, to.line, "link to %s: expected a term of %s", strconv.Quote(GlossaryPath+"#"+to.fragment), glossaryFile)
			}
			continue
		}
		target, ours := p, true
		if to.path != "" {
			target, ours = all[to.path]
		}
		if !ours {
			if err := p.check.Link(to.path); err != nil {
				p.wrong.add(p.page.SourceFile, to.line, "link: %v", err)
			}
			continue
		}
		if to.fragment != "" && !target.ids[to.fragment] {
			p.wrong.add(p.page.SourceFile, to.line, "link to %s: expected a section of %s", strconv.Quote("#"+to.fragment), target.page.SourceFile)
		}
	}
	p.page.Prev = p.neighbour("prev", all)
	p.page.Next = p.neighbour("next", all)
}

// neighbour reads prev or next: a path of the course, or the name of a page
// that this site does not hold.
func (p *pageParser) neighbour(key string, all map[string]*pageParser) Link {
	at := p.front[key]
	if !strings.HasPrefix(at.value, "/") {
		return Link{Title: at.value}
	}
	target, ok := all[at.value]
	if !ok {
		p.wrong.add(p.page.SourceFile, at.line, "%s %q: expected the path of a page of the course, or a title", key, at.value)
		return Link{}
	}
	return Link{Title: target.page.Title, Path: at.value}
}
