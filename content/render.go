package content

import (
	"fmt"
	"html"
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"echomq.dev/course/content/highlight"
)

// tableLabel is the attribute under which a table keeps its accessible name.
const tableLabel = "aria-label"

// htmlRenderer renders what pages draw differently from plain Markdown.
type htmlRenderer struct{}

func (htmlRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindCodeSpan, renderCodeSpan)
	r.Register(ast.KindFencedCodeBlock, renderCodeBlock)
	r.Register(ast.KindCodeBlock, renderCodeBlock)
	r.Register(east.KindTable, renderTable)
	r.Register(kindDirective, renderDirective)
}

// KeyClass is the class of a key, or of a pattern that stands for keys, in
// running text: "k-queue" in queue space, "k-reserve" in the reserve, and ""
// for text that is neither, as the keys of v1 are. Two hues hang on it.
func KeyClass(code string) string {
	switch {
	case strings.HasPrefix(code, "emq:{"), code == "emq:":
		return "k-queue"
	case strings.HasPrefix(code, "{emq}:"):
		return "k-reserve"
	}
	return ""
}

// renderCodeSpan gives a key its class, and sets its first byte apart: that
// byte is what tells the two spaces from one another.
func renderCodeSpan(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	var b strings.Builder
	for _, c := range children(n) {
		if t, ok := c.(*ast.Text); ok {
			b.Write(t.Segment.Value(source))
		}
	}
	code := strings.ReplaceAll(b.String(), "\n", " ")
	if class := KeyClass(code); class != "" {
		_, err := fmt.Fprintf(w, `<code class="%s"><span class="k-first">%s</span>%s</code>`, class, code[:1], html.EscapeString(code[1:]))
		return ast.WalkSkipChildren, err
	}
	_, err := fmt.Fprintf(w, "<code>%s</code>", html.EscapeString(code))
	return ast.WalkSkipChildren, err
}

func renderCodeBlock(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	language := ""
	if fenced, ok := n.(*ast.FencedCodeBlock); ok {
		language = string(fenced.Language(source))
	}
	_, err := w.WriteString(highlight.Plain(language, string(n.Lines().Value(source))) + "\n")
	return ast.WalkSkipChildren, err
}

// renderTable lets a wide table scroll by itself, with the keyboard too.
func renderTable(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		_, err := w.WriteString("</table></div>\n")
		return ast.WalkContinue, err
	}
	label, _ := n.AttributeString(tableLabel)
	_, err := fmt.Fprintf(w, `<div class="table" role="group" aria-label="%s" tabindex="0"><table>`+"\n", html.EscapeString(fmt.Sprint(label)))
	return ast.WalkContinue, err
}

// renderDirective frames an aside. The other directives are blocks of the page
// and come here only where a mistake has put them.
func renderDirective(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	d := n.(*directive)
	if d.id == "" {
		return ast.WalkSkipChildren, nil
	}
	if !entering {
		_, err := w.WriteString("</div>\n")
		return ast.WalkContinue, err
	}
	_, err := fmt.Fprintf(w, `<div class="aside aside-%s" role="note" aria-labelledby="%s"><p class="aside-title" id="%s">%s</p>`+"\n", d.name, d.id, d.id, d.title)
	return ast.WalkContinue, err
}
