package key

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"echomq.dev/course/keyspace"
)

func TestLocate(t *testing.T) {
	for _, tt := range []struct {
		key     string
		space   keyspace.Space
		first   string
		hashtag string
		slot    int
	}{
		{"{emq}:version", keyspace.ReserveSpace, "{", "emq", 9051},
		{"emq:{emq}:pending", keyspace.QueueSpace, "e", "emq", 9051},
		{"emq:{orders}:pending", keyspace.QueueSpace, "e", "orders", 105},
		{"emq:payments:wait", keyspace.NeitherSpace, "e", "", 3648},
		{"emq:{}:pending", keyspace.NeitherSpace, "e", "", 7387},
		{"123456789", keyspace.NeitherSpace, "1", "", 12739},
		{"", keyspace.NeitherSpace, "", "", 0},
	} {
		r := Locate(tt.key)
		if r.Space != tt.space || r.FirstByte() != tt.first || r.Hashtag != tt.hashtag || r.Slot != tt.slot || r.Why == "" {
			t.Errorf("Locate(%q) = %+v, want %+v", tt.key, r, tt)
		}
	}
}

func TestJSON(t *testing.T) {
	for key, want := range map[string]string{
		"emq:{orders}:pending": `{"key":"emq:{orders}:pending","space":"queue","first_byte":"e","hashtag":"orders","hashed_whole_key":false,"slot":105,"queue":"orders","type":"pending"}`,
		"\xff":                 `{"key":"\ufffd","key_quoted":"\"\\xff\"","space":"neither","first_byte":"\ufffd","first_byte_quoted":"\"\\xff\"","hashtag":"","hashed_whole_key":true,"slot":7920,"queue":"","type":""}`,
	} {
		b, err := json.Marshal(Locate(key))
		if err != nil {
			t.Fatal(err)
		}
		var got, expected map[string]any
		if err := json.Unmarshal(b, &got); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(want), &expected); err != nil {
			t.Fatal(err)
		}
		if got["why"] == "" {
			t.Errorf("Locate(%q) gives no reason", key)
		}
		for name, v := range expected {
			if got[name] != v {
				t.Errorf("Locate(%q): %s is %v, want %v", key, name, got[name], v)
			}
		}
	}
}

// TestReadableJSON sees that an encoder which leaves < and > alone gets them
// as they are.
func TestReadableJSON(t *testing.T) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(Locate("emq:{<a&b>}:meta")); err != nil || !strings.Contains(b.String(), `"key":"emq:{<a&b>}:meta"`) {
		t.Errorf("%s, error %v", &b, err)
	}
}
