package gosource

import (
	_ "embed"
	"strings"
	"testing"
	"testing/fstest"
)

//go:embed testdata/shapes.go
var shapes []byte

func tree() Tree {
	return Tree{
		"sim/shapes": fstest.MapFS{
			"shapes.go": {Data: shapes},
			"end.go":    {Data: []byte("package shapes\n\nfunc end() {}")},
			"broken.go": {Data: []byte("package broken\n\nfunc {\n")},
		},
		"sim": fstest.MapFS{"other/other.go": {Data: []byte("package other\n\nvar V int\n")}},
	}
}

func TestFind(t *testing.T) {
	for _, c := range []struct {
		symbol string
		line   int
		want   string
	}{
		{"Alone", 6, "// Alone is documented,\n// on two lines.\nconst Alone = \"alone\" // and has a remark\n"},
		{"First", 11, "\t// First of a group.\n\tFirst  = iota\n"},
		{"Second", 13, "\tSecond // without a comment above\n"},
		{"b", 16, "var a, b = 1,\n\t2\n"},
		{"Point", 19, "// Point is generic.\ntype Point[T any] struct {\n\tX, Y T\n}\n"},
		{"Grouped", 25, "\t// Grouped is one of a group.\n\tGrouped int\n"},
		{"Point.String", 29, "// String prints a point.\nfunc (p *Point[T]) String() string {\n\treturn fmt.Sprint(p.X, p.Y) // \"}\" in a string\n}\n"},
		{"String", 34, "func String() string { return \"}\" }\n"},
		{"Grouped.last", 36, "func (Grouped) last() {}\n"},
	} {
		code, line, err := tree().Find("sim/shapes/shapes.go", c.symbol)
		if err != nil || code != c.want || line != c.line {
			t.Errorf("%s: line %d, %v\n%s\nwant line %d\n%s", c.symbol, line, err, code, c.line, c.want)
		}
	}
}

func TestFindElsewhere(t *testing.T) {
	if code, line, err := tree().Find("sim/shapes/end.go", "end"); code != "func end() {}" || line != 3 || err != nil {
		t.Errorf("last line without a break: %q, line %d, %v", code, line, err)
	}
	if code, line, err := tree().Find("sim/other/other.go", "V"); code != "var V int\n" || line != 3 || err != nil {
		t.Errorf("directory below one of the tree: %q, line %d, %v", code, line, err)
	}
	root := Tree{".": fstest.MapFS{"a/b.go": {Data: []byte("package a\n\ntype T int\n")}}}
	if code, _, err := root.Find("a/b.go", "T"); code != "type T int\n" || err != nil {
		t.Errorf("the module's root: %q, %v", code, err)
	}
}

func TestFindMistakes(t *testing.T) {
	for _, c := range []struct{ file, symbol, want string }{
		{"sim/shapes/shapes.go", "Alnoe", `symbol "Alnoe" in sim/shapes/shapes.go: expected one of Alone, First, Grouped, Grouped.last, Point, Point.String, Second, String, a, b`},
		{"sim/shapes/shape.go", "Alone", `source file "sim/shapes/shape.go": expected one of broken.go, end.go, shapes.go`},
		{"keyspace/keys.go", "Reserve", `source file "keyspace/keys.go": expected a file under sim, sim/shapes`},
		{"/etc/passwd", "root", `source file "/etc/passwd": expected a file under sim, sim/shapes`},
		{"sim/shapes/../shapes.go", "Alone", `source file "sim/shapes/../shapes.go": expected one of `},
		{"sim/shapes/broken.go", "f", `source file "sim/shapes/broken.go": `},
	} {
		code, _, err := tree().Find(c.file, c.symbol)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s %s: %q, %v\nwant %s", c.file, c.symbol, code, err, c.want)
		}
	}
}
