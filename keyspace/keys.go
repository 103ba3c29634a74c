package keyspace

import "fmt"

// Reserve is how every key of the reserve begins. The native module keeps the
// same bytes under the name RESERVE.
const Reserve = "{emq}:"

// VersionKey holds the identity of the wire that a node serves; it is the only
// key of the reserve in use. The native module calls it VERSION_KEY, the
// connector version_key/0.
const VersionKey = Reserve + "version"

// The literal parts of a per-queue key: queueOpen, a name, queueClose, a type.
// jobField begins the one type that carries a further field, the job's id.
const (
	queueOpen  = "emq:{"
	queueClose = "}:"
	jobField   = "job:"
)

// QueueKey builds the key of one type of one queue, in the shape
// emq:{queue}:typ, as queue_key/2 does.
//
// It builds whatever it is given. A name that [CheckQueue] refuses still yields
// a key, because showing what goes wrong with that key is how the course
// explains the refusal. Code that stores something checks the name first.
func QueueKey(queue, typ string) string {
	return queueOpen + queue + queueClose + typ
}

// ReserveKey builds a key of the reserve, {emq}:suffix, as reserve/1 does.
// ReserveKey("version") is [VersionKey].
func ReserveKey(suffix string) string {
	return Reserve + suffix
}

// PrefixBytes counts the bytes of a job's key that precede its id, as
// prefix_bytes/2 does: 17 for the queue orders, whose job keys begin
// emq:{orders}:job: and end in a branded id.
func PrefixBytes(queue string) int {
	return len(QueueKey(queue, jobField))
}

// JobKey builds the key of a job's row, emq:{queue}:job:id, as job_key/2 does.
// An id that [ParseID] refuses is refused here too, and the error wraps the
// *[IDError] that says which byte is at fault.
//
// Any namespace passes: that a queue stores JOB ids alone is a rule of the
// command that writes them, not of the key. Like [QueueKey], it leaves the
// queue's name unchecked.
func JobKey(queue, id string) (string, error) {
	if _, err := ParseID(id); err != nil {
		return "", fmt.Errorf("job_key requires a valid branded id: %w", err)
	}
	return QueueKey(queue, jobField+id), nil
}
