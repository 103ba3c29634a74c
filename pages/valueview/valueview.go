// Package valueview shows what {emq}:version holds: a string as its bytes, and
// anything else in words.
package valueview

import (
	"echomq.dev/course/pages/bytetext"
	"echomq.dev/course/sim/resp"
	"echomq.dev/course/sim/trace"
)

// View is a value, ready to be drawn.
type View struct {
	Text   string // of anything but a string
	String string // the bytes of a string
	Quoted bool   // it is a string
}

// Of is the view of a value.
func Of(v trace.Value) View {
	if v.Type == "string" {
		return View{String: v.Value, Quoted: true}
	}
	return View{Text: Type(v.Type)}
}

// Plain is the value as text alone.
func (v View) Plain() string {
	if v.Quoted {
		return bytetext.Plain(resp.Quote(v.String))
	}
	return v.Text
}

// Type is a type as TYPE names it, with its article.
func Type(typ string) string {
	switch typ {
	case "none":
		return "nothing (absent)"
	case "zset":
		return "a sorted set"
	}
	return "a " + typ
}
