package native

import (
	"strings"

	"github.com/alicebob/miniredis/v2/server"

	"echomq.dev/course/keyspace"
	"echomq.dev/course/sim/resp"
	"echomq.dev/course/sim/trace"
)

// enqueue answers EMQ.ENQUEUE: five checks in a fixed order, none after the
// first that fails, and nothing written unless all pass.
func (m *Module) enqueue(client *server.Peer, args []string) string {
	// 1. Shape: are these the words of the command?
	keys, rest, fault := shape("EMQ.ENQUEUE", 2, 1, args)
	if !m.check("shape", "", fault) {
		return fault
	}
	pending, row, payload := keys[0], keys[1], rest[0]

	// 2. Layout: do the two keys belong to one queue, in the roles they need?
	id, fault := layout(pending, row)
	if !m.check("layout", "", fault) {
		return fault
	}

	// 3. The fence. The read is made as the caller, so the caller's rules on
	// keys and commands apply to it, and it never writes.
	read := m.server.AsCaller(client, "GET", VersionKey)
	fault = fence(read)
	if !m.check("fence", resp.Print(read), fault) {
		return fault
	}

	// 4. Domain: is it a job's id?
	if job, err := keyspace.ParseID(id); err != nil || job.Namespace != "JOB" {
		fault = errorReply("EMQID not a JOB branded id")
	}
	if !m.check("domain", "", fault) {
		return fault
	}

	// 5. The write: the job's row, then its place in pending. All scores are
	// equal, so the set keeps the order of the ids' bytes, which is the order
	// in which they were minted.
	// The read in front comes back with an error where pending holds another
	// type, so that a half of the job is never written.
	for _, words := range [][]string{
		{"ZCARD", pending},
		{"HSET", row, "payload", payload},
		{"ZADD", pending, "0", id},
	} {
		if reply := m.server.AsServer(client, words...); reply.Kind == '-' {
			fault = errorReply(reply.Text)
			break
		}
	}
	if !m.check("write", "", fault) {
		return fault
	}
	return integer(1)
}

// check reports a check and whether it passed: it did if it left no fault.
func (m *Module) check(name, read, fault string) bool {
	text := strings.TrimSuffix(strings.TrimPrefix(fault, "-"), "\r\n")
	m.report(trace.Check{Check: name, OK: fault == "", Read: read, Error: text})
	return fault == ""
}

// fence decides over what the version key held.
func fence(read resp.Value) (fault string) {
	switch {
	case read.Kind == '-':
		return errorReply(read.Text)
	case read.Null:
		return errorReply("EMQWIRE expected " + Epoch + " but " + VersionKey + " is absent")
	case read.Text != Epoch:
		return errorReply(foundForeign(read.Text))
	}
	return ""
}

// layout takes the job's id out of the two keys of one valid queue.
func layout(pending, row string) (id, fault string) {
	p, r := keyspace.Classify(pending), keyspace.Classify(row)
	id, isJob := strings.CutPrefix(r.Type, "job:")
	switch {
	case p.Space != keyspace.QueueSpace || p.Type != "pending", r.Space != keyspace.QueueSpace || !isJob:
		return "", errorReply("EMQKEY invalid queue key")
	case p.Queue != r.Queue:
		return "", errorReply("EMQKEY keys name two queues")
	}
	return id, ""
}
