package job

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"echomq.dev/course/keyspace"
)

// TestContract compares with the contract's members, in their order, for the
// id that has a node and a sequence.
func TestContract(t *testing.T) {
	const want = `{"queue":"orders","id":"EMQ0OGUWI87UdF","valid":true,"reason":"","key":"emq:{orders}:job:EMQ0OGUWI87UdF","prefix_bytes":17,"namespace":"EMQ",` +
		`"snowflake":"328491001455796225","node":758,"sequence":1,"instant":"2026-06-25T11:05:57.814Z","milliseconds":78318357814,"queue_reason":"","id_reason":"","id_fault_at":null}`
	got, err := json.Marshal(Check("orders", "EMQ0OGUWI87UdF"))
	if err != nil || string(got) != want {
		t.Errorf("got  %s, error %v\nwant %s", got, err, want)
	}
}

// Ids from the course's protocol page.
func TestIDs(t *testing.T) {
	for _, tt := range []struct {
		id, snowflake, instant string
		node, sequence         int
	}{
		{"USR0KHTOWnGLuC", "274557032793636864", "2026-01-27T15:11:37.641Z", 0, 0},
		{"JOB0Nb1VTbfnu4", "319436884017152000", "2026-05-31T11:28:08.000Z", 0, 0},
		{"ORD0NgWEfAEJfs", "320636799581945856", "2026-06-03T18:56:10.164Z", 0, 0},
		{"EMQ0OGUWI87UdF", "328491001455796225", "2026-06-25T11:05:57.814Z", 758, 1},
		{"USRAzL8n0Y58m7", "9223372036854775807", "2093-09-06T15:47:35.551Z", 1023, 4095},
	} {
		got := decode(t, Check("orders", tt.id))
		if got["valid"] != true || got["snowflake"] != tt.snowflake || got["instant"] != tt.instant || got["namespace"] != tt.id[:3] ||
			got["node"] != float64(tt.node) || got["sequence"] != float64(tt.sequence) || got["key"] != "emq:{orders}:job:"+tt.id {
			t.Errorf("%s: %v", tt.id, got)
		}
	}
}

func decode(t *testing.T, r Result) map[string]any {
	t.Helper()
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var m map[string]any
	if err := json.Unmarshal(b, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

// TestRefused sees that a refused id has no key and no parts, and that the
// byte at fault is named.
func TestRefused(t *testing.T) {
	for id, at := range map[string]int{
		"USRAzL8n0Y58m8": 13, "USRzzzzzzzzzzz": 3, "": 0, "42": 2, "JOB0Nb1VTbfnu44": 14, "job0Nb1VTbfnu4": 0, "JOB0Nb1V\xff\xfefnu4": 8,
	} {
		r := Check("orders", id)
		got := decode(t, r)
		if r.At != at || got["id_fault_at"] != float64(at) {
			t.Errorf("%q: the fault is at %d, want %d", id, r.At, at)
		}
		for _, name := range []string{"key", "namespace", "snowflake", "instant"} {
			if got[name] != "" {
				t.Errorf("%q: %s is %v", id, name, got[name])
			}
		}
		for _, name := range []string{"node", "sequence", "milliseconds"} {
			if v, there := got[name]; v != nil || !there {
				t.Errorf("%q: %s is %v", id, name, v)
			}
		}
		if got["valid"] != false || !strings.HasPrefix(got["reason"].(string), "job_key requires a valid branded id: ") || got["prefix_bytes"] != 17.0 {
			t.Errorf("%q: %v", id, got)
		}
	}
}

// TestQueue sees that a bad name is no answer of the gate's: the key is built,
// and refused for the name's own reason.
func TestQueue(t *testing.T) {
	r := Check("a:b", "JOB0Nb1VTbfnu4")
	if r.Valid() || !r.ValidID() || r.Key != "emq:{a:b}:job:JOB0Nb1VTbfnu4" || r.QueueAt != 1 || !strings.Contains(r.Reason(), "holds ':' at offset 1") {
		t.Errorf("%+v", r)
	}
	if r = Check("", ""); r.Valid() || !strings.HasPrefix(r.Reason(), `queue name "" is empty`) || !strings.Contains(r.Reason(), "; and job_key requires") {
		t.Errorf("%+v says %s", r, r.Reason())
	}
	if r = Check("emq", "JOB0Nb1VTbfnu4"); !r.Valid() || r.PrefixBytes != 14 {
		t.Errorf("%+v", r)
	}
}

// TestParts mints any id and sees its parts again: the three fields make the
// number, and so do the eleven digits.
func TestParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		minted, err := keyspace.MintID(rapid.StringMatching(`[A-Z]{3}`).Draw(t, "namespace"), rapid.Uint64Max(keyspace.MaxSnowflake).Draw(t, "snowflake"))
		if err != nil {
			t.Fatal(err)
		}
		r := Check("orders", minted.String())
		if !r.Valid() || r.Parsed != minted {
			t.Fatalf("%s: %+v", minted, r)
		}
		if again := uint64(r.Milliseconds())<<(NodeBits+SequenceBits) | uint64(r.Parsed.Node())<<SequenceBits | uint64(r.Parsed.Sequence()); again != minted.Snowflake {
			t.Fatalf("%s: the fields make %d", minted, again)
		}
		var number uint64
		for i, d := range r.Digits() {
			if d.Byte != r.ID[3+i] || d.Value < 0 || d.Value > 61 {
				t.Fatalf("%s: digit %d is %+v", minted, i, d)
			}
			number = number*62 + uint64(d.Value)
		}
		if number != minted.Snowflake {
			t.Fatalf("%s: the digits make %d", minted, number)
		}
	})
}

// FuzzCheck holds the gate to what it says of itself, whatever the bytes.
func FuzzCheck(f *testing.F) {
	for _, seed := range [][2]string{{"orders", "JOB0Nb1VTbfnu4"}, {"", ""}, {"a:b", "42"}, {"\xff", "USRzzzzzzzzzzz"}, {"}x", "JOB0Nb1V\x00\xfefnu4"}} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, queue, id string) {
		r := Check(queue, id)
		if r.Valid() != (r.Reason() == "") || r.ValidID() == (r.Key == "") || (r.QueueReason == "") != keyspace.ValidQueue(queue) {
			t.Fatalf("%+v", r)
		}
		if r.ValidID() && (r.Key[r.PrefixBytes:] != id || r.At != -1) || !r.ValidID() && (r.At < 0 || r.At > len(id)) {
			t.Fatalf("%+v", r)
		}
		if _, err := json.Marshal(r); err != nil {
			t.Fatal(err)
		}
	})
}
