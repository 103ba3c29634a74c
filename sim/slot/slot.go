// Package slot answers which slot a key lands in and why: where its braces
// stand, which of its bytes are hashed, and what each of those does to the
// checksum.
package slot

import (
	"fmt"
	"slices"
	"strings"

	"echomq.dev/course/keyspace"
)

// MaxKey bounds a key that is asked about, in bytes.
const MaxKey = 1024

// Result is the way of one key to its slot. Strings are bytes as given.
type Result struct {
	Key string

	// Open is the offset of the first '{', Shut that of the first '}' after it;
	// -1 when there is none. These two alone decide what is hashed.
	Open, Shut int

	Hashtag string // what stands between them; empty when the key is hashed whole
	Hashed  string // the bytes that are hashed
	Whole   bool   // Hashed is the key

	Steps []keyspace.CRCStep // one for each byte of Hashed
	CRC   uint16             // after the last step
	Slot  int                // CRC modulo 16384
}

// Of follows a key to its slot.
func Of(key string) Result {
	r := Result{Key: key, Open: strings.IndexByte(key, '{'), Shut: -1}
	if r.Open >= 0 {
		if n := strings.IndexByte(key[r.Open:], '}'); n >= 0 {
			r.Shut = r.Open + n
		}
	}
	r.Hashed, r.Whole = keyspace.Hashtag(key)
	if !r.Whole {
		r.Hashtag = r.Hashed
	}
	r.Steps = slices.Collect(keyspace.CRC16Steps(r.Hashed))
	r.CRC = keyspace.CRC16(r.Hashed)
	r.Slot = keyspace.Slot(key)
	return r
}

// HashedAt is the offset in the key of the first byte that is hashed.
func (r Result) HashedAt() int {
	if r.Whole {
		return 0
	}
	return r.Open + 1
}

// Why says in whole sentences which bytes are hashed, and by which line of the
// rule. What a reader may not have expected gets a sentence of its own: a later
// pair that nobody looks at, a brace that is an ordinary byte. Where a brace
// stands is told as its offset, for "byte 4" is the fourth to one reader and the
// fifth to another.
func (r Result) Why() string {
	switch {
	case r.Key == "":
		return "The key has no bytes. Nothing is hashed, and the checksum stays 0."
	case r.Open < 0:
		return "No '{' anywhere, so the whole key is hashed: " + count(r.Hashed) + "."
	case r.Shut < 0:
		return fmt.Sprintf("The first '{' is at offset %d (counted from 0) and no '}' follows it, so the whole key is hashed: %s.%s",
			r.Open, count(r.Hashed), r.earlier())
	case r.Whole:
		return fmt.Sprintf("The first '{' is at offset %d (counted from 0), the first '}' after it at offset %d, and nothing stands between them: "+
			"an empty pair is no hashtag, so the whole key is hashed, %s.%s", r.Open, r.Shut, count(r.Hashed), r.later())
	}
	return fmt.Sprintf("The first '{' is at offset %d (counted from 0), the first '}' after it at offset %d. What stands between them is hashed, "+
		"%s, and nothing else.%s%s", r.Open, r.Shut, count(r.Hashed), r.nested(), r.trailing())
}

func count(s string) string {
	if len(s) == 1 {
		return "1 byte"
	}
	return fmt.Sprintf("%d bytes", len(s))
}

// earlier speaks of a '}' to the left of the only '{'.
func (r Result) earlier() string {
	if at := strings.IndexByte(r.Key, '}'); at >= 0 {
		return fmt.Sprintf(" The '}' at offset %d stands before the '{' and closes nothing.", at)
	}
	return ""
}

// later speaks of braces behind an empty pair.
func (r Result) later() string {
	rest := r.Key[r.Shut+1:]
	switch open, shut := strings.IndexByte(rest, '{'), strings.IndexByte(rest, '}'); {
	case open >= 0 && strings.IndexByte(rest[open:], '}') >= 0:
		return fmt.Sprintf(" There is another pair from offset %d on, but the rule looks at one pair and stops.", r.Shut+1+open)
	case shut >= 0:
		return fmt.Sprintf(" The '}' at offset %d comes too late: the nearer one has ended the pair.", r.Shut+1+shut)
	}
	return ""
}

// nested speaks of a '{' inside the hashtag.
func (r Result) nested() string {
	if at := strings.IndexByte(r.Hashtag, '{'); at >= 0 {
		return fmt.Sprintf(" The '{' at offset %d does not nest: it is hashed like any other byte.", r.Open+1+at)
	}
	return ""
}

// trailing speaks of a '}' behind the hashtag, which looks as if it ended it.
func (r Result) trailing() string {
	rest := r.Key[r.Shut+1:]
	at := strings.IndexByte(rest, '}')
	if open := strings.IndexByte(rest, '{'); at < 0 || open >= 0 && open < at {
		return ""
	}
	return fmt.Sprintf(" The '}' at offset %d stands outside and is not hashed.", r.Shut+1+at)
}
