package source

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/net/html"
	"golang.org/x/tools/txtar"

	"echomq.dev/course/content/gosource"
	"echomq.dev/course/keyspace"
	"echomq.dev/course/pages/htmltest"
	"echomq.dev/course/sim"
	"echomq.dev/course/sim/claim"
	"echomq.dev/course/sim/scenario"
	"echomq.dev/course/sim/trace"
)

func tree() gosource.Tree {
	return gosource.Tree{"keyspace": keyspace.Source(), "sim": sim.Source()}
}

func library(t testing.TB) *Library {
	t.Helper()
	l, err := New(tree())
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func render(t testing.TB, v View) htmltest.Doc {
	t.Helper()
	var b strings.Builder
	if err := Function("src", v).Render(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	doc, err := htmltest.Parse(b.String())
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// text is all text inside, with single spaces.
func text(n *html.Node) string { return strings.Join(strings.Fields(verbatim(n)), " ") }

func verbatim(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}

// golden runs every scenario of the golden files that can be run.
func golden(t *testing.T, each func(name string, tr *trace.Trace)) {
	t.Helper()
	files, err := filepath.Glob("../../sim/claim/testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden scenarios: %v", err)
	}
	ran := 0
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			s, err := scenario.Parse(string(f.Data))
			if strings.HasSuffix(f.Name, " trace") || err != nil {
				continue
			}
			tr, err := claim.Execute(context.Background(), s)
			if err != nil {
				continue // its golden trace is this error
			}
			ran++
			each(filepath.Base(file)+"/"+f.Name, tr)
		}
	}
	if ran < 100 {
		t.Fatalf("only %d scenarios were run", ran)
	}
}

// At each command of each golden scenario the line that sent it is lit, that
// line alone, and the marks are those of the arrival's commands so far.
func TestOneLineIsLit(t *testing.T) {
	l := library(t)
	seen := map[string]bool{}
	golden(t, func(name string, tr *trace.Trace) {
		for _, a := range tr.Arrivals {
			for i, s := range a.Steps {
				name := fmt.Sprintf("%s, command %d", name, s.N)
				executed := Ran(a.Steps, s.Source.Function, s.N)
				v := l.View(s.Source.Function, s.Source.File, executed, s.N)
				key := fmt.Sprint(s.Source, executed, s.N)
				if seen[key] {
					continue // the very same picture
				}
				seen[key] = true
				doc := render(t, v)
				doc.CheckStrict(t)
				lit := doc.Nodes(htmltest.Class("now"))
				if len(lit) != 1 || htmltest.Attr(lit[0], "id") != "src-L"+strconv.Itoa(s.Source.Line) || htmltest.Attr(lit[0], "aria-current") != "step" {
					t.Fatalf("%s: %d lines are lit, want line %d of %s alone", name, len(lit), s.Source.Line, s.Source.File)
				}
				sends := strconv.Quote(s.Command[0])
				if a.Actor == "console" {
					sends = "words..."
				}
				said := fmt.Sprintf("sent command %d, the line at the cursor: ▶ ", s.N)
				if got := text(lit[0]); !strings.HasPrefix(got, said) || !strings.Contains(got, "(ctx, "+sends) {
					t.Errorf("%s: the line is %q, want %q and the sending of %s", name, got, said, sends)
				}
				var marks, want []string
				for _, n := range doc.Nodes(htmltest.Class("ran-n")) {
					marks = append(marks, text(n))
				}
				for _, earlier := range a.Steps[:i+1] {
					if earlier.Source.Function == s.Source.Function {
						want = append(want, "sent command "+strconv.Itoa(earlier.N))
					}
				}
				if !slices.Equal(marks, want) {
					t.Errorf("%s: the marks are %q, want %q", name, marks, want)
				}
			}
		}
	})
}

