package content

import (
	"bytes"
	"html"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// newMarkdown is the Markdown of the pages: CommonMark, tables, typographic
// quotes and directives. Cells are not aligned, for goldmark would do it with
// inline styles.
func newMarkdown() goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(
			extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignNone)),
			extension.Typographer,
		),
		goldmark.WithParserOptions(
			parser.WithAutoHeadingID(),
			parser.WithBlockParsers(util.Prioritized(directiveParser{}, 90)),
		),
		goldmark.WithRendererOptions(
			renderer.WithNodeRenderers(util.Prioritized(htmlRenderer{}, 90)),
		),
	)
}

// pageParser turns one file into a page, and keeps what can only be checked
// when every page is parsed.
type pageParser struct {
	page     *Page
	front    frontMatter
	base     string
	check    Checker
	glossary *glossary
	marked   map[*Term]bool // the terms that the page has used so far
	md       goldmark.Markdown
	ids      slugs
	links    []reference
	wrong    mistakes
}

// fragment is a piece of Markdown with its tree.
type fragment struct {
	source []byte
	doc    ast.Node
	starts []int // offset of each line's first byte
	before int   // lines of the file that precede the source
}

// parsePage reads a page. What is wrong with it stands in the parser's list.
func parsePage(name string, source []byte, base string, check Checker, terms *glossary) *pageParser {
	p := &pageParser{
		page:     &Page{SourceFile: name},
		base:     base,
		check:    check,
		glossary: terms,
		marked:   map[*Term]bool{},
		md:       newMarkdown(),
		ids:      slugs{},
	}
	for i, r := range string(source) {
		if r == utf8.RuneError && !bytes.HasPrefix(source[i:], []byte(string(r))) {
			line := 1 + bytes.Count(source[:i], []byte("\n"))
			p.wrong.add(name, line, "byte %#02x: expected text in UTF-8", source[i])
			break
		}
	}
	all := strings.ReplaceAll(string(source), "\r\n", "\n")
	front, body, before := splitFrontMatter(name, all, &p.wrong)
	p.front = front
	front.fill(p.page, &p.wrong)
	p.page.Lede = p.running(front["lede"].value, front.line("lede"))
	doc := p.parse(body, before)
	p.inspect(doc)
	p.headings(doc)
	p.blocks(doc)
	return p
}

// parse builds the tree of a piece that begins after so many lines of the file.
func (p *pageParser) parse(source string, before int) *fragment {
	f := &fragment{source: []byte(source), before: before, starts: []int{0}}
	for i, c := range f.source {
		if c == '\n' {
			f.starts = append(f.starts, i+1)
		}
	}
	pc := parser.NewContext(parser.WithIDs(p.ids))
	f.doc = p.md.Parser().Parse(text.NewReader(f.source), parser.WithContext(pc))
	return f
}

// line is where a node begins in the file. Nodes without a place of their own
// begin where the nearest node around them does.
func (f *fragment) line(n ast.Node) int {
	for ; n != nil && n.Kind() != ast.KindDocument; n = n.Parent() {
		if at := n.Pos(); at >= 0 {
			return f.before + sort.SearchInts(f.starts, at+1)
		}
	}
	return f.before + 1
}

// html renders nodes of the fragment one after the other.
func (p *pageParser) html(f *fragment, nodes ...ast.Node) string {
	var b bytes.Buffer
	for _, n := range nodes {
		if err := p.md.Renderer().Render(&b, f.source, n); err != nil {
			// Rendering into memory fails only in a renderer of our own.
			p.wrong.add(p.page.SourceFile, f.line(n), "%v: expected Markdown that renders", err)
		}
	}
	return b.String()
}

// inline renders one line's worth of Markdown, a title say, without a paragraph
// around it.
func (p *pageParser) inline(source string, line int) string {
	return p.oneLine(source, line, func(*fragment, ast.Node) {})
}

// running renders one line's worth of prose, with its terms marked.
func (p *pageParser) running(source string, line int) string {
	return p.oneLine(source, line, p.mark)
}

func (p *pageParser) oneLine(source string, line int, finish func(*fragment, ast.Node)) string {
	f := p.parse(source, line-1)
	p.inspect(f)
	finish(f, f.doc)
	first := f.doc.FirstChild()
	if first == nil {
		return ""
	}
	if first.Kind() != ast.KindParagraph || first.NextSibling() != nil {
		p.wrong.add(p.page.SourceFile, line, "text %q: expected running text", shorten(source))
		return ""
	}
	return strings.TrimSpace(p.html(f, children(first)...))
}

func children(n ast.Node) []ast.Node {
	var all []ast.Node
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		all = append(all, c)
	}
	return all
}

// plain is the text of HTML that this package rendered.
func plain(rendered string) string {
	var b strings.Builder
	inTag := false
	for _, r := range rendered {
		switch {
		case r == '<':
			inTag = true
		case r == '>':
			inTag = false
		case !inTag:
			b.WriteRune(r)
		}
	}
	return strings.Join(strings.Fields(html.UnescapeString(b.String())), " ")
}
