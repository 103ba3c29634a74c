package content

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// marker opens a directive when a name follows it, and closes one when it
// stands alone on its line.
var marker = []byte(":::")

var kindDirective = ast.NewNodeKind("Directive")

// directive is the node of ":::name rest", with the Markdown up to the closing
// line as its children. A node with an empty name is a closing line that
// nothing had opened.
type directive struct {
	ast.BaseBlock
	name   string
	rest   string // what follows the name on its line, trimmed
	closed bool

	// An aside's title, as HTML, and the id of that title.
	title, id string
}

func (d *directive) Kind() ast.NodeKind { return kindDirective }

func (d *directive) Dump(source []byte, level int) {
	ast.DumpHelper(d, source, level, map[string]string{"Name": d.name, "Rest": d.rest}, nil)
}

// directiveParser is goldmark's block parser for directives. It accepts any
// name and any nesting: what is wrong with them is found on the tree, where
// every mistake of a page can be told at once.
type directiveParser struct{}

func (directiveParser) Trigger() []byte { return marker[:1] }

func (directiveParser) Open(_ ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, _ := reader.PeekLine()
	at := pc.BlockOffset()
	if at < 0 || !bytes.HasPrefix(line[at:], marker) {
		return nil, parser.NoChildren
	}
	name, rest, _ := strings.Cut(strings.TrimSpace(string(line[at+len(marker):])), " ")
	reader.AdvanceToEOL()
	d := &directive{name: name, rest: strings.TrimSpace(rest)}
	if name == "" {
		d.closed = true
		return d, parser.NoChildren
	}
	return d, parser.HasChildren
}

func (directiveParser) Continue(node ast.Node, reader text.Reader, pc parser.Context) parser.State {
	d := node.(*directive)
	if d.name == "" {
		return parser.Close
	}
	line, _ := reader.PeekLine()
	indent, _ := util.IndentWidth(line, reader.LineOffset())
	if indent < 4 && bytes.Equal(bytes.TrimSpace(line), marker) && innermost(d, pc) {
		d.closed = true
		reader.AdvanceToEOL()
		return parser.Close
	}
	return parser.Continue | parser.HasChildren
}

// innermost reports whether a closing line is d's: not that of a directive
// inside it, nor text of a code block inside it.
func innermost(d *directive, pc parser.Context) bool {
	open := pc.OpenedBlocks()
	for i := len(open) - 1; i >= 0; i-- {
		switch n := open[i].Node.(type) {
		case *directive:
			return n == d
		case *ast.FencedCodeBlock:
			return false
		}
	}
	return true
}

func (directiveParser) Close(ast.Node, text.Reader, parser.Context) {}

func (directiveParser) CanInterruptParagraph() bool { return true }

func (directiveParser) CanAcceptIndentedLine() bool { return false }
