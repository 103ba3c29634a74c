package content

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

// mark turns the first use of each glossary term in a node's prose into a link
// to its definition. What is no prose stays as it is: code, headings, the
// heads of tables, and text that is a link already. Terms that the page has
// used before are passed over.
func (p *pageParser) mark(f *fragment, n ast.Node) {
	if p.glossary == nil || len(p.glossary.forms) == 0 {
		return
	}
	switch n.Kind() {
	case ast.KindHeading, ast.KindLink, ast.KindAutoLink, ast.KindCodeSpan, ast.KindRawHTML, east.KindTableHeader:
		return
	}
	var run []*ast.Text
	for _, c := range children(n) {
		if t, ok := c.(*ast.Text); ok && !t.IsRaw() {
			run = append(run, t)
			continue
		}
		p.markRun(f, run)
		run = nil
		p.mark(f, c)
	}
	p.markRun(f, run)
}

// span is a term found in a run of text.
type span struct {
	from, to int
	term     *Term
	link     *ast.Link // once a part of it is in place
}

// markRun marks terms in texts that follow one another. A line of the file
// ends where a reader sees a blank, so a term may go on in the next text.
func (p *pageParser) markRun(f *fragment, run []*ast.Text) {
	var b strings.Builder
	for _, t := range run {
		b.Write(t.Segment.Value(f.source))
		if t.SoftLineBreak() || t.HardLineBreak() {
			b.WriteByte(' ')
		}
	}
	spans := p.find(b.String())
	if len(spans) == 0 {
		return
	}
	at := 0 // where the text begins in the run
	for _, t := range run {
		spans = p.rewrite(t, at, spans)
		at += t.Segment.Len()
		if t.SoftLineBreak() || t.HardLineBreak() {
			at++
		}
	}
}

// find looks for terms in running text. At each word the longest form counts,
// whether or not its term was marked before: the wire of a second "wire
// identity" is not a first wire.
func (p *pageParser) find(s string) []*span {
	var found []*span
	for i := 0; i < len(s); {
		size := 1
		if f, ok := p.glossary.at(s, i); ok {
			size = len(f.text)
			if !p.marked[f.term] {
				p.marked[f.term] = true
				found = append(found, &span{from: i, to: i + size, term: f.term})
			}
		}
		i += size
	}
	return found
}

// at returns the longest form that stands at an offset as words of its own.
// The first letter may be a capital where the form has none, as it is at the
// beginning of a sentence.
func (g *glossary) at(s string, i int) (form, bool) {
	if before, _ := utf8.DecodeLastRuneInString(s[:i]); inWord(before) || !utf8.RuneStart(s[i]) {
		return form{}, false
	}
	for _, f := range g.forms {
		rest := s[i:]
		if len(rest) < len(f.text) || rest[1:len(f.text)] != f.text[1:] {
			continue
		}
		if rest[0] != f.text[0] && rest[:1] != strings.ToUpper(f.text[:1]) {
			continue
		}
		if after, _ := utf8.DecodeRuneInString(rest[len(f.text):]); !inWord(after) {
			return f, true
		}
	}
	return form{}, false
}

// inWord reports whether a character next to a form makes it a part of some
// longer word. At an end of the text there is none: utf8.RuneError.
func inWord(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_')
}

// rewrite puts a text's pieces in its place, those of terms inside links. It
// returns the spans that the texts behind it still have to do with; the first
// of them may have begun here, and then its link is there to go on in.
func (p *pageParser) rewrite(t *ast.Text, begin int, spans []*span) []*span {
	parent, at, end := t.Parent(), begin, begin+t.Segment.Len()
	piece := func(to int) *ast.Text {
		from := t.Segment.Start + at - begin
		at = to
		return ast.NewTextSegment(text.NewSegment(from, t.Segment.Start+to-begin))
	}
	for len(spans) > 0 && spans[0].from < end {
		s := spans[0]
		if s.link == nil {
			if s.from > at {
				parent.InsertBefore(parent, t, piece(s.from))
			}
			s.link = p.glossary.link(s.term)
			parent.InsertBefore(parent, t, s.link)
		}
		last := piece(min(s.to, end))
		s.link.AppendChild(s.link, last)
		if s.to > end {
			last.SetSoftLineBreak(true)
			parent.RemoveChild(parent, t)
			return spans
		}
		spans = spans[1:]
	}
	// What is left may be nothing but the end of the line.
	rest := piece(end)
	rest.SetSoftLineBreak(t.SoftLineBreak())
	rest.SetHardLineBreak(t.HardLineBreak())
	parent.ReplaceChild(parent, t, rest)
	return spans
}
