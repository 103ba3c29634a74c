package sequence_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/a-h/templ"
	"pgregory.net/rapid"

	"echomq.dev/course/pages/htmltest"
	"echomq.dev/course/pages/sequence"
	"echomq.dev/course/sim/claim"
	"echomq.dev/course/sim/prefix"
	"echomq.dev/course/sim/scenario"
	"echomq.dev/course/sim/trace"
)

func run(t testing.TB, text string) *trace.Trace {
	t.Helper()
	s, err := scenario.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	tr, err := claim.Execute(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

func link(n int) sequence.Link {
	return sequence.Link{Href: fmt.Sprint("/here?at=", n), Attributes: templ.Attributes{"hx-get": fmt.Sprint("/part?at=", n)}}
}

func page(t rapid.TB, v prefix.View) (string, htmltest.Doc) {
	t.Helper()
	var b bytes.Buffer
	if err := sequence.Figure("seq", v, link).Render(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	doc, err := htmltest.Parse(b.String())
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), doc
}

// Eight clients, all held, take turns.
const eight = `hold a wire4
hold b wire2
hold c wire6
hold d wire4
hold e install
hold f enqueue
hold g wire2
hold h wire4
step h
step a
step b
step a
step f
step c
step b
step e
step h
step a
step d
`

func TestEightArrivals(t *testing.T) {
	tr := run(t, eight)
	total := prefix.Total(tr)
	for n := 0; n <= total; n++ {
		_, doc := page(t, prefix.At(tr, n))
		doc.CheckStrict(t)
		if heads := doc.Nodes(htmltest.Class("seq-name")); len(heads) != 8 {
			t.Fatalf("at %d: %d lifelines", n, len(heads))
		}
		rows := doc.Nodes(htmltest.Class("seq-row"))
		if len(rows) != n {
			t.Fatalf("at %d: %d arrows", n, len(rows))
		}
		for i, r := range rows {
			now := htmltest.Attr(r, "aria-current") == "step"
			if r.Data != "a" || htmltest.Attr(r, "href") != fmt.Sprint("/here?at=", i+1) || htmltest.Attr(r, "hx-get") != fmt.Sprint("/part?at=", i+1) ||
				htmltest.Attr(r, "id") != fmt.Sprint("seq-", i+1) || now != (i+1 == n) {
				t.Errorf("at %d arrow %d is <%s %v>", n, i+1, r.Data, r.Attr)
			}
		}
	}
	_, doc := page(t, prefix.At(tr, 4))
	for i, want := range []string{
		"Command 1, Wire 4 connector h: GET, answered nil",
		"Command 2, Wire 4 connector a: GET, answered nil",
		"Command 3, Wire 2 connector b: GET, answered nil",
		"Command 4, Wire 4 connector a: SET … NX, answered OK",
	} {
		r := doc.Nodes(htmltest.Class("seq-row"))[i]
		if got := strings.TrimSpace(htmltest.Text(r.FirstChild)); got != want {
			t.Errorf("arrow %d says %q, want %q", i+1, got, want)
		}
	}
	if got := len(doc.Nodes(htmltest.Class("seq-wait"))); got != 8 {
		t.Errorf("%d clients wait, want all 8", got)
	}
	var values []string
	for _, n := range doc.Nodes(htmltest.Class("seq-value")) {
		values = append(values, htmltest.Text(n))
	}
	if got := strings.Join(values, " "); got != `absent "echomq:4.0.0"` {
		t.Errorf("along the node stands %s", got)
	}
}

// The story of one connector that loses its connection, a native verb and a
// hand, in words: what each arrow has in the drawing.
func TestWhatIsDrawn(t *testing.T) {
	tr := run(t, "hold a wire2\nstep a\nstep a\nstep a\nset \"echomq:4.0.0\"\nreconnect a\narrive enqueue\nredis SET k \"a b\"\ndel\narrive wire6\n")
	svg, doc := page(t, prefix.At(tr, prefix.Total(tr)))
	var labels, verdicts, ticks []string
	for _, n := range doc.Nodes(htmltest.Class("seq-label")) {
		labels = append(labels, htmltest.Text(n))
	}
	for _, n := range doc.Nodes(htmltest.Class("seq-verdict")) {
		verdicts = append(verdicts, htmltest.Text(n))
	}
	for _, n := range doc.Nodes(htmltest.Class("seq-tick")) {
		ticks = append(ticks, htmltest.Text(n))
	}
	for got, want := range map[string]string{
		strings.Join(labels, "\n"): `1 GET → nil
2 SET … NX → OK
3 GET → "echomq:2.0.0"
4 SET "echomq:4.0.0" → OK
5 GET → "echomq:4.0.0"
6 EMQ.ENQUEUE → (error) EMQWIRE
7 SET k "a b" → OK
8 DEL → (integer) 1
9 EMQ.VERSION → "echomq:6.0.0"
10 GET → nil`,
		strings.Join(verdicts, " "): "claimed refused refused refused",
		strings.Join(ticks, " "):    "shape ✓ layout ✓ fence ✗",
	} {
		if got != want {
			t.Errorf("%s\nwant\n%s", got, want)
		}
	}
	if len(doc.Nodes(htmltest.Class("seq-drop"))) != 1 || len(doc.Nodes(htmltest.Class("seq-head"))) != 6 {
		t.Errorf("want one broken line and, with the node, six lifelines: %s", svg)
	}
}

// The lines of the table are the arrows, with nothing cut.
func TestTable(t *testing.T) {
	tr := run(t, "hold a wire4\narrive enqueue\nset \"\\xff<&>\"\nstep a\n")
	_, doc := page(t, prefix.At(tr, 2))
	var lines []string
	for _, n := range doc.Nodes(htmltest.Tag("tr")) {
		lines = append(lines, htmltest.Text(n))
	}
	want := []string{
		"No. Who Command and reply Then the key holds Verdict",
		"1 Native write verb B EMQ.ENQUEUE 2 emq:{orders}:pending emq:{orders}:job:JOB0Nb1VTbfnu4 \"{\\\"sku\\\":\\\"A-113\\\",\\\"qty\\\":1}\" → answered (error) EMQWIRE expected echomq:6.0.0 but {emq}:version is absent check shape ✓ check layout ✓ check fence ✗, read nil absent refused EMQWIRE expected echomq:6.0.0 but {emq}:version is absent",
		"2 Operator, by hand op SET {emq}:version \"\\xff<&>\" → answered OK \"\\xff<&>\" changed done",
		"– not sent Wire 4 connector a A waits before GET {emq}:version \"\\xff<&>\" held",
	}
	if len(lines) != len(want) {
		t.Fatalf("%d lines: %q", len(lines), lines)
	}
	for i := range want {
		if strings.ReplaceAll(lines[i], " ", "") != strings.ReplaceAll(want[i], " ", "") {
			t.Errorf("line %d\n%s\nwant\n%s", i, lines[i], want[i])
		}
	}
}

// A learner may type sixty-four commands; they share one lifeline.
func TestSixtyFourConsoleMoves(t *testing.T) {
	tr := run(t, strings.Repeat("redis SET k \"\\r\\n<svg onload=x>\\xff\"\n", 63)+"redis KEYS *\n")
	v := prefix.At(tr, 64)
	_, doc := page(t, v)
	if rows, heads := len(doc.Nodes(htmltest.Class("seq-row"))), len(doc.Nodes(htmltest.Class("seq-head"))); rows != 64 || heads != 2 {
		t.Errorf("%d arrows, %d lifelines with the node's", rows, heads)
	}
	checkXML(t, sequence.SVG(v))
}

func TestNobody(t *testing.T) {
	v := prefix.At(run(t, "start list\n"), 0)
	_, doc := page(t, v)
	if got := doc.One(t, "seq-value"); got != "(list)" {
		t.Errorf("the node holds %q", got)
	}
	if got, want := sequence.Mermaid(v), "sequenceDiagram\n    participant N as Node\n    Note over N: at first the key holds #40;list#41;\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// drawn draws sequences with bytes of every kind in them.
func drawn(t *rapid.T) *trace.Trace {
	bytes := rapid.Map(rapid.SliceOfN(rapid.OneOf(rapid.Byte(), rapid.SampledFrom([]byte("\n\r;#%<>&\"'\\:"))), 0, 30), func(b []byte) string { return string(b) })
	s := scenario.New()
	if rapid.Bool().Draw(t, "start") {
		s.Start = trace.Value{Type: "string", Value: bytes.Draw(t, "value")}
	}
	names := []string{"a", "end", "long-name_of-16x"}
	var tr *trace.Trace
	for i := range rapid.IntRange(0, 14).Draw(t, "moves") + 1 {
		m := scenario.Move{Kind: rapid.SampledFrom([]scenario.Kind{scenario.Arrive, scenario.Hold, scenario.Step, scenario.Step, scenario.Step, scenario.Set, scenario.Del, scenario.Reconnect, scenario.Redis}).Draw(t, "kind")}
		switch m.Kind {
		case scenario.Arrive, scenario.Hold:
			m.Actor = rapid.SampledFrom(scenario.Actors()).Draw(t, "actor")
		case scenario.Set:
			m.Value = bytes.Draw(t, "set")
		case scenario.Redis:
			s := scenario.New()
			s.Moves = []scenario.Move{{Kind: scenario.Set, Value: bytes.Draw(t, "word")}}
			m.Value = "SET k " + strings.TrimSuffix(strings.TrimPrefix(s.String()[strings.Index(s.String(), "set "):], "set "), "\n")
		}
		if m.Kind == scenario.Hold || m.Kind == scenario.Step || m.Kind == scenario.Reconnect {
			m.Name = names[(i+rapid.IntRange(0, 2).Draw(t, "name"))%3]
		}
		next := s.Then(m)
		if _, err := scenario.Parse(next.String()); err != nil {
			continue
		}
		got, err := claim.Execute(t.Context(), next)
		if errors.As(err, new(*claim.MoveError)) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		s, tr = next, got
	}
	if tr == nil {
		var err error
		if tr, err = claim.Execute(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	return tr
}

func checkXML(t rapid.TB, svg []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	for depth := 0; ; {
		token, err := d.Token()
		if err == io.EOF && depth == 0 {
			return
		}
		if err != nil {
			t.Fatalf("%v in %s", err, svg)
		}
		switch e := token.(type) {
		case xml.StartElement:
			if e.Name.Space != "http://www.w3.org/2000/svg" || e.Name.Local == "script" || e.Name.Local == "a" {
				t.Fatalf("a file with the element %v", e.Name)
			}
			for _, a := range e.Attr {
				if a.Name.Local == "style" || strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "href" {
					t.Fatalf("a file with the attribute %v", a)
				}
			}
			depth++
		case xml.EndElement:
			depth--
		}
	}
}

func TestEveryByteInEveryForm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := drawn(t)
		v := prefix.At(tr, rapid.IntRange(0, prefix.Total(tr)).Draw(t, "n"))
		svg := sequence.SVG(v)
		checkXML(t, svg)
		if !bytes.Equal(svg, sequence.SVG(v)) {
			t.Fatal("the same view gave another file")
		}
		text, doc := page(t, v)
		if strings.ContainsAny(text, "\x00\r\x1b") {
			t.Fatal("a control character as it is")
		}
		if rows := doc.Nodes(htmltest.Class("seq-row")); len(rows) != v.N {
			t.Fatalf("%d arrows at %d", len(rows), v.N)
		}
		checkMermaid(t, sequence.Mermaid(v))
	})
}

// checkMermaid reads the text as Mermaid does: a line is a statement, # opens
// the number of a character, ; closes it and ends a statement anywhere else.
func checkMermaid(t rapid.TB, text string) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if lines[0] != "sequenceDiagram" {
		t.Fatalf("the text starts with %q", lines[0])
	}
	for _, line := range lines[1:] {
		for rest := line; ; {
			_, after, found := strings.Cut(rest, "#")
			if !found {
				break
			}
			number, next, closed := strings.Cut(after, ";")
			if r, err := strconv.Atoi(number); !closed || err != nil || r < ' ' {
				t.Fatalf("%q has a # that names no character to be seen", line)
			}
			rest = next
		}
		_, text, _ := strings.Cut(strings.NewReplacer(": ", " as ").Replace(line), " as ")
		if strings.ContainsAny(unnumbered(text), ";%<>\\\r#") {
			t.Fatalf("%q holds a character of Mermaid's own", line)
		}
		known := false
		for _, start := range []string{"    participant ", "    Note over ", "    C", "    N-->>C"} {
			known = known || strings.HasPrefix(line, start)
		}
		if !known {
			t.Fatalf("%q is no statement", line)
		}
	}
}

// unnumbered is a text without the characters that are given by number.
func unnumbered(s string) string {
	for {
		before, after, found := strings.Cut(s, "#")
		if !found {
			return s
		}
		_, after, _ = strings.Cut(after, ";")
		s = before + after
	}
}

const secret = "n0t-yet"

// What comes after the cursor is in none of the forms: two traces that differ
// there alone are drawn the same.
func TestNothingOfTheFuture(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := drawn(t)
		n := rapid.IntRange(0, prefix.Total(tr)).Draw(t, "n")
		want := forms(t, prefix.At(tr, n))
		for _, a := range tr.Arrivals {
			held := a.Name != "" && !a.Reconnect
			for i := range a.Steps {
				if s := &a.Steps[i]; s.N > n {
					s.Reply, s.Received, s.After, s.Wrote = secret, secret, trace.Value{Type: "string", Value: secret}, true
					if s.N > n+1 {
						s.Before = s.After
					}
					waits := held && (i == 0 || a.Steps[i-1].N <= n)
					if !waits {
						s.Command = []string{secret}
					}
				}
			}
			if len(a.Steps) > 0 && a.Steps[len(a.Steps)-1].N > n {
				a.Verdict = trace.Verdict{Outcome: trace.Outcome(secret), Error: secret, Text: secret}
				a.Checks = []trace.Check{{Check: secret, Read: secret}}
			}
		}
		got := forms(t, prefix.At(tr, n))
		if got != want || strings.Contains(got, secret) {
			t.Fatalf("at %d of %s\n%s\nand with another future\n%s", n, tr.Scenario, want, got)
		}
	})
}

