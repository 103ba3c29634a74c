package keyspace

import (
	"fmt"
	"strings"
)

// QueueReason says what is wrong with a queue's name.
type QueueReason string

// Why a name is refused. The first four hold on every line that checks names;
// QueueReserved is given by [Wrap] alone, for the emq.1 line.
const (
	QueueEmpty    QueueReason = "empty"
	QueueOpen     QueueReason = "holds '{'"
	QueueClose    QueueReason = "holds '}'"
	QueueColon    QueueReason = "holds ':'"
	QueueReserved QueueReason = "is emq"
)

// QueueError is the refusal of a queue's name.
type QueueError struct {
	Queue  string // the name as it was given, never cleaned up
	Reason QueueReason
	At     int // offset of the first byte at fault; 0 when there is no byte at all
}

// acceptedName is the end of every refusal of a name.
const acceptedName = "accepted: one or more bytes, none of them '{', '}' or ':'"

// Error quotes the name with its unprintable bytes escaped, says what the
// offending byte would do to the queue's keys, and names what is accepted.
func (e *QueueError) Error() string {
	const (
		lost     = "no name leaves {} in the key, which is no hashtag, so the queue's keys scatter over the slots"
		opens    = "that byte marks where a hashtag begins, and only the grammar may write it"
		closes   = "the hashtag ends at the first one, so the keys go to the slot of a shorter name, or scatter when it is the first byte"
		splits   = "that byte separates the fields of a key, so nobody could tell where the name ends"
		reserved = "emq.1 keeps that name back for the reserve {emq}:"
	)
	switch e.Reason {
	case QueueEmpty:
		return fmt.Sprintf("queue name %q is empty: %s; %s", e.Queue, lost, acceptedName)
	case QueueOpen:
		return e.holds('{', opens)
	case QueueClose:
		return e.holds('}', closes)
	case QueueColon:
		return e.holds(':', splits)
	case QueueReserved:
		return fmt.Sprintf("queue name %q is refused: %s; %s, other than emq", e.Queue, reserved, acceptedName)
	}
	return fmt.Sprintf("queue name %q is refused; %s", e.Queue, acceptedName)
}

func (e *QueueError) holds(b byte, why string) string {
	return fmt.Sprintf("queue name %q holds %q at offset %d: %s; %s", e.Queue, b, e.At, why, acceptedName)
}

// ValidQueue reports whether [CheckQueue] accepts the name, as valid_queue?/1
// does.
func ValidQueue(queue string) bool {
	return queueFault(queue) == nil
}

// CheckQueue returns nil for a name that today's grammar accepts and a
// *[QueueError] for one that it refuses, as valid_queue!/1 raises.
//
// Every other byte is allowed: spaces, control characters, bytes that are not
// UTF-8. So is the name emq. Its keys begin emq:{emq}: and land in the slot of
// the reserve, yet none of them is a key of the reserve.
func CheckQueue(queue string) error {
	if bad := queueFault(queue); bad != nil {
		return bad
	}
	return nil
}

// queueFault finds the first thing wrong with a name; nil means valid.
func queueFault(queue string) *QueueError {
	if queue == "" {
		return &QueueError{Queue: queue, Reason: QueueEmpty}
	}
	at := strings.IndexAny(queue, "{}:")
	if at < 0 {
		return nil
	}
	reason := QueueColon
	switch queue[at] {
	case '{':
		reason = QueueOpen
	case '}':
		reason = QueueClose
	}
	return &QueueError{Queue: queue, Reason: reason, At: at}
}
