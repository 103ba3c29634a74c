package claim

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"echomq.dev/course/sim/resp"
	"echomq.dev/course/sim/scenario"
	"echomq.dev/course/sim/trace"
)

var update = flag.Bool("update", false, "rewrite the traces in testdata; understand every line of the diff before it is committed")

// TestGolden runs the scenario files of testdata. A file opens with what it
// guards; then each scenario, as a teacher writes it, stands before the trace
// that running it gave. `make update` rewrites the traces.
func TestGolden(t *testing.T) {
	for _, file := range goldenFiles(t) {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if len(archive.Comment) == 0 || archive.Comment[0] != '#' {
				t.Fatalf("%s does not open with what it guards", file)
			}
			for i := 0; i+1 < len(archive.Files); i += 2 {
				in, want := archive.Files[i], &archive.Files[i+1]
				if want.Name != in.Name+" trace" {
					t.Fatalf("%s: behind %q stands %q, not its trace", file, in.Name, want.Name)
				}
				got := play(t, string(in.Data))
				if *update {
					want.Data = []byte(got)
				} else if got != string(want.Data) {
					t.Errorf("%s: %s ran otherwise.\n--- got\n%s--- want\n%s", file, in.Name, got, want.Data)
				}
			}
			if len(archive.Files)%2 != 0 || len(archive.Files) == 0 {
				t.Fatalf("%s: a scenario has no trace behind it", file)
			}
			if *update {
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func goldenFiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenario files: %v", err)
	}
	return files
}

// goldenScenarios are all scenarios of testdata that can be run, by file and
// name.
func goldenScenarios(t *testing.T) map[string]scenario.Scenario {
	t.Helper()
	all := map[string]scenario.Scenario{}
	for _, file := range goldenFiles(t) {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			s, err := scenario.Parse(string(f.Data))
			if strings.HasSuffix(f.Name, " trace") || err != nil {
				continue
			}
			if _, err := Execute(context.Background(), s); err != nil {
				continue // a scenario whose trace is an error
			}
			all[filepath.Base(file)+"/"+f.Name] = s
		}
	}
	return all
}

// play runs a scenario's text and prints its trace for people.
func play(t *testing.T, text string) string {
	t.Helper()
	s, err := scenario.Parse(text)
	if err != nil {
		return "error: " + err.Error() + "\n"
	}
	tr, err := Execute(context.Background(), s)
	if moved := (*MoveError)(nil); errors.As(err, &moved) {
		return "error: " + err.Error() + "\n"
	}
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, a := range tr.Arrivals {
		printArrival(&b, a)
	}
	fmt.Fprintf(&b, "{emq}:version %s\n", printValue(tr.Value))
	return b.String()
}

func printArrival(b *strings.Builder, a *trace.Arrival) {
	b.WriteString(a.Actor)
	if a.Name != "" {
		b.WriteString(" " + a.Name)
	}
	if a.Reconnect {
		b.WriteString(", reconnecting")
	}
	b.WriteByte('\n')
	for _, s := range a.Steps {
		fmt.Fprintf(b, "  %d. %s -> %s\n", s.N, resp.Words(s.Command), oneLine(s.Reply))
	}
	if a.Next != nil {
		fmt.Fprintf(b, "  waits to send %s\n", resp.Words(a.Next.Command))
	}
	for _, c := range a.Checks {
		fmt.Fprintf(b, "  check %s: %s", c.Check, map[bool]string{true: "ok", false: "no"}[c.OK])
		if c.Read != "" {
			fmt.Fprintf(b, ", read %s", oneLine(c.Read))
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(b, "  %s", a.Verdict.Outcome)
	if a.Verdict.Error != "" {
		fmt.Fprintf(b, " %s", oneLine(a.Verdict.Error))
	}
	if a.Wrote {
		fmt.Fprintf(b, ", wrote: %s -> %s", printValue(a.Before), printValue(a.After))
	}
	fmt.Fprintf(b, "\n  %s\n", a.Verdict.Text)
}

func printValue(v trace.Value) string {
	switch v.Type {
	case "none":
		return "absent"
	case "string":
		return resp.Quote(v.Value)
	}
	return v.Type
}

// oneLine keeps a text as it is while a text file can hold it, a space at its
// end included, and quotes it else.
func oneLine(s string) string {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return resp.Quote(s)
		}
	}
	if strings.HasSuffix(s, " ") {
		return s + "·" // an editor would drop a space at a line's end
	}
	return s
}
