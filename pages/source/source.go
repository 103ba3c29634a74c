// Package source shows the Go function that sent a command, with the lines
// that have sent one so far. The text is the one that was compiled, so the line
// that a trace names is the line that ran.
//
// Finding a function and colouring it takes milliseconds, and the text never
// changes, so both happen once: a view only sets the marks.
package source

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"strings"
	"sync"

	"echomq.dev/course/content/gosource"
)

// Library has every function of a tree of Go source, ready to be shown. It does
// not change after New and is safe for use from many goroutines.
type Library struct {
	functions map[place]function
}

// place is a function's file, as a path inside the module, and its name there:
// Name, or Type.Name for a method.
type place struct{ file, symbol string }

type function struct {
	first int             // the number of its first line, that of the doc comment
	lines func() []string // HTML of each line, worked out when first asked for
}

// New reads all functions of a tree. The error names the file that is no Go.
func New(tree gosource.Tree) (*Library, error) {
	l := &Library{functions: map[place]function{}}
	for dir, files := range tree {
		err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || path.Ext(name) != ".go" {
				return err
			}
			src, err := fs.ReadFile(files, name)
			if err != nil {
				return err
			}
			return l.read(tree, path.Join(dir, name), src)
		})
		if err != nil {
			return nil, err
		}
	}
	return l, nil
}

// read takes the functions of one file.
func (l *Library) read(tree gosource.Tree, file string, src []byte) error {
	parsed, err := parser.ParseFile(token.NewFileSet(), file, src, parser.SkipObjectResolution)
	if err != nil {
		return fmt.Errorf("source file %q: %w", file, err)
	}
	for _, decl := range parsed.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok {
			continue
		}
		symbol := f.Name.Name
		if f.Recv != nil && len(f.Recv.List) == 1 {
			symbol = gosource.Receiver(f.Recv.List[0].Type) + "." + symbol
		}
		code, first, err := tree.Find(file, symbol)
		if err != nil {
			return err
		}
		l.functions[place{file, symbol}] = function{first, sync.OnceValue(func() []string { return coloured(code) })}
	}
	return nil
}

// find looks a function up by the name that the runtime gives it, such as
// claim.(*visit).connect. A function without a name belongs to the one it is
// written in, so of claim.(*visit).connect.func1 that is shown.
func (l *Library) find(name, file string) (function, bool) {
	for _, symbol := range symbols(name) {
		if f, ok := l.functions[place{file, symbol}]; ok {
			return f, true
		}
	}
	return function{}, false
}

// symbols are the names that a function could be declared under, the likelier
// first.
func symbols(name string) []string {
	_, name, _ = strings.Cut(name, ".") // without the package
	name = strings.NewReplacer("(*", "", ")", "", "[...]", "").Replace(name)
	parts := strings.SplitN(strings.TrimSuffix(name, "-fm"), ".", 3)
	if len(parts) == 1 {
		return parts
	}
	return []string{parts[0] + "." + parts[1], parts[0]}
}
