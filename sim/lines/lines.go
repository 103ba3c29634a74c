// Package lines answers which keys one queue has on the first line of EchoMQ
// and on emq.1, and into which slots they fall. Beside them stand the keys that
// the core of emq.1 keeps for itself.
package lines

import (
	"echomq.dev/course/keyspace"
)

// MaxQueue bounds a queue's name, in bytes.
const MaxQueue = 128

// Job is the id in the one key of the families that belongs to a job, the lock.
// It is a plain number, as the ids of the first line are.
const Job = "42"

// Result is one queue on both lines. Strings are bytes as given.
type Result struct {
	Queue string
	V1    Family // never refuses
	Emq1  Family
	Core  Family // the same for every queue
	Wrap  Wrap

	// Threads is where the keys go when a store with threads places them; nil
	// unless a second queue was laid beside this one.
	Threads *Threads
}

// Family is the keys of one line.
type Family struct {
	Line    string // "v1", "emq1" or "core"
	Keys    []Key  // none when the line refuses the name
	Refused string // why it does; empty when it does not
}

// Key is one key of a family.
type Key struct {
	Type    string // last part of the key: wait, delayed, 42:lock
	TYPE    string // as the server's TYPE would answer: list, zset, …; "" where the course's protocol names none
	Words   string // the same in words, with what is special: "string with PX expiry"
	Key     string
	Hashtag string // empty when the key is hashed whole
	Slot    int
}

// Wrap is a queue's name put through the wrap of emq.1, and its result put
// through it again.
type Wrap struct {
	Once, Twice string // both empty when the name is refused
	Refused     string
}

// Of lays out the families of a queue.
func Of(queue string) Result {
	r := Result{
		Queue: queue,
		V1:    Family{Line: "v1", Keys: keys(keyspace.V1Line(queue, Job))},
		Emq1:  Family{Line: "emq1"},
		Core: Family{Line: "core", Keys: []Key{
			key("version", "string", keyspace.VersionKey),
			key("nodes", "", keyspace.ReserveKey("nodes")),
		}},
	}
	if line, err := keyspace.Emq1Line(queue, Job); err != nil {
		r.Emq1.Refused = err.Error()
	} else {
		r.Emq1.Keys = keys(line)
	}
	r.Wrap = wrap(queue)
	return r
}

func wrap(queue string) Wrap {
	once, err := keyspace.Wrap(queue)
	if err != nil {
		return Wrap{Refused: err.Error()}
	}
	twice, err := keyspace.Wrap(once)
	if err != nil {
		return Wrap{Once: once, Refused: err.Error()}
	}
	return Wrap{Once: once, Twice: twice}
}

// Slots counts the different slots among the family's keys.
func (f Family) Slots() int {
	seen := make(map[int]bool)
	for _, k := range f.Keys {
		seen[k.Slot] = true
	}
	return len(seen)
}

func keys(line keyspace.Line) []Key {
	var keys []Key
	for _, k := range line.Keys {
		keys = append(keys, key(k.Type, k.RedisType, k.Key))
	}
	return keys
}

func key(typ, words, k string) Key {
	tag, whole := keyspace.Hashtag(k)
	if whole {
		tag = ""
	}
	return Key{Type: typ, TYPE: typeName(words), Words: words, Key: k, Hashtag: tag, Slot: keyspace.Slot(k)}
}

// typeName is what the server's TYPE command answers for a value that the
// protocol's table describes in words.
func typeName(words string) string {
	switch words {
	case "sorted set":
		return "zset"
	case "string with PX expiry":
		return "string"
	}
	return words // list, set, stream, hash and string are their own names
}
