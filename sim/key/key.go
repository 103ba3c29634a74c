// Package key answers where a key lives: in queue space, in the reserve, or in
// neither, with its hashtag and slot.
package key

import (
	"echomq.dev/course/keyspace"
	"echomq.dev/course/sim/plainjson"
	"echomq.dev/course/sim/trace"
)

// MaxKey bounds a key that is asked about, in bytes. It holds every key that
// the longest queue name of the checker builds.
const MaxKey = 1024

// Result is what a key's bytes tell.
type Result struct {
	keyspace.Class
	Hashtag string // empty when the key has none and is hashed whole
	Slot    int
}

// Locate says where a key lives and why.
func Locate(k string) Result {
	r := Result{Class: keyspace.Classify(k), Slot: keyspace.Slot(k)}
	if tag, whole := keyspace.Hashtag(k); !whole {
		r.Hashtag = tag
	}
	return r
}

// FirstByte is the byte that tells the two spaces apart. The empty key has
// none.
func (r Result) FirstByte() string { return r.Key[:min(1, len(r.Key))] }

// MarshalJSON writes the result in the form of the course's contract. Nothing is
// escaped for HTML, unless the encoder that calls it does so itself, as
// json.Marshal does.
func (r Result) MarshalJSON() ([]byte, error) {
	typ := r.Type
	if r.Space == keyspace.ReserveSpace {
		typ = r.Suffix
	}
	return plainjson.Marshal(struct {
		Key             string         `json:"key"`
		KeyQuoted       string         `json:"key_quoted,omitempty"`
		Space           keyspace.Space `json:"space"`
		FirstByte       string         `json:"first_byte"`
		FirstByteQuoted string         `json:"first_byte_quoted,omitempty"`
		Hashtag         string         `json:"hashtag"`
		HashtagQuoted   string         `json:"hashtag_quoted,omitempty"`
		HashedWholeKey  bool           `json:"hashed_whole_key"`
		Slot            int            `json:"slot"`
		Queue           string         `json:"queue"`
		QueueQuoted     string         `json:"queue_quoted,omitempty"`
		Type            string         `json:"type"`
		TypeQuoted      string         `json:"type_quoted,omitempty"`
		Why             string         `json:"why"`
	}{
		r.Key, trace.Quoted(r.Key),
		r.Space,
		r.FirstByte(), trace.Quoted(r.FirstByte()),
		r.Hashtag, trace.Quoted(r.Hashtag), r.Hashtag == "",
		r.Slot,
		r.Queue, trace.Quoted(r.Queue),
		typ, trace.Quoted(typ),
		r.Why,
	})
}
