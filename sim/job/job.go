// Package job answers what the key of a job's row is, and puts its id through
// the gate that every such key has to pass: only a branded id builds one.
package job

import (
	"errors"

	"echomq.dev/course/keyspace"
)

// Bounds on what is asked about, in bytes.
const (
	MaxQueue = 128
	MaxID    = 64
)

// The fields of a snowflake from the highest bit down, 63 bits together.
const (
	TimeBits     = 41
	NodeBits     = 10
	SequenceBits = 12
)

// Result is a job's key and what its id says. Strings are bytes as given.
type Result struct {
	Queue, ID string

	// Key is what JobKey builds. It refuses by the id alone, so a queue name
	// that is not valid still has a key, as it has in the collision checker;
	// a refused id has none.
	Key string

	QueueReason string // why the name is refused; empty when it is valid
	IDReason    string // why JobKey refused the id; empty when it did not

	// At is the offset in the id of the first byte at fault, which is len(ID)
	// when bytes are missing; -1 when the id is valid. QueueAt is the same of
	// the name, 0 when the name is empty.
	At, QueueAt int

	PrefixBytes int         // bytes of the key before the id
	Parsed      keyspace.ID // the zero ID when the id is refused
}

// Check builds the key of a job's row and takes its id apart.
func Check(queue, id string) Result {
	r := Result{Queue: queue, ID: id, At: -1, QueueAt: -1, PrefixBytes: keyspace.PrefixBytes(queue)}
	if err := keyspace.CheckQueue(queue); err != nil {
		r.QueueReason = err.Error()
		if bad, ok := errors.AsType[*keyspace.QueueError](err); ok {
			r.QueueAt = bad.At
		}
	}
	key, err := keyspace.JobKey(queue, id)
	if err != nil {
		r.IDReason = err.Error()
		if bad, ok := errors.AsType[*keyspace.IDError](err); ok {
			r.At = bad.At
		}
		return r
	}
	r.Key = key
	r.Parsed, _ = keyspace.ParseID(id) // JobKey has just accepted it
	return r
}

// ValidID reports whether the id passed the gate.
func (r Result) ValidID() bool { return r.IDReason == "" }

// Valid reports whether a job could be stored under this key: the queue's name
// and the id are both valid.
func (r Result) Valid() bool { return r.QueueReason == "" && r.ValidID() }

// Reason says why not, the queue's name first as it comes first in the key.
func (r Result) Reason() string {
	if r.QueueReason != "" && r.IDReason != "" {
		return r.QueueReason + "; and " + r.IDReason
	}
	return r.QueueReason + r.IDReason
}

// Milliseconds is the time field: how long after the start of 2024 the id was
// made.
func (r Result) Milliseconds() int64 {
	return int64(r.Parsed.Snowflake >> (NodeBits + SequenceBits))
}

// Instant is when a valid id says it was made, to the millisecond and in UTC,
// in the form of RFC 3339; empty for a refused id.
func (r Result) Instant() string {
	if !r.ValidID() {
		return ""
	}
	return r.Parsed.Time().Format(instantForm)
}

// instantForm is time.RFC3339 with all three digits of the milliseconds.
const instantForm = "2006-01-02T15:04:05.000Z07:00"

// Digit is one of the eleven digits of a valid id.
type Digit struct {
	Byte  byte
	Value int // 0 to 61
}

// Digits are the digits of a valid id from the highest down; none when the id
// was refused.
func (r Result) Digits() []Digit {
	if !r.ValidID() {
		return nil
	}
	var digits []Digit
	for _, b := range []byte(r.ID[keyspace.NamespaceBytes:]) {
		digits = append(digits, Digit{b, value(b)})
	}
	return digits
}

// value is a digit's value as the parser of ids reads it: the number of an id
// whose only digit other than 0 is this one.
func value(digit byte) int {
	one := make([]byte, 0, keyspace.IDBytes)
	for range keyspace.NamespaceBytes {
		one = append(one, 'A')
	}
	for range keyspace.DigitBytes - 1 {
		one = append(one, '0')
	}
	id, _ := keyspace.ParseID(string(append(one, digit)))
	return int(id.Snowflake)
}
