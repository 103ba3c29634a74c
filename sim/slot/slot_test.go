package slot

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestContract compares with the contract's members in their order, for the
// check value that is published with the checksum.
func TestContract(t *testing.T) {
	const want = `{"key":"1","hashtag":"","hashed_whole_key":true,"crc16":9842,"crc16_hex":"0x2672","slot":9842,"hashed":"1","hashed_at":0,"open":-1,"shut":-1,` +
		`"why":"No '{' anywhere, so the whole key is hashed: 1 byte.","steps":[{"offset":0,"byte":49,"before":0,"index":49,"entry":9842,"after":9842}]}`
	got, err := json.Marshal(Of("1"))
	if err != nil || string(got) != want {
		t.Errorf("Of(1) = %s, error %v\nwant %s", got, err, want)
	}
	if got, err := json.Marshal(Of("emq:{orders}:pending")); err != nil || !strings.Contains(string(got), `"hashtag":"orders","hashed_whole_key":false,"crc16":105,"crc16_hex":"0x0069","slot":105,"hashed":"orders","hashed_at":5,"open":4,"shut":11,`) {
		t.Errorf("%s, error %v", got, err)
	}
	r := Of("123456789")
	if r.CRC != 0x31C3 || r.Slot != 12739 || !r.Whole || len(r.Steps) != 9 || r.Steps[8].After != 0x31C3 {
		t.Errorf("the check value: %+v", r)
	}
}

// TestVectors holds every row that other programs gave.
func TestVectors(t *testing.T) {
	file, err := os.ReadFile("../../keyspace/testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors struct {
		Hashtags []struct {
			Key, Hashed string
			KeyHex      string `json:"key_hex"`
			HashedHex   string `json:"hashed_hex"`
			Whole       bool
			CRC16       string
			Slot        int
		}
	}
	if err := json.Unmarshal(file, &vectors); err != nil {
		t.Fatal(err)
	}
	if len(vectors.Hashtags) < 30 {
		t.Fatalf("%d vectors", len(vectors.Hashtags))
	}
	for _, v := range vectors.Hashtags {
		key, hashed := v.Key+unhex(t, v.KeyHex), v.Hashed+unhex(t, v.HashedHex)
		r := Of(key)
		if r.Hashed != hashed || r.Whole != v.Whole || fmt.Sprintf("0x%04X", r.CRC) != v.CRC16 || r.Slot != v.Slot {
			t.Errorf("Of(%q) = %+v, want %+v", key, r, v)
		}
	}
}

func unhex(t *testing.T, s string) string {
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestWhy reads the reason for each surprise that the course names.
func TestWhy(t *testing.T) {
	for key, want := range map[string]string{
		"":                     "The key has no bytes. Nothing is hashed, and the checksum stays 0.",
		"emq:payments:wait":    "No '{' anywhere, so the whole key is hashed: 17 bytes.",
		"emq:{orders}:pending": "The first '{' is at offset 4 (counted from 0), the first '}' after it at offset 11. What stands between them is hashed, 6 bytes, and nothing else.",
		"emq:{}:pending":       "The first '{' is at offset 4 (counted from 0), the first '}' after it at offset 5, and nothing stands between them: an empty pair is no hashtag, so the whole key is hashed, 14 bytes.",
		"emq:{}x}:pending":     "The first '{' is at offset 4 (counted from 0), the first '}' after it at offset 5, and nothing stands between them: an empty pair is no hashtag, so the whole key is hashed, 16 bytes. The '}' at offset 7 comes too late: the nearer one has ended the pair.",
		"{}{a}":                "The first '{' is at offset 0 (counted from 0), the first '}' after it at offset 1, and nothing stands between them: an empty pair is no hashtag, so the whole key is hashed, 5 bytes. There is another pair from offset 2 on, but the rule looks at one pair and stops.",
		"{{a}}":                "The first '{' is at offset 0 (counted from 0), the first '}' after it at offset 3. What stands between them is hashed, 2 bytes, and nothing else. The '{' at offset 1 does not nest: it is hashed like any other byte. The '}' at offset 4 stands outside and is not hashed.",
		"a}{b":                 "The first '{' is at offset 2 (counted from 0) and no '}' follows it, so the whole key is hashed: 4 bytes. The '}' at offset 1 stands before the '{' and closes nothing.",
		"{a}{b}":               "The first '{' is at offset 0 (counted from 0), the first '}' after it at offset 2. What stands between them is hashed, 1 byte, and nothing else.",
	} {
		if got := Of(key).Why(); got != want {
			t.Errorf("%q:\n got %s\nwant %s", key, got, want)
		}
	}
}

// slowly is CRC16/XMODEM one bit at a time, as its definition reads.
func slowly(s string) uint16 {
	var crc uint16
	for _, b := range []byte(s) {
		for bit := 7; bit >= 0; bit-- {
			top := crc>>15 ^ uint16(b>>bit)&1
			crc <<= 1
			if top == 1 {
				crc ^= 0x1021
			}
		}
	}
	return crc
}

// TestSteps follows any key byte by byte and ends where the checksum, done
// slowly, ends; and where the two braces are is where the hashed bytes are.
func TestSteps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := string(rapid.SliceOfN(rapid.OneOf(rapid.Byte(), rapid.SampledFrom([]byte("{}{}ab"))), 0, 60).Draw(t, "key"))
		r := Of(key)
		var crc uint16
		for i, s := range r.Steps {
			if s.Offset != i || s.Byte != r.Hashed[i] || s.Before != crc || s.Index != byte(crc>>8)^s.Byte || s.After != crc<<8^s.Entry {
				t.Fatalf("step %d of %q: %+v", i, key, s)
			}
			crc = s.After
		}
		if len(r.Steps) != len(r.Hashed) || crc != r.CRC || crc != slowly(r.Hashed) || r.Slot != int(crc)%16384 {
			t.Fatalf("Of(%q) = %+v", key, r)
		}
		if tagged := r.Shut > r.Open+1; tagged == r.Whole || tagged && r.Hashtag != key[r.Open+1:r.Shut] || !tagged && (r.Hashed != key || r.Hashtag != "") {
			t.Fatalf("%q: braces at %d and %d, hashed %q", key, r.Open, r.Shut, r.Hashed)
		}
		if key[r.HashedAt():r.HashedAt()+len(r.Hashed)] != r.Hashed {
			t.Fatalf("%q: not hashed from byte %d", key, r.HashedAt())
		}
	})
}

// TestNotUTF8 sees that JSON loses no byte.
func TestNotUTF8(t *testing.T) {
	got, err := json.Marshal(Of("a{\xff}"))
	for _, want := range []string{`"key_quoted":"\"a{\\xff}\""`, `"hashtag_quoted":"\"\\xff\""`, `"hashed_quoted":"\"\\xff\""`, `"byte":255`} {
		if err != nil || !strings.Contains(string(got), want) {
			t.Errorf("%s lacks %s, error %v", got, want, err)
		}
	}
}

func BenchmarkOf(b *testing.B) {
	for _, key := range []string{"emq:{orders}:pending", strings.Repeat("x", MaxKey)} {
		b.Run(fmt.Sprint(len(key)), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Of(key)
			}
		})
	}
}
