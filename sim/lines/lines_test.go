package lines

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"echomq.dev/course/keyspace"
)

// TestContract compares the shape with the contract, member by member.
func TestContract(t *testing.T) {
	got := encode(t, Of("payments"))
	for _, want := range []string{
		`{"queue":"payments","lines":[{"line":"v1","keys":[{"type":"wait","redis_type":"list","key":"emq:payments:wait","hashtag":"","slot":3648},`,
		`"slots":12},{"line":"emq1","keys":[{"type":"wait","redis_type":"list","key":"emq:{payments}:wait","hashtag":"payments","slot":8507},`,
		`"slots":1,"refused":""}],"core":{"line":"core","keys":[{"type":"version","redis_type":"string","key":"{emq}:version","hashtag":"emq","slot":9051},`,
		`"wrap":{"once":"{payments}","twice":"{payments}","refused":""}}`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s\nlacks %s", got, want)
		}
	}
	got = encode(t, Of("emq"))
	for _, want := range []string{
		`{"line":"emq1","keys":[],"slots":0,"refused":"queue name \"emq\" is refused: emq.1 keeps that name back`,
		`"wrap":{"once":"","twice":"","refused":"queue name`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s\nlacks %s", got, want)
		}
	}
}

func encode(t *testing.T, r Result) string {
	t.Helper()
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(r); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(b.String())
}

// TestVectors holds the family of payments to its table, whose words for the
// types are the server's names here.
func TestVectors(t *testing.T) {
	file, err := os.ReadFile("../../keyspace/testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors struct {
		Family struct {
			Queue string
			Keys  []struct {
				Type      string
				RedisType string `json:"redis_type"`
				V1, Emq1  string
				V1Slot    int `json:"v1_slot"`
				Emq1Slot  int `json:"emq1_slot"`
			}
		}
	}
	if err := json.Unmarshal(file, &vectors); err != nil {
		t.Fatal(err)
	}
	types := map[string]string{"list": "list", "sorted set": "zset", "set": "set", "stream": "stream", "hash": "hash", "string with PX expiry": "string"}
	r := Of(vectors.Family.Queue)
	if len(r.V1.Keys) != len(vectors.Family.Keys) || len(r.Emq1.Keys) != len(vectors.Family.Keys) || len(r.V1.Keys) != 12 {
		t.Fatalf("%d and %d keys, want %d", len(r.V1.Keys), len(r.Emq1.Keys), len(vectors.Family.Keys))
	}
	for i, want := range vectors.Family.Keys {
		v1, emq1 := r.V1.Keys[i], r.Emq1.Keys[i]
		if v1 != (Key{want.Type, types[want.RedisType], want.RedisType, want.V1, "", want.V1Slot}) {
			t.Errorf("v1: %+v, want %+v", v1, want)
		}
		if emq1 != (Key{want.Type, types[want.RedisType], want.RedisType, want.Emq1, "payments", want.Emq1Slot}) {
			t.Errorf("emq.1: %+v, want %+v", emq1, want)
		}
	}
}

// TestNames goes through the names on which the two lines differ.
func TestNames(t *testing.T) {
	for name, once := range map[string]string{
		"orders": "{orders}", "{orders}": "{orders}", "": "", "a:b": "", "a{b": "", "a}b": "", "emq": "", "{emq}": "", "日本": "{日本}",
	} {
		r := Of(name)
		if r.Wrap.Once != once || r.Wrap.Twice != once || (r.Wrap.Refused == "") != (once != "") || r.Emq1.Refused != r.Wrap.Refused {
			t.Errorf("%q: %+v", name, r.Wrap)
		}
		if r.V1.Refused != "" || r.V1.Keys[0].Key != "emq:"+name+":wait" {
			t.Errorf("%q: v1 begins %+v", name, r.V1.Keys[0])
		}
	}
}

