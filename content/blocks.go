package content

import (
	"strings"

	"github.com/yuin/goldmark/ast"

	"echomq.dev/course/content/highlight"
)

// expectedDirectives names every directive, for a message.
const expectedDirectives = "figure, source, note, pattern or implementation"

// asides are the directives that are prose in a frame, with their usual titles.
var asides = map[string]string{
	"note":           "Note",
	"pattern":        "The pattern",
	"implementation": "The implementation",
}

// blocks cuts the page at its figures and sources; what stands between them is
// prose.
func (p *pageParser) blocks(f *fragment) {
	var prose []ast.Node
	flush := func() {
		if len(prose) > 0 {
			p.page.Blocks = append(p.page.Blocks, Prose{HTML: p.html(f, prose...)})
		}
		prose = nil
	}
	for _, n := range children(f.doc) {
		p.mark(f, n)
		block := p.block(f, n)
		if block == nil {
			prose = append(prose, n)
			continue
		}
		flush()
		p.page.Blocks = append(p.page.Blocks, block)
	}
	flush()
}

// block makes a figure or code of a node, and nil of one that is prose.
func (p *pageParser) block(f *fragment, n ast.Node) Block {
	switch n := n.(type) {
	case *ast.FencedCodeBlock:
		if string(n.Language(f.source)) == languageScenario {
			return p.scenario(f, n)
		}
	case *directive:
		switch n.name {
		case "figure":
			return p.figure(f, n)
		case "source":
			return p.source(f, n)
		case "":
			return nil
		}
		p.aside(f, n)
	}
	return nil
}

// figure reads ":::figure simulator query", with the caption inside.
func (p *pageParser) figure(f *fragment, d *directive) Block {
	simulator, query, _ := strings.Cut(d.rest, " ")
	query = strings.TrimSpace(query)
	if simulator == "" {
		p.at(f, d, "figure without a simulator: expected :::figure simulator query")
		return nil
	}
	if err := p.check.Figure(simulator, query); err != nil {
		p.at(f, d, "figure: %v", err)
	}
	return p.captioned(f, d, simulator, query, p.html(f, children(d)...))
}

// scenario reads a fenced block whose text is a scenario of the claim
// simulator and whose info line goes on with the caption.
func (p *pageParser) scenario(f *fragment, n *ast.FencedCodeBlock) Block {
	info := string(n.Info.Value(f.source))
	_, caption, _ := strings.Cut(info, " ")
	query, line, err := p.check.Scenario(string(n.Lines().Value(f.source)))
	if err != nil {
		p.wrong.add(p.page.SourceFile, f.line(n)+line, "scenario: %v", err)
	}
	rendered := p.running(strings.TrimSpace(caption), f.line(n))
	if rendered != "" {
		rendered = "<p>" + rendered + "</p>\n"
	}
	return p.captioned(f, n, "claim", query, rendered)
}

func (p *pageParser) captioned(f *fragment, n ast.Node, simulator, query, caption string) Block {
	label := plain(caption)
	if label == "" {
		p.at(f, n, "figure without a caption: expected a sentence that says what to look at")
	}
	return Figure{
		ID:        p.id("figure " + simulator),
		Simulator: simulator,
		Query:     query,
		Caption:   caption,
		Label:     label,
		Line:      f.line(n),
	}
}

// source reads ":::source file symbol", with a caption or nothing inside.
func (p *pageParser) source(f *fragment, d *directive) Block {
	words := strings.Fields(d.rest)
	if len(words) != 2 {
		p.at(f, d, "source %q: expected :::source file symbol", shorten(d.rest))
		return nil
	}
	file, symbol := words[0], words[1]
	code, first, err := p.check.Source(file, symbol)
	if err != nil {
		p.at(f, d, "%v", err)
		return nil
	}
	id := p.id("source " + symbol)
	return Code{
		ID:        id,
		File:      file,
		Symbol:    symbol,
		FirstLine: first,
		Text:      code,
		HTML:      highlight.Go(code, id, first, nil),
		Caption:   p.html(f, children(d)...),
		Line:      f.line(d),
	}
}

// aside completes a note, a pattern or an implementation for its rendering as
// part of the prose.
func (p *pageParser) aside(f *fragment, d *directive) {
	usual, ok := asides[d.name]
	if !ok {
		p.at(f, d, "directive %q: expected %s", d.name, expectedDirectives)
		return
	}
	d.title = usual
	if d.rest != "" {
		d.title = p.inline(d.rest, f.line(d))
	}
	d.id = p.id(d.name + " " + plain(d.title))
}

func (p *pageParser) id(text string) string {
	return string(p.ids.Generate([]byte(text), kindDirective))
}
