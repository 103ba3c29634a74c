package sequence_test

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/tools/txtar"

	"echomq.dev/course/pages/htmltest"
	"echomq.dev/course/pages/sequence"
	"echomq.dev/course/sim/claim"
	"echomq.dev/course/sim/prefix"
	"echomq.dev/course/sim/scenario"
)

// Every golden scenario is drawn behind each of its commands. The figure has
// as many arrows, verdicts, values and checks as there had been by then.
func TestGoldenScenariosAtEachCommand(t *testing.T) {
	files, err := filepath.Glob("../../sim/claim/testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden scenarios: %v", err)
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			s, err := scenario.Parse(string(f.Data))
			if err != nil || strings.HasSuffix(f.Name, " trace") {
				continue
			}
			tr, err := claim.Execute(t.Context(), s)
			if err != nil {
				continue // a scenario whose trace is an error
			}
			for n := range prefix.Total(tr) + 1 {
				v := prefix.At(tr, n)
				_, doc := page(t, v)
				doc.CheckStrict(t)
				checkDrawn(t, file+" "+f.Name, doc, v)
				checkXML(t, sequence.SVG(v))
				checkMermaid(t, sequence.Mermaid(v))
			}
		}
	}
}

func checkDrawn(t *testing.T, name string, doc htmltest.Doc, v prefix.View) {
	t.Helper()
	waiting, ended, ticks, changes, lost := 0, 0, 0, 0, 0
	for _, a := range v.Arrivals {
		switch {
		case a.State == prefix.Waiting:
			waiting++
		case a.State == prefix.Finished && a.Actor != "operator" && a.Actor != "console":
			ended++
		}
		if a.Lost {
			lost++
		}
		ticks += len(a.Checks)
		for _, s := range a.Steps {
			if s.Before != s.After {
				changes++
			}
		}
	}
	current := func(n *html.Node) bool { return htmltest.Attr(n, "aria-current") == "step" }
	for _, c := range []struct {
		what  string
		match func(*html.Node) bool
		want  int
	}{
		{"arrows", htmltest.Class("seq-row"), v.N},
		{"waiting clients", htmltest.Class("seq-wait"), waiting},
		{"verdicts", htmltest.Class("seq-verdict"), ended},
		{"checks", htmltest.Class("seq-tick"), ticks},
		{"dropped connections", htmltest.Class("seq-drop"), lost},
		{"values", htmltest.Class("seq-value"), 1 + changes},
		{"marks of the cursor", current, 2 * min(v.N, 1)},
		{"lines of the table", htmltest.Tag("tr"), 1 + v.N + waiting},
	} {
		if got := len(doc.Nodes(c.match)); got != c.want {
			t.Errorf("%s at %d: %d %s, want %d", name, v.N, got, c.what, c.want)
		}
	}
}
