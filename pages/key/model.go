package key

import (
	"fmt"

	"echomq.dev/course/keyspace"
	"echomq.dev/course/pages/bytetext"
	"echomq.dev/course/pages/keyview"
	"echomq.dev/course/sim/key"
)

// View is one key's place, ready to be drawn.
type View struct {
	Picture keyview.View
	Space   string // in words
	Tone    string // the space's hue
	Why     string
	Fields  []Field
}

// Field is one thing that the bytes tell. Value is bytes; Note stands in its
// place where there is none.
type Field struct {
	Name  string
	Value string
	Note  string
}

func view(r key.Result) View {
	v := View{Picture: keyview.Of(r.Key, hue(r.Space)), Why: bytetext.Plain(r.Why), Space: "in neither space", Tone: "is-neutral"}
	switch r.Space {
	case keyspace.QueueSpace:
		v.Space, v.Tone = "queue space", "is-queue"
	case keyspace.ReserveSpace:
		v.Space, v.Tone = "the reserve", "is-reserve"
	}
	v.Fields = fields(r)
	return v
}

func hue(s keyspace.Space) keyview.Hue {
	switch s {
	case keyspace.QueueSpace:
		return keyview.Queue
	case keyspace.ReserveSpace:
		return keyview.Reserve
	}
	return keyview.Neutral
}

func fields(r key.Result) []Field {
	first := Field{Name: "First byte", Note: "there is none"}
	if r.Key != "" {
		first = Field{Name: "First byte", Value: r.Key[:1], Note: fmt.Sprintf("0x%02x", r.Key[0])}
	}
	tag := Field{Name: "Hashtag", Value: r.Hashtag}
	if r.Hashtag == "" {
		tag.Note = "none: the whole key is hashed"
	}
	list := []Field{first, tag, {Name: "Slot", Value: fmt.Sprint(r.Slot)}}
	switch r.Space {
	case keyspace.QueueSpace:
		list = append(list, Field{Name: "Queue", Value: r.Queue}, Field{Name: "Type", Value: r.Type})
	case keyspace.ReserveSpace:
		list = append(list, Field{Name: "Suffix", Value: r.Suffix})
	}
	return list
}
