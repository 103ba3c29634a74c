package keyspace_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"echomq.dev/course/keyspace"
)

func TestClassify(t *testing.T) {
	readVectors(t).each(t, "classes", func(t *testing.T, r row) {
		c := keyspace.Classify(r.str("key"))
		same(t, "key", c.Key, r.str("key"))
		same(t, "space", c.Space, keyspace.Space(r.str("space")))
		same(t, "at", c.At, r.num("at"))
		same(t, "queue", c.Queue, r.optional("queue"))
		same(t, "type", c.Type, r.optional("type"))
		same(t, "suffix", c.Suffix, r.optional("suffix"))
		same(t, "has an id", !c.ID.IsZero(), r.has("id"))
		if r.has("id") {
			same(t, "id", c.ID.String(), r.str("id"))
		}
		if c.Space != keyspace.NeitherSpace {
			same(t, "known", c.Known, r.flag("known"))
		}
	})
}

// TestWhy holds the reasons to what a learner has to find in them.
func TestWhy(t *testing.T) {
	for key, parts := range map[string][]string{
		"emq:{orders}:pending":        {"'e'", `"orders"`, "pending is in use"},
		"emq:{orders}:wait":           {`does not use the type "wait"`},
		"emq:{orders}:job:42":         {"job_key/2 would not build", `"42"`},
		"emq:{orders}:":               {"No type"},
		"{emq}:version":               {"{emq}:", "no queue can build", "identity"},
		"{emq}:nodes":                 {"not in use"},
		"{emq}:other":                 {`does not use the suffix "other"`},
		"{emq}:":                      {"No suffix"},
		"emq:payments:wait":           {"v1 key", "offset 4 holds 'p'", "No braces"},
		"emq:{}:pending":              {"from offset 5", "empty"},
		"emq:{a:b}:pending":           {"holds ':' at offset 1"},
		"emq:{orders:pending":         {"never closed"},
		"emq:{orders}pending":         {"offset 12 holds 'p'", "':' before the type"},
		"emq:{orders}":                {"the key ends at offset 12"},
		"{orders}:pending":            {"offset 1 holds 'o'", "'e'"},
		"{emq}":                       {"the key ends at offset 5", "':'"},
		"echo":                        {"offset 1 holds 'c'", "'m'"},
		"":                            {"no first byte", "0x65", "0x7b"},
		"\x1bemq:{orders}:pending":    {"first byte is 0x1b"},
		"emq:{\xff:}:pending":         {`"\xff:"`},
		"emq:x{y}:wait":               {"offset 4 holds 'x'", "goes on with '{'"},
		"emq:orders":                  {"offset 4 holds 'o'"},
		"emq:{orders}:JOB0Nb1VTbfnu4": {`"JOB0Nb1VTbfnu4"`},
	} {
		why := keyspace.Classify(key).Why
		for _, part := range parts {
			if !strings.Contains(why, part) {
				t.Errorf("why of %q: %q does not mention %q", key, why, part)
			}
		}
	}
}

// checkClass holds a class to the builders: what they build is what is found,
// and nothing else is in either space.
func checkClass(t interface{ Fatalf(string, ...any) }, key string) {
	c := keyspace.Classify(key)
	switch {
	case c.Key != key || !strings.HasSuffix(c.Why, "."):
		t.Fatalf("%q: %+v", key, c)
	case c.Space == keyspace.QueueSpace:
		if keyspace.QueueKey(c.Queue, c.Type) != key || !keyspace.ValidQueue(c.Queue) || c.At != -1 {
			t.Fatalf("%q: %+v", key, c)
		}
		if tag, whole := keyspace.Hashtag(key); whole || tag != c.Queue {
			t.Fatalf("%q in the space of %q has the hashtag %q", key, c.Queue, tag)
		}
	case c.Space == keyspace.ReserveSpace:
		if keyspace.ReserveKey(c.Suffix) != key || c.At != -1 {
			t.Fatalf("%q: %+v", key, c)
		}
	case c.Space != keyspace.NeitherSpace || c.At < 0 || c.At > len(key):
		t.Fatalf("%q: %+v", key, c)
	}
	if built, err := keyspace.JobKey(c.Queue, c.ID.String()); !c.ID.IsZero() && (err != nil || built != key) {
		t.Fatalf("%q has the id %q; %v", key, c.ID, err)
	}
}

func TestClassifyInvertsTheBuilders(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkClass(t, tangled().Draw(t, "key"))

		queue, rest := validQueue().Draw(t, "queue"), tangled().Draw(t, "rest")
		c := keyspace.Classify(keyspace.QueueKey(queue, rest))
		if c.Space != keyspace.QueueSpace || c.Queue != queue || c.Type != rest {
			t.Fatalf("%+v", c)
		}
		c = keyspace.Classify(keyspace.ReserveKey(rest))
		if c.Space != keyspace.ReserveSpace || c.Suffix != rest {
			t.Fatalf("%+v", c)
		}
	})
}

// What a refused name builds is never taken for a key of that name.
func TestClassifyRefusesBadNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		queue := tangled().Filter(func(s string) bool { return s == "" || strings.ContainsAny(s, "{}:") }).Draw(t, "queue")
		if c := keyspace.Classify(keyspace.QueueKey(queue, "pending")); c.Space == keyspace.QueueSpace && c.Queue == queue {
			t.Fatalf("%+v", c)
		}
	})
}

func FuzzClassify(f *testing.F) {
	for _, seed := range []string{"", "e", "{", "emq:{orders}:pending", "emq:{orders}:job:JOB0Nb1VTbfnu4", "emq:{orders}:job:42", "{emq}:version", "{emq}", "emq:payments:wait", "emq:{}x}:pending", "emq:{a:b}:c", "emq:{\xff}:dead", "emq:{a}b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, key string) { checkClass(t, key) })
}

func ExampleClassify() {
	for _, key := range []string{"emq:{emq}:version", "{emq}:version", "emq:payments:wait"} {
		c := keyspace.Classify(key)
		fmt.Printf("%s: %s\n  %s\n", key, c.Space, c.Why)
	}
	// Output:
	// emq:{emq}:version: queue
	//   Begins with 'e' and has the shape emq:{q}:<type>, with the valid queue name "emq". EchoMQ does not use the type "version" today, but what follows the prefix cannot take a key away from its queue.
	// {emq}:version: reserve
	//   Begins with {emq}:, the prefix of the reserve, which no queue can build: a queue's keys begin with 'e'. The suffix version is the fence's key: the identity of the wire that the node serves.
	// emq:payments:wait: neither
	//   No braces: offset 4 holds 'p' where '{' opens the queue name. This is the shape of a v1 key, prefix:name:type, hashed whole; today's grammar has no place for it.
}