// What is shown is the declaration, letter for letter, with its line numbers.
func TestTextIsTheSource(t *testing.T) {
	l := library(t)
	if len(l.functions) < 50 {
		t.Fatalf("only %d functions", len(l.functions))
	}
	for at := range l.functions {
		code, first, err := tree().Find(at.file, at.symbol)
		if err != nil {
			t.Fatal(err)
		}
		doc := render(t, l.View("p."+at.symbol, at.file, nil, 0))
		var shown strings.Builder
		lines := doc.Nodes(htmltest.Class("line"))
		for i, n := range lines {
			if got := htmltest.Attr(n, "data-line"); got != strconv.Itoa(first+i) {
				t.Errorf("%v: line %d is numbered %s", at, first+i, got)
			}
			shown.WriteString(verbatim(n))
		}
		if shown.String() != code {
			t.Errorf("%v is shown as\n%s", at, shown.String())
		}
	}
}

func TestNames(t *testing.T) {
	l := library(t)
	for _, c := range []struct{ name, file, first string }{
		{"claim.(*visit).connect", "sim/claim/visit.go", "// connect is a connector's visit"},
		{"claim.(*visit).connect.func1", "sim/claim/visit.go", "// connect is a connector's visit"},
		{"claim.(*Run).perform.func2.1", "sim/claim/visit.go", "// perform does what"},
		{"fence.Wire.OnConnect", "sim/fence/wire.go", "// OnConnect is the fence"},
		{"fence.Wire.OnConnect-fm", "sim/fence/wire.go", "// OnConnect is the fence"},
		{"fence.ClaimOrVerify[...]", "sim/fence/fence.go", "// ClaimOrVerify is the fence"},
		{"fence.ClaimOrVerify.func1", "sim/fence/fence.go", "// ClaimOrVerify is the fence"},
	} {
		v := l.View(c.name, c.file, nil, 0)
		if !v.Found || !strings.Contains(html.UnescapeString(v.Rows[0].HTML), c.first) {
			t.Errorf("%s: found is %v, %+v", c.name, v.Found, v.Rows)
		}
	}
}

// A function without embedded source is named all the same.
func TestElsewhere(t *testing.T) {
	v := library(t).View("record.send", "sim/record/record.go", []Line{{N: 3, Line: 7}}, 3)
	doc := render(t, v)
	if got := htmltest.Text(doc.ID(t, "src-name")); got != "record.send at sim/record/record.go:7" || len(doc.Nodes(htmltest.Tag("pre"))) != 0 {
		t.Errorf("it is shown as %q", got)
	}
}

// Marks lead to their commands, and a line that sent several has a mark each.
func TestLinks(t *testing.T) {
	doc := render(t, library(t).View("fence.ClaimOrVerify", "sim/fence/fence.go", []Line{
		{N: 1, Line: 43, Href: "/sim/claim?at=1", Get: "/sim/claim?at=1"}, {N: 4, Line: 43, Href: "/sim/claim?at=4"},
	}, 4))
	var hrefs []string
	for _, n := range doc.Nodes(htmltest.Tag("a")) {
		hrefs = append(hrefs, htmltest.Attr(n, "href")+" "+htmltest.Attr(n, "hx-get"))
	}
	if want := []string{"/sim/claim?at=1 /sim/claim?at=1", "/sim/claim?at=4 "}; !slices.Equal(hrefs, want) {
		t.Errorf("links %q, want %q", hrefs, want)
	}
	if got := text(doc.Nodes(htmltest.Class("now"))[0]); !strings.Contains(got, "sent command 1 sent command 4, the line at the cursor:") {
		t.Errorf("the line says %q", got)
	}
}

func TestNewRefuses(t *testing.T) {
	_, err := New(gosource.Tree{"sim/x": fstest.MapFS{"x.go": {Data: []byte("package x\nfunc {")}}})
	if err == nil || !strings.Contains(err.Error(), `"sim/x/x.go"`) {
		t.Errorf("a broken file: %v", err)
	}
}

func BenchmarkView(b *testing.B) {
	l := library(b)
	executed := []Line{{N: 1, Line: 43}, {N: 2, Line: 59}, {N: 3, Line: 62}}
	var w strings.Builder
	b.ReportAllocs()
	for b.Loop() {
		w.Reset()
		if err := Function("src", l.View("fence.ClaimOrVerify", "sim/fence/fence.go", executed, 3)).Render(context.Background(), &w); err != nil {
			b.Fatal(err)
		}
	}
}
