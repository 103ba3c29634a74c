package keyspace

import (
	"fmt"
	"strings"
)

// Space is where a key belongs.
type Space string

// The two spaces, and everything outside both.
const (
	QueueSpace   Space = "queue"
	ReserveSpace Space = "reserve"
	NeitherSpace Space = "neither"
)

// Class is what can be told about a key from its bytes alone.
type Class struct {
	Key    string
	Space  Space
	Queue  string // in queue space: the name between the braces
	Type   string // in queue space: all that follows; job:<id> for a job's row
	Suffix string // in the reserve: all that follows {emq}:
	ID     ID     // of a job's row whose id is a branded id; else the zero ID
	Known  bool   // the type or suffix is one that EchoMQ names
	At     int    // outside both spaces: offset of the first byte that fits neither; else -1
	Why    string // the reason, in whole sentences
}

// Classify says which space a key belongs to, and why.
//
// The prefix decides the space, and what follows it decides only what the key
// is inside that space:
//
//	{emq}:…        the reserve
//	emq:{q}:…      queue space, when CheckQueue accepts q
//	anything else  neither
//
// So each key has one answer, and the builders can be run backwards: a key in
// queue space equals QueueKey(Queue, Type), one in the reserve ReserveKey(Suffix).
//
// A type that EchoMQ does not use, or an empty one, leaves the key with its
// queue: it has that queue's hashtag and no other queue can build it. Of the
// types in use only job:<id> holds a colon. Everything after job: is the id,
// and an id that is not a branded one does not move the key either; the native
// verbs judge the layout of a key first and the id only later. [JobKey]
// would have refused to build it, and Why says so.
func Classify(key string) Class {
	if suffix, found := strings.CutPrefix(key, Reserve); found {
		return reserveClass(key, suffix)
	}
	queue, typ, fault := splitQueueKey(key)
	if fault != nil {
		return Class{Key: key, Space: NeitherSpace, At: fault.at, Why: fault.why}
	}
	return queueClass(key, queue, typ)
}

// misfit is where a key leaves the grammar, and how.
type misfit struct {
	at  int
	why string
}

// splitQueueKey reads emq:{queue}:typ from left to right and stops at the
// first byte that does not fit.
func splitQueueKey(key string) (queue, typ string, fault *misfit) {
	if at := departs(key, queueOpen); at >= 0 {
		return "", "", badOpening(key, at)
	}
	// A valid name has no brace, so the nearest closing one must end it. It is
	// also where the cluster ends the hashtag.
	queue, rest, closed := strings.Cut(key[len(queueOpen):], "}")
	if !closed {
		return "", "", &misfit{len(key), "Begins emq:{ as a per-queue key does, but the brace opened at offset 4 is " +
			"never closed: there is no end to the queue name, and no hashtag."}
	}
	if bad := queueFault(queue); bad != nil {
		at := len(queueOpen) + bad.At
		return "", "", &misfit{at, fmt.Sprintf("Has the braces of a per-queue key, but what they hold, from offset %d, "+
			"is not a queue name: %v.", len(queueOpen), bad)}
	}
	typ, found := strings.CutPrefix(rest, ":")
	if !found {
		at := len(queueOpen) + len(queue) + len("}")
		return "", "", &misfit{at, fmt.Sprintf("Begins like a key of queue %q, but %s where the ':' before the type "+
			"belongs.", queue, stands(key, at))}
	}
	return queue, typ, nil
}

// badOpening explains a key that fails inside the literal emq:{, at offset at.
func badOpening(key string, at int) *misfit {
	switch {
	case key == "":
		return &misfit{0, "The empty key has no first byte: per-queue keys begin with 'e' (0x65), " +
			"keys of the reserve with '{' (0x7b)."}
	case key[0] == '{':
		at = departs(key, Reserve)
		return &misfit{at, fmt.Sprintf("Begins with '{' as the reserve does, but %s where %s goes on with %s: "+
			"a hashtag alone does not make a key of the reserve.", stands(key, at), Reserve, showByte(Reserve[at]))}
	case at == 0:
		return &misfit{0, fmt.Sprintf("The first byte is %s: per-queue keys begin with 'e' (0x65), "+
			"keys of the reserve with '{' (0x7b).", showByte(key[0]))}
	case at == len(queueOpen)-1 && strings.Contains(key[at:], ":") && !strings.ContainsAny(key, "{}"):
		return &misfit{at, fmt.Sprintf("No braces: %s where '{' opens the queue name. This is the shape of a v1 key, "+
			"prefix:name:type, hashed whole; today's grammar has no place for it.", stands(key, at))}
	}
	return &misfit{at, fmt.Sprintf("Begins with 'e' as a per-queue key does, but %s where %s goes on with %s.",
		stands(key, at), queueOpen, showByte(queueOpen[at]))}
}

// stands names what stands at an offset: a byte, or the end of the key.
func stands(key string, at int) string {
	if at == len(key) {
		return fmt.Sprintf("the key ends at offset %d", at)
	}
	return fmt.Sprintf("offset %d holds %s", at, showByte(key[at]))
}

func reserveClass(key, suffix string) Class {
	c := Class{Key: key, Space: ReserveSpace, Suffix: suffix, At: -1}
	const begins = "Begins with {emq}:, the prefix of the reserve, which no queue can build: a queue's keys begin with 'e'. "
	switch suffix {
	case "version":
		c.Known = true
		c.Why = begins + "The suffix version is the fence's key: the identity of the wire that the node serves."
	case "nodes", "locks":
		c.Known = true
		c.Why = begins + "The suffix " + suffix + " is set aside for the protocol, and not in use."
	case "":
		c.Why = begins + "No suffix follows, so this is the bare prefix and names nothing in it."
	default:
		c.Why = begins + fmt.Sprintf("EchoMQ does not use the suffix %q; the key is the reserve's all the same.", suffix)
	}
	return c
}

func queueClass(key, queue, typ string) Class {
	c := Class{Key: key, Space: QueueSpace, Queue: queue, Type: typ, At: -1}
	begins := fmt.Sprintf("Begins with 'e' and has the shape emq:{q}:<type>, with the valid queue name %q. ", queue)
	id, isJob := strings.CutPrefix(typ, jobField)
	switch {
	case isJob:
		c.Known = true
		parsed, err := ParseID(id)
		if err != nil {
			c.Why = begins + fmt.Sprintf("A job's row by its type, but one that job_key/2 would not build: %v.", err)
			break
		}
		c.ID = parsed
		c.Why = begins + "The row of job " + id + "."
	case typ == "":
		c.Why = begins + "No type follows, so this is the bare prefix; it is this queue's all the same."
	case typeInUse(typ):
		c.Known = true
		c.Why = begins + "The type " + typ + " is in use."
	default:
		c.Why = begins + fmt.Sprintf("EchoMQ does not use the type %q today, but what follows the prefix cannot take "+
			"a key away from its queue.", typ)
	}
	return c
}

// typeInUse reports whether a queue has a key of that type today; a job's row
// is recognised by its first field instead.
func typeInUse(typ string) bool {
	switch typ {
	case "pending", "active", "schedule", "dead", "meta", "events":
		return true
	}
	return false
}
