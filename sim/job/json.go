package job

import (
	"strconv"

	"echomq.dev/course/sim/plainjson"
	"echomq.dev/course/sim/trace"
)

// MarshalJSON writes the result in the form of the course's contract. A refused
// id has neither key nor parts: its strings are empty and its numbers null,
// since 0 is a node and a sequence like any other.
func (r Result) MarshalJSON() ([]byte, error) {
	var (
		namespace, snowflake string
		node, sequence       *int
		milliseconds         *int64
		at                   *int
	)
	if r.ValidID() {
		n, s, ms := r.Parsed.Node(), r.Parsed.Sequence(), r.Milliseconds()
		node, sequence, milliseconds = &n, &s, &ms
		namespace, snowflake = r.Parsed.Namespace, strconv.FormatUint(r.Parsed.Snowflake, 10)
	} else {
		at = &r.At
	}
	return plainjson.Marshal(struct {
		Queue        string `json:"queue"`
		QueueQuoted  string `json:"queue_quoted,omitempty"`
		ID           string `json:"id"`
		IDQuoted     string `json:"id_quoted,omitempty"`
		Valid        bool   `json:"valid"`
		Reason       string `json:"reason"`
		Key          string `json:"key"`
		KeyQuoted    string `json:"key_quoted,omitempty"`
		PrefixBytes  int    `json:"prefix_bytes"`
		Namespace    string `json:"namespace"`
		Snowflake    string `json:"snowflake"`
		Node         *int   `json:"node"`
		Sequence     *int   `json:"sequence"`
		Instant      string `json:"instant"`
		Milliseconds *int64 `json:"milliseconds"`
		QueueReason  string `json:"queue_reason"`
		IDReason     string `json:"id_reason"`
		IDFaultAt    *int   `json:"id_fault_at"`
	}{
		r.Queue, trace.Quoted(r.Queue), r.ID, trace.Quoted(r.ID),
		r.Valid(), r.Reason(),
		r.Key, trace.Quoted(r.Key), r.PrefixBytes,
		namespace, snowflake, node, sequence, r.Instant(), milliseconds,
		r.QueueReason, r.IDReason, at,
	})
}
