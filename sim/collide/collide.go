// Package collide answers whether a queue can collide with the reserve. It
// builds the queue's pending key with the real builder, whatever the name, and
// lays it beside {emq}:version.
package collide

import (
	"echomq.dev/course/keyspace"
	"echomq.dev/course/sim/plainjson"
	"echomq.dev/course/sim/trace"
)

// MaxQueue bounds a name that is checked, in bytes.
const MaxQueue = 128

// Result lays a queue's pending key beside the version key. Strings are bytes
// as they were given; nothing is cleaned up.
type Result struct {
	Queue  string // the name as it was given
	Valid  bool   // what CheckQueue says of it
	Reason string // why it is refused; empty when valid

	QueueKey   string // the key that the name builds, valid or not
	VersionKey string

	// The hashtag is empty when a key has none and is hashed whole.
	QueueHashtag, ReserveHashtag string
	QueueSlot, ReserveSlot       int

	SameSlot bool
	SameKey  bool
}

// Disjoint reports whether the two keys differ in their first byte already,
// so that no name could make them meet.
func (r Result) Disjoint() bool { return r.QueueKey[0] != r.VersionKey[0] }

// Verdict is the word of the course's contract for the two keys.
func (r Result) Verdict() string {
	if r.Disjoint() {
		return "disjoint"
	}
	return "collide"
}

// Check lays the pending key of a queue beside the version key.
func Check(queue string) Result {
	r := Result{
		Queue:      queue,
		Valid:      true,
		QueueKey:   keyspace.QueueKey(queue, "pending"),
		VersionKey: keyspace.VersionKey,
	}
	if err := keyspace.CheckQueue(queue); err != nil {
		r.Valid, r.Reason = false, err.Error()
	}
	r.QueueHashtag = hashtag(r.QueueKey)
	r.ReserveHashtag = hashtag(r.VersionKey)
	r.QueueSlot = keyspace.Slot(r.QueueKey)
	r.ReserveSlot = keyspace.Slot(r.VersionKey)
	r.SameSlot = r.QueueSlot == r.ReserveSlot
	r.SameKey = r.QueueKey == r.VersionKey
	return r
}

func hashtag(key string) string {
	tag, whole := keyspace.Hashtag(key)
	if whole {
		return ""
	}
	return tag
}

// MarshalJSON writes the result in the form of the course's contract. Nothing is
// escaped for HTML, unless the encoder that calls it does so itself, as
// json.Marshal does.
func (r Result) MarshalJSON() ([]byte, error) {
	return plainjson.Marshal(struct {
		Queue              string `json:"queue"`
		QueueQuoted        string `json:"queue_quoted,omitempty"`
		Valid              bool   `json:"valid"`
		Reason             string `json:"reason"`
		QueueKey           string `json:"queue_key"`
		QueueKeyQuoted     string `json:"queue_key_quoted,omitempty"`
		VersionKey         string `json:"version_key"`
		QueueFirstByte     string `json:"queue_first_byte"`
		ReserveFirstByte   string `json:"reserve_first_byte"`
		QueueHashtag       string `json:"queue_hashtag"`
		QueueHashtagQuoted string `json:"queue_hashtag_quoted,omitempty"`
		ReserveHashtag     string `json:"reserve_hashtag"`
		QueueSlot          int    `json:"queue_slot"`
		ReserveSlot        int    `json:"reserve_slot"`
		SameSlot           bool   `json:"same_slot"`
		SameKey            bool   `json:"same_key"`
		Verdict            string `json:"verdict"`
	}{
		r.Queue, trace.Quoted(r.Queue),
		r.Valid, r.Reason,
		r.QueueKey, trace.Quoted(r.QueueKey),
		r.VersionKey,
		r.QueueKey[:1], r.VersionKey[:1],
		r.QueueHashtag, trace.Quoted(r.QueueHashtag),
		r.ReserveHashtag,
		r.QueueSlot, r.ReserveSlot,
		r.SameSlot, r.SameKey,
		r.Verdict(),
	})
}
