package resp

import (
	"fmt"
	"strings"
)

// Print writes a reply as redis-cli prints it on a terminal, but for a null,
// which is nil without parentheses: the course's contract spells it so.
// Aggregates take a line an element, as redis-cli numbers them.
func Print(v Value) string {
	var b strings.Builder
	write(&b, v, "")
	return b.String()
}

func write(b *strings.Builder, v Value, indent string) {
	switch {
	case v.Null:
		b.WriteString("nil")
	case v.Kind == '-' || v.Kind == '!':
		b.WriteString("(error) " + v.Text)
	case v.Kind == ':':
		b.WriteString("(integer) " + v.Text)
	case v.Kind == ',':
		b.WriteString("(double) " + v.Text)
	case v.Kind == '(':
		b.WriteString("(big number) " + v.Text)
	case v.Kind == '#' && v.Text == "t":
		b.WriteString("(true)")
	case v.Kind == '#':
		b.WriteString("(false)")
	case v.Kind == '+':
		b.WriteString(v.Text)
	case v.Kind == '=' && len(v.Text) >= 4:
		b.WriteString(v.Text[4:]) // without the "txt:" in front
	case v.Kind == '$' || v.Kind == '=':
		b.WriteString(Quote(v.Text))
	default:
		writeAggregate(b, v, indent)
	}
}

// aggregate names a kind of aggregate the way redis-cli does: what it says of
// an empty one, and the mark behind an element's number.
func aggregate(kind byte) (name string, mark byte) {
	switch kind {
	case '%', '|':
		return "hash", '#'
	case '~':
		return "set", '~'
	case '>':
		return "push", ')'
	}
	return "array", ')'
}

func writeAggregate(b *strings.Builder, v Value, indent string) {
	name, mark := aggregate(v.Kind)
	if len(v.Elems) == 0 {
		fmt.Fprintf(b, "(empty %s)", name)
		return
	}
	step, rows := 1, len(v.Elems)
	if mark == '#' {
		step, rows = 2, rows/2
	}
	width := len(fmt.Sprint(rows))
	for i := 0; i < len(v.Elems); i += step {
		if i > 0 {
			b.WriteString("\n" + indent)
		}
		fmt.Fprintf(b, "%*d%c ", width, i/step+1, mark)
		inner := indent + strings.Repeat(" ", width+2)
		write(b, v.Elems[i], inner)
		if step == 2 {
			b.WriteString(" => ")
			var value strings.Builder
			write(&value, v.Elems[i+1], inner)
			if len(v.Elems[i+1].Elems) > 0 && strings.Contains(value.String(), "\n") {
				b.WriteString("\n" + inner) // an aggregate of several lines stands below its key
			}
			b.WriteString(value.String())
		}
	}
}
