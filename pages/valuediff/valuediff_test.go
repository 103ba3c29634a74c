package valuediff

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"

	"echomq.dev/course/pages/bytetext"
	"echomq.dev/course/pages/htmltest"
	"echomq.dev/course/sim/claim"
	"echomq.dev/course/sim/scenario"
	"echomq.dev/course/sim/trace"
)

func page(t interface{ Fatal(...any) }, v View) string {
	var b strings.Builder
	if err := Node(v).Render(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func render(t interface{ Fatal(...any) }, v View) htmltest.Doc {
	doc, err := htmltest.Parse(page(t, v))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// texts are the texts of all elements of a name.
func texts(d htmltest.Doc, tag string) string {
	var all []string
	for _, n := range d.Nodes(htmltest.Tag(tag)) {
		all = append(all, htmltest.Text(n))
	}
	return strings.Join(all, "|")
}

func str(s string) trace.Value { return trace.Value{Type: "string", Value: s} }

func TestValue(t *testing.T) {
	absent, list := trace.Value{Type: "none"}, trace.Value{Type: "list"}
	for _, c := range []struct {
		name          string
		before, after trace.Value
		del, ins      string
		values        string // what stands under before and after
		sentence      string
	}{
		{"claimed", absent, str("echomq:4.0.0"), "nothing (absent)", `"echomq:4.0.0"`, `nothing (absent)|"echomq:4.0.0"`, "Created: a string of 12 bytes."},
		{"replaced", str("echomq:4.0.0"), str("echomq:3.0.0"), "4", "3", `"echomq:4.0.0"|"echomq:3.0.0"`, "It changed at offset 7: 1 byte made way for 1 byte."},
		{"removed", str("a"), absent, `"a"`, "nothing (absent)", `"a"|nothing (absent)`, "Removed: a string of 1 byte."},
		{"left", str("echomq:4.0.0"), str("echomq:4.0.0"), "", "", `"echomq:4.0.0"`, "This command left it as it was."},
		{"absent still", absent, absent, "", "", "nothing (absent)", "This command left it as it was."},
		{"another type", str("a"), list, `"a"`, "a list", `"a"|a list`, "It changed its type: a string of 1 byte became a list."},
		{"between types", list, trace.Value{Type: "zset"}, "a list", "a sorted set", "a list|a sorted set", "It changed its type: a list became a sorted set."},
		{"grown", str("aa"), str("aaa"), "", "a", `"aa"|"aaa"`, "It grew by 1 byte at offset 2."},
		{"shortened", str("abc"), str("ac"), "b", "", `"abc"|"ac"`, "It lost 1 byte at offset 1."},
		{"from an empty string", str(""), str("x"), "", "x", `""|"x"`, "It grew by 1 byte at offset 0."},
		{"an empty string comes", absent, str(""), "nothing (absent)", `""`, `nothing (absent)|""`, "Created: a string of no bytes."},
		{"no text", str("\xff\n"), str("\xfe\n"), `\xff`, `\xfe`, `"\xff\n"|"\xfe\n"`, "It changed at offset 0: 1 byte made way for 1 byte."},
		{"a character is not cut", str("日"), str("旦"), "日", "旦", `"日"|"旦"`, "It changed at offset 0: 3 bytes made way for 3 bytes."},
	} {
		doc := render(t, view(0, c.before, c.after, nil, nil))
		doc.CheckStrict(t)
		if del, ins := texts(doc, "del"), texts(doc, "ins"); del != c.del || ins != c.ins {
			t.Errorf("%s: del %q, ins %q; want %q and %q", c.name, del, ins, c.del, c.ins)
		}
		var values []string
		for _, n := range doc.Nodes(htmltest.Tag("dd")) {
			values = append(values, strings.ReplaceAll(htmltest.Text(n), " ", ""))
		}
		if got := strings.Join(values, "|"); got != strings.ReplaceAll(c.values, " ", "") {
			t.Errorf("%s: the values are %s, want %s", c.name, got, c.values)
		}
		if got := doc.One(t, "diff-sentence"); got != c.sentence {
			t.Errorf("%s: %q, want %q", c.name, got, c.sentence)
		}
		word := map[bool]string{true: "{emq}:version changed", false: "{emq}:version unchanged"}[c.before != c.after]
		if got := htmltest.Text(doc.Nodes(htmltest.Class("label"))[0]); got != word {
			t.Errorf("%s: headed %q, want %q", c.name, got, word)
		}
	}
}

func TestKeys(t *testing.T) {
	before := []trace.Key{{Name: "a", Type: "list"}, {Name: "emq:{q}:pending", Type: "zset"}, {Name: "{emq}:version", Type: "string"}}
	after := []trace.Key{{Name: "a", Type: "string"}, {Name: "emq:{q}:dead", Type: "list"}, {DB: 1, Name: "{emq}:version", Type: "string"}}
	doc := render(t, view(1, trace.Value{Type: "none"}, str("x"), before, after))
	var got []string
	for _, n := range doc.Nodes(htmltest.Tag("li")) {
		got = append(got, htmltest.Text(n))
	}
	want := []string{
		"a list became string in database 0 changed type",
		"emq:{q}:dead list in database 0 added",
		"emq:{q}:pending zset in database 0 removed",
		"{emq}:version string in database 0 removed",
	}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("the keys are %q, want %q", got, want)
	}
	if got := htmltest.Text(doc.Nodes(htmltest.Class("label"))[0]); got != "{emq}:version in database 1 changed" {
		t.Errorf("headed %q", got)
	}
}

// A command that left the value says who of the same arrival had written it, and
// nothing of what another one did.
func TestLeft(t *testing.T) {
	s, err := scenario.Parse("arrive wire4\narrive wire2\n")
	if err != nil {
		t.Fatal(err)
	}
	tr, err := claim.Execute(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[int]string{
		1: "Command 1 left it as it was.",
		3: "Command 3 left it as it was; command 2 had written it.",
		4: "Command 4 left it as it was.",
	} {
		if got := At(tr, n).Sentence; got != want {
			t.Errorf("at %d: %q, want %q", n, got, want)
		}
	}
}

func TestBeforeAnything(t *testing.T) {
	s, err := scenario.Parse("start list\narrive wire4\nredis SET other x\n")
	if err != nil {
		t.Fatal(err)
	}
	tr, err := claim.Execute(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	doc := render(t, At(tr, 0))
	if got, want := htmltest.Text(doc.Nodes(htmltest.Class("valuediff"))[0]), "{emq}:version at first a list Nobody has sent a command yet. other keys of the node none"; got != want {
		t.Errorf("at first: %q, want %q", got, want)
	}
	doc = render(t, At(tr, 2))
	if got := texts(doc, "ins"); got != "other" {
		t.Errorf("the second command added %q", got)
	}
}

// Whatever the strings, the parts are the strings again, what differs is as
// short as can be, and each part shows as it does inside the whole.
func TestParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.SampledFrom([]string{"a", "b", "\xe6", "\x97", "\xa5", "日", "旦", "\n", "e\u0301", "<"})
		join := func(p []string) string { return strings.Join(p, "") }
		a := rapid.Map(rapid.SliceOf(piece), join).Draw(t, "a")
		b := rapid.Map(rapid.SliceOf(piece), join).Draw(t, "b")
		head, was, is, tail := parts(a, b)
		if head+was+tail != a || head+is+tail != b {
			t.Fatalf("parts(%q, %q) = %q, %q, %q, %q", a, b, head, was, is, tail)
		}
		for whole, middle := range map[string]string{a: was, b: is} {
			if got := bytetext.Plain(head) + bytetext.Plain(middle) + bytetext.Plain(tail); got != bytetext.Plain(whole) {
				t.Fatalf("%q is shown in parts as %s", whole, got)
			}
		}
		ua, ub := bytetext.Units(was), bytetext.Units(is)
		if len(ua) > 0 && len(ub) > 0 && (ua[0] == ub[0] || ua[len(ua)-1] == ub[len(ub)-1]) {
			t.Fatalf("parts(%q, %q) leave %q and %q", a, b, was, is)
		}
	})
}

// At every command of every golden scenario the picture is the one of a trace
// that ends there: what comes later has no part in it.
func TestNothingOfTheFuture(t *testing.T) {
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
			for at := range total(tr) + 1 {
				if got, want := page(t, At(tr, at)), page(t, At(until(tr, at), at)); got != want {
					t.Errorf("%s/%s at %d:\n%s\nwant\n%s", filepath.Base(file), f.Name, at, got, want)
				}
			}
		}
	}
	if ran < 100 {
		t.Fatalf("only %d scenarios were run", ran)
	}
}

func total(tr *trace.Trace) int {
	n := 0
	for _, a := range tr.Arrivals {
		n += len(a.Steps)
	}
	return n
}

// until is the trace without what came after a command; its end value is one
// that no scenario has.
func until(tr *trace.Trace, at int) *trace.Trace {
	cut := *tr
	cut.Value, cut.Arrivals = trace.Value{Type: "unknown"}, nil
	for _, a := range tr.Arrivals {
		before := *a
		before.Steps, before.After = nil, trace.Value{Type: "unknown"}
		for _, s := range a.Steps {
			if s.N <= at {
				before.Steps = append(before.Steps, s)
			}
		}
		cut.Arrivals = append(cut.Arrivals, &before)
	}
	return &cut
}
