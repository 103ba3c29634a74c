package collide

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestContract compares with the answer that the course's contract spells out,
// member by member and in its order.
func TestContract(t *testing.T) {
	const want = `{"queue":"emq","valid":true,"reason":"","queue_key":"emq:{emq}:pending","version_key":"{emq}:version","queue_first_byte":"e","reserve_first_byte":"{","queue_hashtag":"emq","reserve_hashtag":"emq","queue_slot":9051,"reserve_slot":9051,"same_slot":true,"same_key":false,"verdict":"disjoint"}`
	got, err := json.Marshal(Check("emq"))
	if err != nil || string(got) != want {
		t.Errorf("Check(emq) = %s, error %v\nwant %s", got, err, want)
	}
}

// TestNeverCleansUp holds the checker to names that a kinder program would
// trim: the key is built from the very bytes, and the slot is that key's.
func TestNeverCleansUp(t *testing.T) {
	for _, tt := range []struct {
		queue, key, hashtag string
		slot                int
		valid               bool
	}{
		{"orders", "emq:{orders}:pending", "orders", 105, true},
		{"fills", "emq:{fills}:pending", "fills", 4165, true},
		{"", "emq:{}:pending", "", 7387, false},
		{"}x", "emq:{}x}:pending", "", 10204, false},
		{"a:b", "emq:{a:b}:pending", "a:b", -1, false},
		{"{orders}", "emq:{{orders}}:pending", "{orders", -1, false},
		{" orders ", "emq:{ orders }:pending", " orders ", -1, true},
		{"日本", "emq:{日本}:pending", "日本", -1, true},
		{"\xff\x00", "emq:{\xff\x00}:pending", "\xff\x00", -1, true},
	} {
		r := Check(tt.queue)
		if r.QueueKey != tt.key || r.QueueHashtag != tt.hashtag || r.Valid != tt.valid || tt.slot >= 0 && r.QueueSlot != tt.slot {
			t.Errorf("Check(%q) = %+v, want key %q, hashtag %q, slot %d, valid %v", tt.queue, r, tt.key, tt.hashtag, tt.slot, tt.valid)
		}
		if (r.Reason == "") != tt.valid {
			t.Errorf("Check(%q) is valid %v for the reason %q", tt.queue, r.Valid, r.Reason)
		}
	}
}

// TestNotUTF8 sees that JSON loses no byte: what it carries lossy stands
// beside it in redis-cli's quotes.
func TestNotUTF8(t *testing.T) {
	got, err := json.Marshal(Check("\xff"))
	if err != nil || !strings.Contains(string(got), `"queue_quoted":"\"\\xff\""`) || !strings.Contains(string(got), `"queue_key_quoted":"\"emq:{\\xff}:pending\""`) {
		t.Errorf("Check(0xff) = %s, error %v", got, err)
	}
}

// TestDisjoint is the claim of the page: no name of any bytes makes a queue's
// key meet the reserve.
func TestDisjoint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		queue := string(rapid.SliceOfN(rapid.Byte(), 0, MaxQueue).Draw(t, "queue"))
		r := Check(queue)
		if !r.Disjoint() || r.SameKey || r.Verdict() != "disjoint" || r.Queue != queue {
			t.Fatalf("Check(%q) = %+v", queue, r)
		}
	})
}

// TestReadableJSON sees that an encoder which leaves < and > alone gets them
// as they are.
func TestReadableJSON(t *testing.T) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(Check("<a&b>")); err != nil || !strings.Contains(b.String(), `"queue_key":"emq:{<a&b>}:pending"`) {
		t.Errorf("%s, error %v", &b, err)
	}
}
