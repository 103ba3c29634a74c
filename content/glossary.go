package content

import (
	"cmp"
	"io/fs"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// GlossaryPath is where the site shows the glossary, each term under a fragment
// of its own.
const GlossaryPath = "/glossary"

// glossaryFile is the one file that is no page: the terms of all of them.
const glossaryFile = "glossary.md"

// Term is an entry of the glossary.
type Term struct {
	ID    string   // the fragment that leads to it
	Name  string   // plain text, as most sentences write it
	Also  []string // other forms under which prose uses it: plurals, spellings
	HTML  string   // the definition, of one or more paragraphs
	Pages []Link   // the pages that use it, in the order of the course
}

// glossary is the terms with what is needed to find them in prose.
type glossary struct {
	terms []*Term
	forms []form // longest first
	base  string // the path that the site is mounted at
}

// form is one way to write a term.
type form struct {
	text string
	term *Term
}

// entry is a term as its file has it.
type entry struct {
	name, also, definition string
	line, from             int // of the heading, and of the definition's first line
}

// readGlossary reads the terms of fsys, which need not have any. The format is
// README.md's: a heading "## name", maybe a line "also: form, form", and the
// definition.
func readGlossary(fsys fs.FS, base string, check Checker, wrong *mistakes) (*glossary, *pageParser) {
	g := &glossary{base: base}
	p := &pageParser{page: &Page{SourceFile: glossaryFile, Title: "Glossary"}, base: base, check: check, md: newMarkdown(), ids: slugs{}, glossary: g}
	source, err := fs.ReadFile(fsys, glossaryFile)
	if err != nil {
		return g, p // a course without a glossary
	}
	entries := splitGlossary(string(source), wrong)
	taken := map[string]int{}
	for _, e := range entries {
		t := &Term{Name: e.name}
		t.ID = string(p.ids.Generate([]byte(e.name), ast.KindHeading))
		for _, text := range append([]string{e.name}, splitForms(e.also)...) {
			if line, ok := taken[text]; ok {
				wrong.add(glossaryFile, e.line, "term %q: expected a form that line %d does not have", text, line)
				continue
			}
			taken[text] = e.line
			g.forms = append(g.forms, form{text, t})
			if text != e.name {
				t.Also = append(t.Also, text)
			}
		}
		g.terms = append(g.terms, t)
	}
	slices.SortStableFunc(g.forms, func(a, b form) int { return cmp.Compare(len(b.text), len(a.text)) })
	for i, e := range entries {
		g.terms[i].HTML = p.definition(e, g.terms[i])
	}
	return g, p
}

// splitGlossary cuts the file at its headings.
func splitGlossary(source string, wrong *mistakes) []entry {
	var entries []entry
	for i, line := range strings.Split(strings.ReplaceAll(source, "\r\n", "\n"), "\n") {
		n := i + 1
		name, isTerm := strings.CutPrefix(line, "## ")
		switch name = strings.TrimSpace(name); {
		case isTerm && name == "":
			wrong.add(glossaryFile, n, "heading without a term: expected ## and a term")
		case isTerm:
			if last := len(entries) - 1; last >= 0 && strings.ToLower(name) <= strings.ToLower(entries[last].name) {
				wrong.add(glossaryFile, n, "term %q after %q: expected alphabetical order", name, entries[last].name)
			}
			entries = append(entries, entry{name: name, line: n, from: n + 1})
		case len(entries) == 0:
			if strings.TrimSpace(line) != "" {
				wrong.add(glossaryFile, n, "line %q before any term: expected ## and a term", shorten(line))
			}
		default:
			e := &entries[len(entries)-1]
			also, isAlso := strings.CutPrefix(line, "also:")
			if isAlso && n == e.line+1 {
				e.also, e.from = also, n+1
				if len(splitForms(also)) == 0 {
					wrong.add(glossaryFile, n, "also without a form: expected also: form, form")
				}
				continue
			}
			e.definition += line + "\n"
		}
	}
	for _, e := range entries {
		if strings.TrimSpace(e.definition) == "" {
			wrong.add(glossaryFile, e.line, "term %q without a definition: expected a sentence under it", e.name)
		}
	}
	return entries
}

func splitForms(also string) []string {
	var forms []string
	for form := range strings.SplitSeq(also, ",") {
		if form = strings.TrimSpace(form); form != "" {
			forms = append(forms, form)
		}
	}
	return forms
}

// definition renders an entry, in which the other terms are marked and the
// entry's own is not.
func (p *pageParser) definition(e entry, own *Term) string {
	f := p.parse(e.definition, e.from-1)
	p.inspect(f)
	p.marked = map[*Term]bool{own: true}
	for _, n := range children(f.doc) {
		if n.Kind() != ast.KindParagraph {
			p.at(f, n, "%s in a definition: expected paragraphs", strings.ToLower(n.Kind().String()))
		}
		p.mark(f, n)
	}
	return p.html(f, children(f.doc)...)
}

// link makes a link to a term, still without its text.
func (g *glossary) link(t *Term) *ast.Link {
	link := ast.NewLink()
	link.Destination = []byte(g.base + GlossaryPath + "#" + t.ID)
	link.SetAttributeString("class", []byte("term"))
	return link
}

// has reports whether a fragment leads to a term.
func (g *glossary) has(fragment string) bool {
	return slices.ContainsFunc(g.terms, func(t *Term) bool { return t.ID == fragment })
}
