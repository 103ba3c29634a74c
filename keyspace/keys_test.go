package keyspace_test

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"echomq.dev/course/keyspace"
)

func TestKeys(t *testing.T) {
	v := readVectors(t)
	v.each(t, "queue_keys", func(t *testing.T, r row) {
		same(t, "key", keyspace.QueueKey(r.str("queue"), r.str("type")), r.str("key"))
	})
	v.each(t, "reserve_keys", func(t *testing.T, r row) {
		same(t, "key", keyspace.ReserveKey(r.str("suffix")), r.str("key"))
	})
	v.each(t, "prefix_bytes", func(t *testing.T, r row) {
		same(t, "bytes", keyspace.PrefixBytes(r.str("queue")), r.num("bytes"))
		same(t, "length of the prefix", len(r.str("prefix")), r.num("bytes"))
	})
	v.each(t, "job_keys", func(t *testing.T, r row) {
		key, err := keyspace.JobKey(r.str("queue"), r.str("id"))
		if r.has("refused") {
			same(t, "key", key, "")
			mentions(t, err, r.str("refused"), strconv.Quote(r.str("id")))
			var bad *keyspace.IDError
			same(t, "wraps an IDError", errors.As(err, &bad), true)
			return
		}
		same(t, "error", err, nil)
		same(t, "key", key, r.str("key"))
	})
	same(t, "the version's key", keyspace.VersionKey, keyspace.ReserveKey("version"))
}

func TestQueueNames(t *testing.T) {
	readVectors(t).each(t, "queues", func(t *testing.T, r row) {
		queue := r.str("queue")
		key := keyspace.QueueKey(queue, "pending")
		hashed, whole := keyspace.Hashtag(key)
		same(t, "key", key, r.str("key"))
		same(t, "hashed", hashed, r.str("hashed"))
		same(t, "whole", whole, r.flag("whole"))
		same(t, "slot", keyspace.Slot(key), r.num("slot"))

		same(t, "valid", keyspace.ValidQueue(queue), r.flag("valid"))
		err := keyspace.CheckQueue(queue)
		if r.flag("valid") {
			same(t, "error", err, nil)
			return
		}
		mentions(t, err, strconv.Quote(queue), "accepted: one or more bytes")
		var bad *keyspace.QueueError
		if !errors.As(err, &bad) {
			t.Fatalf("error %v is not a QueueError", err)
		}
		same(t, "error", *bad, keyspace.QueueError{
			Queue: queue, Reason: keyspace.QueueReason(r.str("reason")), At: r.num("at"),
		})
	})
}

// TestEmqAsAName holds both answers to the one question that the lines answer
// differently.
func TestEmqAsAName(t *testing.T) {
	readVectors(t).each(t, "emq", func(t *testing.T, r row) {
		switch line := r.str("line"); line {
		case "today":
			same(t, "valid", keyspace.ValidQueue(r.str("queue")), r.flag("valid"))
		case "emq1":
			_, err := keyspace.Wrap(r.str("queue"))
			same(t, "valid", err == nil, r.flag("valid"))
		default:
			t.Fatalf("line %q", line)
		}
	})
	pending := keyspace.QueueKey("emq", "pending")
	same(t, "slot shared with the reserve", keyspace.Slot(pending), keyspace.Slot(keyspace.VersionKey))
	same(t, "space", keyspace.Classify(pending).Space, keyspace.QueueSpace)
}

// A valid name is the hashtag of each of its keys, whatever their type holds.
func TestQueueKeyHashtag(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		queue, typ := validQueue().Draw(t, "queue"), tangled().Draw(t, "type")
		tag, whole := keyspace.Hashtag(keyspace.QueueKey(queue, typ))
		if whole || tag != queue {
			t.Fatalf("hashtag %q, whole %v", tag, whole)
		}
	})
}

// No name, valid or not, takes the key of a queue into the reserve.
func TestFirstBytesDiffer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		queue, typ := tangled().Draw(t, "queue"), tangled().Draw(t, "type")
		key, reserved := keyspace.QueueKey(queue, typ), keyspace.ReserveKey(typ)
		if key[0] != 'e' || reserved[0] != '{' {
			t.Fatalf("first bytes of %q and %q", key, reserved)
		}
		if strings.HasPrefix(key, keyspace.Reserve) || keyspace.Classify(key).Space == keyspace.ReserveSpace {
			t.Fatalf("%q is in the reserve", key)
		}
	})
}

func TestJobKeyPrefix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		queue, id := tangled().Draw(t, "queue"), anyID().Draw(t, "id").String()
		key, err := keyspace.JobKey(queue, id)
		if err != nil || key[keyspace.PrefixBytes(queue):] != id {
			t.Fatalf("%q, %v", key, err)
		}
	})
}

// tangled draws strings made of the grammar's own pieces and stray bytes.
func tangled() *rapid.Generator[string] {
	piece := rapid.OneOf(
		rapid.SampledFrom([]string{"{", "}", ":", "{}", "emq", "emq:", "emq:{", "}:", "{emq}:", "orders",
			"job:", "JOB0Nb1VTbfnu4", "pending", "version", "\x00", "\xff", "\xc3", "é", "\n"}),
		rapid.Map(rapid.Byte(), func(b byte) string { return string([]byte{b}) }),
	)
	return rapid.Map(rapid.SliceOfN(piece, 0, 8), func(p []string) string { return strings.Join(p, "") })
}

// validQueue draws names by leaving out what is refused, not by asking the
// code under test.
func validQueue() *rapid.Generator[string] {
	return rapid.Map(rapid.SliceOfN(rapid.Byte(), 1, 20), func(b []byte) string {
		for i := range b {
			if b[i] == '{' || b[i] == '}' || b[i] == ':' {
				b[i] = '_'
			}
		}
		return string(b)
	})
}

func ExampleQueueKey() {
	fmt.Println(keyspace.QueueKey("orders", "pending"))
	fmt.Println(keyspace.QueueKey("emq", "pending"), "is not", keyspace.VersionKey)
	// Output:
	// emq:{orders}:pending
	// emq:{emq}:pending is not {emq}:version
}

func ExampleJobKey() {
	key, _ := keyspace.JobKey("orders", "JOB0Nb1VTbfnu4")
	fmt.Println(key)
	_, err := keyspace.JobKey("orders", "42")
	fmt.Println(err)
	// Output:
	// emq:{orders}:job:JOB0Nb1VTbfnu4
	// job_key requires a valid branded id: branded id "42": 2 bytes, none at offset 2; accepted: 14 bytes, a namespace of 3 and 11 digits
}

func ExampleCheckQueue() {
	fmt.Println(keyspace.CheckQueue("emq"))
	fmt.Println(keyspace.CheckQueue("eu:orders"))
	// Output:
	// <nil>
	// queue name "eu:orders" holds ':' at offset 2: that byte separates the fields of a key, so nobody could tell where the name ends; accepted: one or more bytes, none of them '{', '}' or ':'
}