func forms(t rapid.TB, v prefix.View) string {
	text, _ := page(t, v)
	return text + string(sequence.SVG(v)) + sequence.Mermaid(v)
}

// Nothing in the drawing moves as the view goes on: an arrow stays where it is.
func TestArrowsStay(t *testing.T) {
	tr := run(t, eight)
	var last string
	for n := 1; n <= prefix.Total(tr); n++ {
		v := prefix.At(tr, n)
		_, doc := page(t, v)
		var tips string
		for _, r := range doc.Nodes(htmltest.Class("seq-tip")) {
			tips += htmltest.Attr(r, "d") + "\n"
		}
		if !strings.HasPrefix(tips, last) {
			t.Fatalf("at %d the arrows are\n%sthey were\n%s", n, tips, last)
		}
		last = tips
	}
}

// The rules that a file carries are those of the site.
func TestOneStyle(t *testing.T) {
	file, err := os.ReadFile("file.css")
	if err != nil {
		t.Fatal(err)
	}
	site, err := os.ReadFile("../../static/assets/site.css")
	if err != nil {
		t.Fatal(err)
	}
	_, rules, found := strings.Cut(string(file), "style sheet. */\n")
	if !found || !strings.Contains(string(site), rules) {
		t.Error("the rules of file.css are not those of site.css")
	}
	svg := string(sequence.SVG(prefix.At(run(t, eight), 3)))
	if !strings.Contains(html.UnescapeString(svg), rules) {
		t.Error("a file carries other rules")
	}
}

func BenchmarkFigure(b *testing.B) {
	v := prefix.At(run(b, eight), 99)
	for b.Loop() {
		if err := sequence.Figure("seq", v, link).Render(b.Context(), io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}
