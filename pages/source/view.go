package source

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"echomq.dev/course/content/highlight"
	"echomq.dev/course/sim/trace"
)

// Line is a line that sent a command.
type Line struct {
	N    int    // which command of the sequence
	Line int    // in the file
	Href string // leads to that command; empty for none
	Get  string // the same for htmx
}

// View is a function with its marks, ready to be drawn.
type View struct {
	Function string // as the runtime names it: package and function
	Place    string // file, and the current line behind a colon where there is one
	Found    bool   // its source is in the library
	Rows     []Row
}

// Row is a line of the function.
type Row struct {
	Number  int
	HTML    string // the line in colour, from this module's own source
	Ran     []Line // the commands that it sent, in order
	Current bool   // it sent the command at the cursor
}

// Ran are the lines of one function that sent a command of these, up to and
// with the command at, in order. Commands after it are not looked at, nor are
// those outside the sequence, whose number is 0.
func Ran(steps []trace.Step, function string, at int) []Line {
	var ran []Line
	for _, s := range steps {
		if s.N > 0 && s.N <= at && s.Source.Function == function {
			ran = append(ran, Line{N: s.N, Line: s.Source.Line})
		}
	}
	return ran
}

// View is the function that a trace names, whole, with the lines that have run
// marked and the one lit that sent the command current; 0 lights none.
func (l *Library) View(function, file string, executed []Line, current int) View {
	v := View{Function: function, Place: file}
	if i := slices.IndexFunc(executed, func(e Line) bool { return e.N == current }); i >= 0 && current > 0 {
		v.Place += ":" + strconv.Itoa(executed[i].Line)
	}
	f, ok := l.find(function, file)
	if !ok {
		return v
	}
	v.Found = true
	for i, html := range f.lines() {
		row := Row{Number: f.first + i, HTML: html}
		for _, e := range executed {
			if e.Line == row.Number {
				row.Ran = append(row.Ran, e)
				row.Current = row.Current || current > 0 && e.N == current
			}
		}
		v.Rows = append(v.Rows, row)
	}
	return v
}

// class is the style of a line.
func (r Row) class() string {
	class := "line"
	if len(r.Ran) > 0 {
		class += " ran"
	}
	if r.Current {
		class += " now"
	}
	return class
}

// said is what the marks of a line say to whoever cannot see them.
func (r Row) said() string {
	if r.Current {
		return ", the line at the cursor: "
	}
	return ": "
}

// coloured is each line of the code as HTML. The shape of what highlight gives
// is fixed: an element a line, with no element of that class inside it.
func coloured(code string) []string {
	const opens, closes = `<span class="line" data-line="`, "</span>"
	var lines []string
	for _, line := range strings.Split(highlight.Go(code, "", 1, nil), opens)[1:] {
		_, line, _ = strings.Cut(line, `">`)
		line = strings.TrimSuffix(line, "</code></pre>")
		lines = append(lines, strings.TrimSuffix(line, closes))
	}
	if want := strings.Count(strings.TrimSuffix(code, "\n"), "\n") + 1; len(lines) != want {
		// Only a change of highlight's could do this, and no view could be right then.
		panic(fmt.Sprintf("source: %d lines in colour of %d", len(lines), want))
	}
	return lines
}
