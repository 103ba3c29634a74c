package keyspace_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"echomq.dev/course/keyspace"
)

func TestFamilies(t *testing.T) {
	var want struct {
		Queue, Job string
		V1Slots    int `json:"v1_slots"`
		Emq1Slots  int `json:"emq1_slots"`
		Keys       []struct {
			Type      string
			RedisType string `json:"redis_type"`
			V1, Emq1  string
			V1Slot    int `json:"v1_slot"`
			Emq1Slot  int `json:"emq1_slot"`
		}
	}
	if err := json.Unmarshal(readVectors(t)["family"], &want); err != nil {
		t.Fatal(err)
	}
	v1 := keyspace.V1Line(want.Queue, want.Job)
	emq1, err := keyspace.Emq1Line(want.Queue, want.Job)
	same(t, "error", err, nil)
	same(t, "name of v1", v1.Name, "v1")
	same(t, "name of emq.1", emq1.Name, "emq1")
	same(t, "slots of v1", v1.Slots(), want.V1Slots)
	same(t, "slots of emq.1", emq1.Slots(), want.Emq1Slots)
	if len(want.Keys) == 0 || len(v1.Keys) != len(want.Keys) || len(emq1.Keys) != len(want.Keys) {
		t.Fatalf("%d and %d keys, want %d", len(v1.Keys), len(emq1.Keys), len(want.Keys))
	}
	for i, w := range want.Keys {
		same(t, "v1", v1.Keys[i], keyspace.LineKey{Type: w.Type, RedisType: w.RedisType, Key: w.V1})
		same(t, "emq.1", emq1.Keys[i], keyspace.LineKey{Type: w.Type, RedisType: w.RedisType, Key: w.Emq1})
		same(t, "slot on v1", keyspace.Slot(w.V1), w.V1Slot)
		same(t, "slot on emq.1", keyspace.Slot(w.Emq1), w.Emq1Slot)
	}
}

func TestV1TakesNamesVerbatim(t *testing.T) {
	same(t, "base", keyspace.V1Base("emq", "payments"), "emq:payments")
	same(t, "prefix", keyspace.V1KeyPrefix("bull", "payments"), "bull:payments:")
	same(t, "key", keyspace.V1Key("bull", "a:{b}", "wait"), "bull:a:{b}:wait")
	same(t, "lock", keyspace.V1Lock("emq", "payments", "42"), "emq:payments:42:lock")
	same(t, "no name", keyspace.V1Line("", "42").Keys[0].Key, "emq::wait")
	// Nothing but the wrap separates the lines: braces written by hand give
	// v1 the keys of emq.1.
	same(t, "braces by hand", keyspace.V1Key(keyspace.V1Prefix, "{payments}", "wait"), "emq:{payments}:wait")
}

func TestWrap(t *testing.T) {
	readVectors(t).each(t, "wraps", func(t *testing.T, r row) {
		queue := r.str("queue")
		wrapped, err := keyspace.Wrap(queue)
		_, lineErr := keyspace.Emq1Line(queue, "42")
		if r.has("wrapped") || r.has("wrapped_hex") {
			same(t, "error", err, nil)
			same(t, "error of the line", lineErr, nil)
			same(t, "wrapped", wrapped, r.str("wrapped"))
			return
		}
		same(t, "wrapped", wrapped, "")
		mentions(t, err, strconv.Quote(queue), "accepted: ")
		mentions(t, lineErr, err.Error())
		var bad *keyspace.QueueError
		if !errors.As(err, &bad) {
			t.Fatalf("error %v is not a QueueError", err)
		}
		same(t, "error", *bad, keyspace.QueueError{
			Queue: queue, Reason: keyspace.QueueReason(r.str("reason")), At: r.num("at"),
		})
	})
}

// checkWrap holds what was wrapped to the property of the line: wrapping again
// changes nothing, and each key of the queue has the one hashtag.
func checkWrap(t interface{ Fatalf(string, ...any) }, queue string) {
	wrapped, err := keyspace.Wrap(queue)
	if err != nil {
		if wrapped != "" {
			t.Fatalf("Wrap(%q) = %q and %v", queue, wrapped, err)
		}
		return
	}
	name := wrapped[1 : len(wrapped)-1]
	if again, err := keyspace.Wrap(wrapped); err != nil || again != wrapped {
		t.Fatalf("Wrap(%q) = %q, wrapped again %q, %v", queue, wrapped, again, err)
	}
	if wrapped != queue && wrapped != "{"+queue+"}" || name == "emq" || !keyspace.ValidQueue(name) {
		t.Fatalf("Wrap(%q) = %q", queue, wrapped)
	}
	line, err := keyspace.Emq1Line(queue, "4{2}")
	if err != nil {
		t.Fatalf("Wrap accepts %q, Emq1Line says %v", queue, err)
	}
	for _, k := range line.Keys {
		if tag, whole := keyspace.Hashtag(k.Key); whole || tag != name || keyspace.Slot(k.Key) != keyspace.Slot(wrapped) {
			t.Fatalf("%q has the hashtag %q", k.Key, tag)
		}
	}
}

func TestWrapProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkWrap(t, tangled().Draw(t, "queue"))
		name := validQueue().Draw(t, "name")
		if _, err := keyspace.Wrap(name); (err == nil) != (name != "emq") {
			t.Fatalf("Wrap(%q): %v", name, err)
		}
		checkWrap(t, "{"+name+"}")
	})
}

func FuzzWrap(f *testing.F) {
	for _, seed := range []string{"", "orders", "{orders}", "{{orders}}", "emq", "{emq}", "a:b", "{", "}", "{}", "a{b}", "\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, queue string) { checkWrap(t, queue) })
}

func ExampleWrap() {
	once, _ := keyspace.Wrap("orders")
	twice, _ := keyspace.Wrap(once)
	_, err := keyspace.Wrap("emq")
	fmt.Println(once, twice)
	fmt.Println(err)
	// Output:
	// {orders} {orders}
	// queue name "emq" is refused: emq.1 keeps that name back for the reserve {emq}:; accepted: one or more bytes, none of them '{', '}' or ':', other than emq
}

func ExampleLine_Slots() {
	v1 := keyspace.V1Line("payments", "42")
	emq1, _ := keyspace.Emq1Line("payments", "42")
	fmt.Println(len(v1.Keys), "keys:", v1.Slots(), "slots on v1,", emq1.Slots(), "on emq.1")
	// Output:
	// 12 keys: 12 slots on v1, 1 on emq.1
}
