package keyspace

import "strings"

// V1Prefix is what v1 puts in front of a queue's name unless told otherwise.
const V1Prefix = "emq"

// V1Base is v1's base/1, prefix:queue. Neither part is checked, here or in the
// rest of v1: whatever bytes a caller passes are in the key.
func V1Base(prefix, queue string) string { return prefix + ":" + queue }

// V1KeyPrefix is v1's key_prefix/1, prefix:queue: with the colon at its end.
func V1KeyPrefix(prefix, queue string) string { return V1Base(prefix, queue) + ":" }

// V1Key is one key of a queue on v1, prefix:queue:typ. v1 adds no braces, so a
// cluster hashes the whole of it (unless the caller's name brings a pair), and
// the types of one queue scatter over the slots.
func V1Key(prefix, queue, typ string) string { return V1KeyPrefix(prefix, queue) + typ }

// V1Lock is the key of the lock on one job, prefix:queue:jobID:lock.
func V1Lock(prefix, queue, jobID string) string { return V1Key(prefix, queue, lockType(jobID)) }

// Wrap puts braces around a queue's name as the core of emq.1 does; callers
// write orders or {orders} and both mean {orders}. Wrapping what Wrap returned
// changes nothing, so a name may pass through it any number of times.
//
// The name inside the braces has to satisfy [CheckQueue], and must not be emq:
// emq.1 keeps the reserve apart by refusing the name (invariant INV3), where
// today the first byte of the key does it. Each refusal is a *[QueueError]
// whose offset counts in the argument as given, outer brace included.
func Wrap(queue string) (string, error) {
	name, skipped := queue, 0
	if strings.HasPrefix(queue, "{") && strings.HasSuffix(queue, "}") {
		name, skipped = queue[1:len(queue)-1], 1
	}
	if bad := queueFault(name); bad != nil {
		return "", &QueueError{Queue: queue, Reason: bad.Reason, At: skipped + bad.At}
	}
	if name == "emq" {
		return "", &QueueError{Queue: queue, Reason: QueueReserved, At: skipped}
	}
	return "{" + name + "}", nil
}

// Line is all the keys of one queue, as one line of EchoMQ builds them.
type Line struct {
	Name string // "v1" or "emq1"
	Keys []LineKey
}

// LineKey is one key of a line.
type LineKey struct {
	Type      string // last part of the key: wait, delayed, 42:lock
	RedisType string // what the server stores there, in words: "sorted set"
	Key       string
}

// Slots counts the different slots among the line's keys.
func (l Line) Slots() int {
	seen := make(map[int]bool)
	for _, k := range l.Keys {
		seen[Slot(k.Key)] = true
	}
	return len(seen)
}

// V1Line is the family of a queue on v1 under [V1Prefix], with the lock of the
// job given. It never refuses: v1 checks no name.
func V1Line(queue, jobID string) Line {
	return family("v1", jobID, func(typ string) string { return V1Key(V1Prefix, queue, typ) })
}

// Emq1Line is the family of a queue on emq.1, emq:{queue}:typ, with the lock of
// the job given. It refuses what [Wrap] refuses.
func Emq1Line(queue, jobID string) (Line, error) {
	wrapped, err := Wrap(queue)
	if err != nil {
		return Line{}, err
	}
	return family("emq1", jobID, func(typ string) string { return "emq:" + wrapped + ":" + typ }), nil
}

// family lists the types that both lines have, in the order of the course's
// table, and builds the key of each.
func family(line, jobID string, key func(typ string) string) Line {
	types := [...]struct{ name, redis string }{
		{"wait", "list"},
		{"active", "list"},
		{"paused", "list"},
		{"delayed", "sorted set"},
		{"prioritized", "sorted set"},
		{"completed", "sorted set"},
		{"failed", "sorted set"},
		{"waiting-children", "sorted set"},
		{"stalled", "set"},
		{"events", "stream"},
		{"meta", "hash"},
		{lockType(jobID), "string with PX expiry"},
	}
	l := Line{Name: line}
	for _, t := range types {
		l.Keys = append(l.Keys, LineKey{Type: t.name, RedisType: t.redis, Key: key(t.name)})
	}
	return l
}

func lockType(jobID string) string { return jobID + ":lock" }
