// Package gosource finds a declaration in Go files by its name, so that a page
// shows the very text that the compiler read and cannot fall behind it.
package gosource

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Tree is the Go source of a module: a directory inside it, such as
// "sim/fence", with the files embedded there. A directory stands for those
// below it too.
type Tree map[string]fs.FS

// Find returns the declaration called symbol in the file at that path inside
// the module, and the number of its first line. A symbol is the name of a
// function, a constant, a variable or a type, or "Type.Method".
//
// The text is whole lines, from the first of the doc comment to the one on
// which the declaration ends. A constant, variable or type out of a
// parenthesised group comes without the rest of the group.
func (t Tree) Find(file, symbol string) (code string, line int, err error) {
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		if fsys, ok := t[dir]; ok {
			inside := strings.TrimPrefix(strings.TrimPrefix(file, dir), "/")
			if dir == "." {
				inside = file
			}
			return find(fsys, inside, file, symbol)
		}
		if dir == "." || dir == "/" {
			break
		}
	}
	dirs := make([]string, 0, len(t))
	for dir := range t {
		dirs = append(dirs, dir)
	}
	slices.Sort(dirs)
	return "", 0, fmt.Errorf("source file %q: expected a file under %s", file, strings.Join(dirs, ", "))
}

// find looks in one file system; name is the path there, file the one that
// whoever asked would recognise.
func find(fsys fs.FS, name, file, symbol string) (string, int, error) {
	src, err := fs.ReadFile(fsys, name)
	if err != nil {
		names, _ := fs.Glob(fsys, path.Join(path.Dir(name), "*.go"))
		for i, n := range names {
			names[i] = path.Base(n)
		}
		return "", 0, fmt.Errorf("source file %q: expected one of %s", file, strings.Join(names, ", "))
	}
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, file, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return "", 0, fmt.Errorf("source file %q: %w", file, err)
	}
	var known []string
	for _, d := range declarations(parsed) {
		if d.name == symbol {
			code, line := cut(src, fset, d)
			return code, line, nil
		}
		known = append(known, d.name)
	}
	slices.Sort(known)
	return "", 0, fmt.Errorf("symbol %q in %s: expected one of %s", symbol, file, strings.Join(known, ", "))
}

// cut takes the declaration's lines out of the file.
func cut(src []byte, fset *token.FileSet, d declaration) (string, int) {
	from, to := fset.Position(d.from), fset.Position(d.to)
	start := from.Offset - (from.Column - 1)
	end := to.Offset
	if i := strings.IndexByte(string(src[end:]), '\n'); i >= 0 {
		end += i + 1
	} else {
		end = len(src)
	}
	return string(src[start:end]), from.Line
}

// declaration is a name with the place of its text, doc comment included.
type declaration struct {
	name     string
	from, to token.Pos
}

// declarations lists what a file declares at its top level.
func declarations(f *ast.File) []declaration {
	var all []declaration
	for _, decl := range f.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if d.Recv != nil && len(d.Recv.List) == 1 {
				name = Receiver(d.Recv.List[0].Type) + "." + name
			}
			all = append(all, declaration{name, first(d, d.Doc), d.End()})
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				all = append(all, specified(d, spec)...)
			}
		}
	}
	return all
}

// specified lists the names that one line of a const, var or type declares.
func specified(d *ast.GenDecl, spec ast.Spec) []declaration {
	var names []*ast.Ident
	var doc *ast.CommentGroup
	switch s := spec.(type) {
	case *ast.ValueSpec:
		names, doc = s.Names, s.Doc
	case *ast.TypeSpec:
		names, doc = []*ast.Ident{s.Name}, s.Doc
	}
	from, to := first(spec, doc), spec.End()
	if !d.Lparen.IsValid() {
		from, to = first(d, d.Doc), d.End()
	}
	var all []declaration
	for _, n := range names {
		all = append(all, declaration{n.Name, from, to})
	}
	return all
}

func first(n ast.Node, doc *ast.CommentGroup) token.Pos {
	if doc != nil {
		return doc.Pos()
	}
	return n.Pos()
}

// Receiver is the name of a method's type, without pointer and type parameters.
func Receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return Receiver(e.X)
	case *ast.IndexExpr:
		return Receiver(e.X)
	case *ast.IndexListExpr:
		return Receiver(e.X)
	case *ast.ParenExpr:
		return Receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}
