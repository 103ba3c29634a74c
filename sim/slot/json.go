package slot

import (
	"fmt"

	"echomq.dev/course/sim/plainjson"
	"echomq.dev/course/sim/trace"
)

// step is what one byte does to the checksum, in numbers. Offset counts in the
// bytes that are hashed.
type step struct {
	Offset int    `json:"offset"`
	Byte   int    `json:"byte"`
	Before uint16 `json:"before"`
	Index  int    `json:"index"`
	Entry  uint16 `json:"entry"`
	After  uint16 `json:"after"`
}

// MarshalJSON writes the result in the form of the course's contract: crc16 is
// a number, with its usual spelling beside it.
func (r Result) MarshalJSON() ([]byte, error) {
	steps := make([]step, 0, len(r.Steps))
	for _, s := range r.Steps {
		steps = append(steps, step{s.Offset, int(s.Byte), s.Before, int(s.Index), s.Entry, s.After})
	}
	return plainjson.Marshal(struct {
		Key            string `json:"key"`
		KeyQuoted      string `json:"key_quoted,omitempty"`
		Hashtag        string `json:"hashtag"`
		HashtagQuoted  string `json:"hashtag_quoted,omitempty"`
		HashedWholeKey bool   `json:"hashed_whole_key"`
		CRC            uint16 `json:"crc16"`
		CRCHex         string `json:"crc16_hex"`
		Slot           int    `json:"slot"`
		Hashed         string `json:"hashed"`
		HashedQuoted   string `json:"hashed_quoted,omitempty"`
		HashedAt       int    `json:"hashed_at"`
		Open           int    `json:"open"`
		Shut           int    `json:"shut"`
		Why            string `json:"why"`
		Steps          []step `json:"steps"`
	}{
		r.Key, trace.Quoted(r.Key),
		r.Hashtag, trace.Quoted(r.Hashtag), r.Whole,
		r.CRC, fmt.Sprintf("0x%04X", r.CRC), r.Slot,
		r.Hashed, trace.Quoted(r.Hashed), r.HashedAt(),
		r.Open, r.Shut,
		r.Why(), steps,
	})
}