// TestFamilies is the property of emq.1: whatever the name, each key carries
// exactly the queue's hashtag, and none of them is a key of the core.
func TestFamilies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		queue := string(rapid.SliceOfN(rapid.OneOf(rapid.Byte(), rapid.SampledFrom([]byte("{}:emq"))), 0, 12).Draw(t, "queue"))
		r := Of(queue)
		for _, k := range r.V1.Keys {
			if k.Key != "emq:"+queue+":"+k.Type || k.Slot != keyspace.Slot(k.Key) {
				t.Fatalf("%q: v1 has %+v", queue, k)
			}
		}
		if len(r.V1.Keys) != 12 || len(r.Core.Keys) != 2 || r.Core.Slots() != 1 || r.Core.Keys[0].Slot != 9051 {
			t.Fatalf("%q: %+v", queue, r)
		}
		if r.Emq1.Refused != "" {
			if len(r.Emq1.Keys) != 0 || r.Emq1.Slots() != 0 {
				t.Fatalf("%q is refused and has %+v", queue, r.Emq1)
			}
			return
		}
		if r.Wrap.Once != r.Wrap.Twice || r.Emq1.Slots() != 1 || len(r.Emq1.Keys) != 12 {
			t.Fatalf("%q: %+v", queue, r)
		}
		for _, k := range r.Emq1.Keys {
			if "{"+k.Hashtag+"}" != r.Wrap.Once || !strings.HasPrefix(k.Key, "emq:"+r.Wrap.Once+":") || k.Hashtag == "emq" {
				t.Fatalf("%q: emq.1 has %+v", queue, k)
			}
		}
	})
}

// TestThreads sees that each key is on one thread, once, and that a hashtag is
// on one thread only.
func TestThreads(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SampledFrom([]string{"orders", "fills", "payments", "emq", "", "{orders}", "\xff"})
		first, second := names.Draw(t, "first"), names.Draw(t, "second")
		n := rapid.IntRange(MinThreads, MaxThreads).Draw(t, "threads")
		r := Of(first).Beside(second, n)
		if len(r.Threads.Lanes) != n {
			t.Fatalf("%d lanes for %d threads", len(r.Threads.Lanes), n)
		}
		v1, emq1 := 0, 0
		thread := map[string]int{}
		for i, l := range r.Threads.Lanes {
			for q := range l.Emq1 {
				v1 += len(l.V1[q])
				emq1 += len(l.Emq1[q])
				for _, k := range l.Emq1[q] {
					if at, seen := thread[k.Hashtag]; seen && at != i {
						t.Fatalf("the hashtag %q is on the threads %d and %d", k.Hashtag, at, i)
					}
					thread[k.Hashtag] = i
				}
			}
		}
		if v1 != 24 || emq1 != len(r.Emq1.Keys)+len(r.Threads.Beside.Emq1.Keys) {
			t.Fatalf("%d keys of v1 and %d of emq.1 are placed", v1, emq1)
		}
	})
	got := encode(t, Of("orders").Beside("emq", 2))
	if !strings.Contains(got, `"threads":{"count":2,"rule":"slot modulo count, a stand-in for the store's own hash","beside":"emq","beside_refused":"queue name`) ||
		!strings.Contains(got, `{"thread":1,"v1":[`) || !strings.Contains(got, `"emq1":[12,0]}]}}`) {
		t.Errorf("%s", got)
	}
	if strings.Contains(encode(t, Of("orders")), `"threads"`) {
		t.Error("threads without a second queue")
	}
}

// TestNotUTF8 sees that JSON loses no byte.
func TestNotUTF8(t *testing.T) {
	got := encode(t, Of("\xff"))
	for _, want := range []string{`"queue_quoted":"\"\\xff\""`, `"key_quoted":"\"emq:\\xff:wait\""`, `"hashtag_quoted":"\"\\xff\""`, `"once_quoted":"\"{\\xff}\""`} {
		if !strings.Contains(got, want) {
			t.Errorf("%s lacks %s", got, want)
		}
	}
}
