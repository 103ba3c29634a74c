package content

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// slugs hands out the ids of a page, each once. An id is made of its text
// alone, so it stays when text around it moves: letters and digits in lower
// case, a hyphen for each run of anything else.
type slugs map[string]bool

// Generate makes an id for a heading or a block, and a number behind it when
// the page has that id already.
func (s slugs) Generate(value []byte, _ ast.NodeKind) []byte {
	base := slug(string(value))
	id := base
	for n := 2; s[id]; n++ {
		id = base + "-" + strconv.Itoa(n)
	}
	s[id] = true
	return []byte(id)
}

// Put marks an id as taken.
func (s slugs) Put(value []byte) { s[string(value)] = true }

func slug(text string) string {
	fields := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	if len(fields) == 0 {
		return "section"
	}
	return strings.Join(fields, "-")
}
