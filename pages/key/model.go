package key

import (
	"fmt"
	"strings"

	"echomq.dev/course/keyspace"
	"echomq.dev/course/pages/bytetext"
	"echomq.dev/course/pages/keyview"
	"echomq.dev/course/sim/key"
)

// View is one key's place, ready to be drawn.
type View struct {
	Picture keyview.View
	Parts   keyview.PartsView // the same bytes by their fields; empty in neither space
	Space   string            // in words
	Tone    string            // the space's hue
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
	v.Parts = keyview.Parts(hue(r.Space), parts(r))
	return v
}

// parts takes a key of either space apart into the fields of its grammar. A
// field of no bytes, such as a missing suffix, is no part.
func parts(r key.Result) []keyview.Part {
	var all []keyview.Part
	part := func(name, bytes string) {
		if bytes != "" {
			all = append(all, keyview.Part{Name: name, Bytes: bytes})
		}
	}
	switch r.Space {
	case keyspace.QueueSpace:
		part("prefix", r.Key[:len("emq:")])
		part("queue", "{"+r.Queue+"}")
		if r.ID.IsZero() {
			part("type", ":"+r.Type)
			break
		}
		id := r.ID.String()
		part("type", ":"+strings.TrimSuffix(r.Type, id))
		part("namespace", id[:keyspace.NamespaceBytes])
		part("snowflake", id[keyspace.NamespaceBytes:])
	case keyspace.ReserveSpace:
		part("reserve", keyspace.Reserve)
		part("suffix", r.Suffix)
	}
	return all
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
