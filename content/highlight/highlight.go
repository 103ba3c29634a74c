// Package highlight turns source code into HTML with classes: no inline style,
// so that a page with a strict Content-Security-Policy can show it in light,
// in dark and on paper.
//
// The shape is always the same, one element a line:
//
//	<pre class="chroma" tabindex="0"><code><span class="line CLASS" id="ID-L12" data-line="12">…</span>…</code></pre>
//
// The number of a line is data, not text: a stylesheet shows it with
// content: attr(data-line), so that a selection copies code alone. Inside a
// line, spans carry one of six short classes, chroma's names for the kinds:
//
//	c   a comment           k   a keyword, a type of the language
//	s   a string            se  an escape in one
//	m   a number            nf  the name of a function that is declared or called
//
// Everything else is text without an element: a page that shows much code is
// slow for its elements, and a reader has no use for a tenth colour.
//
// The colours, and what a CLASS of the caller's looks like, are a stylesheet's
// business.
package highlight

import (
	"fmt"
	"html"
	"strings"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// Go renders Go source, a whole file or any run of lines out of one.
//
// first is the number of the first line in its file, counted from 1. Every
// line gets the id "ID-L" and its number, unless id is empty. A line whose
// number is in marked carries the class given there beside "line": the lines
// that ran, say, or the one where the cursor is.
func Go(code, id string, first int, marked map[int]string) string {
	var b strings.Builder
	b.WriteString(`<pre class="chroma" tabindex="0"><code>`)
	for i, line := range lines("go", code) {
		n := first + i
		class := "line"
		if marked[n] != "" {
			class += " " + marked[n]
		}
		fmt.Fprintf(&b, `<span class="%s"`, html.EscapeString(class))
		if id != "" {
			fmt.Fprintf(&b, ` id="%s-L%d"`, html.EscapeString(id), n)
		}
		fmt.Fprintf(&b, ` data-line="%d">`, n)
		writeTokens(&b, line)
		b.WriteString("</span>")
	}
	b.WriteString("</code></pre>")
	return b.String()
}

// Plain renders code of any language that Known names, without line numbers.
// Code of any other language is shown as it is.
func Plain(language, code string) string {
	var b strings.Builder
	b.WriteString(`<pre class="chroma" tabindex="0"><code>`)
	for _, line := range lines(language, code) {
		b.WriteString(`<span class="line">`)
		writeTokens(&b, line)
		b.WriteString("</span>")
	}
	b.WriteString("</code></pre>")
	return b.String()
}

// Known reports whether the language has a lexer, by any of its usual names.
func Known(language string) bool { return lexers.Get(language) != nil }

// lines splits code into lines of tokens. The text of all tokens together is
// the code again, but for a final line break, which every line is given.
func lines(language, code string) [][]chroma.Token {
	code = strings.TrimSuffix(code, "\n") + "\n"
	lexer := lexers.Get(language)
	if lexer == nil {
		lexer = lexers.Fallback
	}
	it, err := chroma.Coalesce(lexer).Tokenise(&chroma.TokeniseOptions{State: "root"}, code)
	if err != nil {
		// A lexer that fails on its input is no reason to hide the input.
		return chroma.SplitTokensIntoLines([]chroma.Token{{Type: chroma.Text, Value: code}})
	}
	split := chroma.SplitTokensIntoLines(it.Tokens())
	// chroma ends with an empty line after the last line break.
	if n := len(split); n > 0 && text(split[n-1]) == "" {
		split = split[:n-1]
	}
	return split
}

func text(line []chroma.Token) string {
	var b strings.Builder
	for _, t := range line {
		b.WriteString(t.Value)
	}
	return b.String()
}

// writeTokens writes one element for each run of tokens of one class.
func writeTokens(b *strings.Builder, line []chroma.Token) {
	open := ""
	for _, t := range line {
		if c := class(t.Type); c != open {
			if open != "" {
				b.WriteString("</span>")
			}
			if c != "" {
				fmt.Fprintf(b, `<span class="%s">`, c)
			}
			open = c
		}
		b.WriteString(html.EscapeString(t.Value))
	}
	if open != "" {
		b.WriteString("</span>")
	}
}

// class is that of a token's kind; empty for text.
func class(t chroma.TokenType) string {
	switch {
	case t == chroma.LiteralStringEscape:
		return "se"
	case t.InSubCategory(chroma.LiteralString):
		return "s"
	case t.InSubCategory(chroma.LiteralNumber):
		return "m"
	case t.InCategory(chroma.Comment):
		return "c"
	case t.InCategory(chroma.Keyword):
		return "k"
	case t == chroma.NameFunction:
		return "nf"
	}
	return ""
}
