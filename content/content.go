// Package content holds the course's pages: Markdown files with a front matter
// and a few directives, embedded in the binary and parsed once, at start.
//
// Content knows neither simulators nor HTML pages. It hands out blocks (prose
// as HTML, figures by name and query, Go source by file and symbol), and asks a
// Checker whether what a directive refers to is there. A page with a mistake
// does not load: Load names the file, the line, what it found and what it
// expected. README.md describes the language for those who write pages.
package content

import (
	"cmp"
	"embed"
	"io/fs"
	"path"
	"slices"
)

//go:embed pages glossary.md sequences
var files embed.FS

// Files returns the course's own pages, their glossary and the prepared
// sequences.
func Files() fs.FS { return files }

// A Checker answers for what pages refer to and content does not know. All
// four functions are needed. An error of theirs says what was found and what
// was expected; Load adds the file and the line.
type Checker struct {
	// Figure says whether a simulator of that name takes that query. The query
	// is as the author wrote it: not percent-encoded, blanks and braces and all.
	Figure func(simulator, query string) error

	// Scenario turns the text form of a scenario into a query of the claim
	// simulator. line is the line of a mistake inside the text, counted from 1,
	// or 0 where the text as a whole is refused.
	Scenario func(text string) (query string, line int, err error)

	// Source returns a Go declaration and the number of its first line.
	Source func(file, symbol string) (code string, line int, err error)

	// Link says whether the site answers at that path, which starts with "/"
	// and has neither query nor fragment. Pages of the course are not asked for.
	Link func(path string) error
}

// Course is every page, each found by its path, the terms that they use, and
// the prepared sequences.
type Course struct {
	Pages []*Page // by their order, then by path
	Terms []*Term // in alphabetical order

	Sequences []Sequence // prepared scenarios, by the names of their files

	byPath map[string]*Page
}

// Page returns the page at a path, such as "/protocol/the-owned-keyspace/the-reserve".
func (c *Course) Page(path string) (*Page, bool) {
	p, ok := c.byPath[path]
	return p, ok
}

// Page is one page of the course.
type Page struct {
	Path        string // from the site's base, with a leading slash
	Title       string // plain text, the page's only first-level heading
	Description string // plain text, for search engines and link previews
	Lede        string // HTML without a paragraph around it
	About       string // plain text: a few words for the map of the course, or empty
	Module      string // plain text: the module the page belongs to, or empty
	Label       string // plain text: the page's place in the module, or empty
	Order       int    // place among all pages
	Prev, Next  Link   // zero where there is none
	TOC         []Heading
	Blocks      []Block
	SourceFile  string // path of the Markdown file inside the file system loaded
}

// Link leads to a neighbour of a page. Path is empty for a page of the wider
// course that this site does not hold: it is named, and not linked.
type Link struct {
	Title string // plain text
	Path  string
}

// Heading is a second-level heading, for a table of contents.
type Heading struct {
	ID   string // the fragment that leads to it
	Text string // plain text
	HTML string // the same with its code spans
}

// Block is a part of a page's body: Prose, Figure or Code.
type Block interface{ block() }

// Prose is running text.
type Prose struct {
	HTML string // safe: made from Markdown, in which raw HTML is a mistake
}

// Figure is a simulator with the query it starts from.
type Figure struct {
	ID        string // unique in the page
	Simulator string
	Query     string // as the author wrote it, not percent-encoded
	Caption   string // HTML of one or more paragraphs
	Label     string // the caption in plain text, to name the figure
	Line      int    // of the directive in the page's file
}

// Code is a declaration out of the program's own Go source.
type Code struct {
	ID        string // unique in the page
	File      string // path inside the module: sim/fence/fence.go
	Symbol    string
	FirstLine int // of the text in that file
	Text      string
	HTML      string // the text highlighted, see package highlight
	Caption   string // HTML of one or more paragraphs, or empty
	Line      int    // of the directive in the page's file
}

func (Prose) block()  {}
func (Figure) block() {}
func (Code) block()   {}

// Load parses every page of fsys, and the glossary if there is a file of that
// name at its root. Links to paths of the site get base in
// front, the path that the site is mounted at ("" or "/echomq", say).
//
// The error joins every Mistake of every page, in the order of files and
// lines; a course with a mistake in it is not returned.
func Load(fsys fs.FS, base string, check Checker) (*Course, error) {
	var wrong mistakes
	course := &Course{byPath: map[string]*Page{}}
	var parsed []*pageParser
	at := map[string]*pageParser{}
	terms, p := readGlossary(fsys, base, check, &wrong)
	parsed = append(parsed, p)
	course.Terms = terms.terms
	err := fs.WalkDir(fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || name == glossaryFile {
			return err
		}
		if path.Base(path.Dir(name)) == sequencesDir {
			source, err := fs.ReadFile(fsys, name)
			if err != nil {
				return err
			}
			if s, ok := readSequence(name, source, check, &wrong); ok {
				course.Sequences = append(course.Sequences, s)
			}
			return nil
		}
		if path.Ext(name) != ".md" {
			wrong.add(name, 1, "file name ending in %q: expected .md", path.Ext(name))
			return nil
		}
		source, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		p := parsePage(name, source, base, check, terms)
		parsed = append(parsed, p)
		if p.page.Path == "" {
			return nil // already a mistake
		}
		if p.page.Path == GlossaryPath {
			p.wrong.add(name, p.front.line("path"), "path %q: expected another one, for the glossary is there", GlossaryPath)
		}
		if other, taken := at[p.page.Path]; taken {
			p.wrong.add(name, p.front.line("path"), "path %q: expected one that %s does not have", p.page.Path, other.page.SourceFile)
			return nil
		}
		at[p.page.Path] = p
		course.byPath[p.page.Path] = p.page
		course.Pages = append(course.Pages, p.page)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, p := range parsed {
		p.resolve(at)
		wrong = append(wrong, p.wrong...)
	}
	if err := wrong.err(); err != nil {
		return nil, err
	}
	slices.SortFunc(course.Pages, func(a, b *Page) int {
		return cmp.Or(cmp.Compare(a.Order, b.Order), cmp.Compare(a.Path, b.Path))
	})
	for _, page := range course.Pages {
		for term := range at[page.Path].marked {
			term.Pages = append(term.Pages, Link{Title: page.Title, Path: page.Path})
		}
	}
	return course, nil
}
