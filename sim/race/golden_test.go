package race

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"echomq.dev/course/sim/resp"
	"echomq.dev/course/sim/scenario"
	"echomq.dev/course/sim/trace"
	"echomq.dev/course/sim/variant"
)

var update = flag.Bool("update", false, "rewrite the outcomes in testdata; understand every line of the diff before it is committed")

// TestGolden runs the races of testdata. A file opens with what it guards; then
// each race stands before what its orders came to. `make update` rewrites that.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no races: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if len(archive.Comment) == 0 || archive.Comment[0] != '#' {
				t.Fatalf("%s does not open with what it guards", file)
			}
			if len(archive.Files)%2 != 0 || len(archive.Files) == 0 {
				t.Fatalf("%s: a race has no ends behind it", file)
			}
			for i := 0; i < len(archive.Files); i += 2 {
				in, want := archive.Files[i], &archive.Files[i+1]
				if want.Name != in.Name+" ends" {
					t.Fatalf("%s: behind %q stands %q, not its ends", file, in.Name, want.Name)
				}
				got := ends(t, read(t, string(in.Data)))
				if *update {
					want.Data = []byte(got)
				} else if got != string(want.Data) {
					t.Errorf("%s: %s ended otherwise.\n--- got\n%s--- want\n%s", file, in.Name, got, want.Data)
				}
			}
			if *update {
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// read reads a race as a teacher writes it: a line of the scenario language for
// the start, a line for each arrival, and one for the variant.
func read(t *testing.T, text string) Race {
	t.Helper()
	r := Race{Start: trace.Value{Type: "none"}, Variant: variant.All()[0]}
	for line := range strings.Lines(text) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch word {
		case "start":
			s, err := scenario.Parse(line)
			if err != nil {
				t.Fatal(err)
			}
			r.Start = s.Start
		case "a", "b", "c":
			r.Actors = append(r.Actors, rest)
		case "variant":
			v, ok := variant.Named(rest)
			if !ok {
				t.Fatalf("%q names no variant", rest)
			}
			r.Variant = v
		default:
			t.Fatalf("%q is no line of a race", line)
		}
	}
	return r
}

// ends prints what the orders of a race come to.
func ends(t *testing.T, r Race) string {
	t.Helper()
	result, err := Explore(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d orders\n", len(result.Orders))
	for _, o := range result.Outcomes {
		fmt.Fprintf(&b, "%d end as %s:\n", o.Orders, o.First)
		for i, v := range o.Verdicts {
			fmt.Fprintf(&b, "  %c %s %s\n", names[i], r.Actors[i], strings.TrimSpace(string(v.Outcome)+" "+v.Error))
		}
		value := o.Value.Type
		if value == "string" {
			value = resp.Quote(o.Value.Value)
		}
		fmt.Fprintf(&b, "  {emq}:version %s\n", strings.Replace(value, "none", "absent", 1))
		for _, p := range o.Broken {
			fmt.Fprintf(&b, "  broken: %s\n", p)
		}
	}
	all := make([]string, len(result.Orders))
	for i, o := range result.Orders {
		all[i] = o.Order
	}
	if !slices.IsSorted(all) {
		t.Errorf("the orders do not stand in order: %q", all)
	}
	return b.String()
}
