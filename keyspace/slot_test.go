package keyspace_test

import (
	"fmt"
	"regexp"
	"testing"

	"pgregory.net/rapid"

	"echomq.dev/course/keyspace"
)

func TestHashtagsAndSlots(t *testing.T) {
	readVectors(t).each(t, "hashtags", func(t *testing.T, r row) {
		key := r.str("key")
		hashed, whole := keyspace.Hashtag(key)
		same(t, "hashed", hashed, r.str("hashed"))
		same(t, "whole", whole, r.flag("whole"))
		same(t, "crc16", fmt.Sprintf("0x%04X", keyspace.CRC16(hashed)), r.str("crc16"))
		same(t, "slot", keyspace.Slot(key), r.num("slot"))
	})
}

// slowCRC divides the message, followed by sixteen zero bits, by the polynomial
// one bit at a time, as one would on paper: no table and no bytes.
func slowCRC(s string) uint16 {
	var rest uint32
	push := func(bit uint32) {
		rest = rest<<1 | bit
		if rest&0x10000 != 0 {
			rest ^= 0x11021
		}
	}
	for i := range len(s) {
		for shift := 7; shift >= 0; shift-- {
			push(uint32(s[i]) >> shift & 1)
		}
	}
	for range 16 {
		push(0)
	}
	return uint16(rest)
}

var hashtagPattern = regexp.MustCompile(`(?s)^[^{]*\{([^}]+)\}`)

// slowHashtag states the cluster's rule as a pattern: no opening brace before
// the pair, no closing one inside it, at least one byte between.
func slowHashtag(key string) (string, bool) {
	m := hashtagPattern.FindStringSubmatch(latin1(key))
	if m == nil {
		return key, true
	}
	raw := make([]byte, 0, len(m[1]))
	for _, r := range m[1] {
		raw = append(raw, byte(r))
	}
	return string(raw), false
}

// latin1 gives each byte a character of its own, because a pattern matches
// characters and a key need not be made of any.
func latin1(s string) string {
	runes := make([]rune, len(s))
	for i := range len(s) {
		runes[i] = rune(s[i])
	}
	return string(runes)
}

// checkSteps follows the steps of a string and holds each to the slow twin.
func checkSteps(t interface{ Fatalf(string, ...any) }, s string) {
	n := 0
	for step := range keyspace.CRC16Steps(s) {
		if step.Offset != n || step.Byte != s[n] || step.Before != slowCRC(s[:n]) || step.After != slowCRC(s[:n+1]) {
			t.Fatalf("step %d of %q: %+v", n, s, step)
		}
		if step.Index != byte(step.Before>>8)^step.Byte || step.Entry != slowCRC(string([]byte{step.Index})) ||
			step.After != step.Before<<8^step.Entry {
			t.Fatalf("step %d of %q does not add up: %+v", n, s, step)
		}
		n++
	}
	if n != len(s) {
		t.Fatalf("%d steps for %d bytes", n, len(s))
	}
}

func TestCRCAgainstItsTwin(t *testing.T) {
	same(t, "the twin's own check value", slowCRC("123456789"), 0x31C3)
	rapid.Check(t, func(t *rapid.T) {
		s := string(rapid.SliceOf(rapid.Byte()).Draw(t, "s"))
		if got, want := keyspace.CRC16(s), slowCRC(s); got != want {
			t.Fatalf("0x%04X, want 0x%04X", got, want)
		}
		checkSteps(t, s)
	})
}

func TestHashtagAgainstItsTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkHashtag(t, tangled().Draw(t, "key")) })
}

func checkHashtag(t interface{ Fatalf(string, ...any) }, key string) {
	tag, whole := keyspace.Hashtag(key)
	if slowTag, slowWhole := slowHashtag(key); tag != slowTag || whole != slowWhole {
		t.Fatalf("hashtag of %q: %q, %v; want %q, %v", key, tag, whole, slowTag, slowWhole)
	}
	if slot := keyspace.Slot(key); slot != int(slowCRC(tag)&(keyspace.Slots-1)) {
		t.Fatalf("slot of %q: %d", key, slot)
	}
}

// TestStepsStop leaves the loop early; an iterator that went on would panic.
func TestStepsStop(t *testing.T) {
	for step := range keyspace.CRC16Steps("orders") {
		if step.Offset == 2 {
			break
		}
	}
}

func FuzzHashtag(f *testing.F) {
	for _, seed := range []string{"", "{", "}", "{}", "}{", "{a}", "{}{a}", "{{a}}", "emq:{orders}:pending", "emq:{}x}:pending", "\xff{\xfe}", "{emq}:version"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, key string) {
		checkHashtag(t, key)
		checkSteps(t, key)
	})
}

func ExampleHashtag() {
	for _, key := range []string{"emq:{orders}:pending", "emq:{}:pending", "emq:orders:pending"} {
		tag, whole := keyspace.Hashtag(key)
		fmt.Println(tag, whole)
	}
	// Output:
	// orders false
	// emq:{}:pending true
	// emq:orders:pending true
}

func ExampleCRC16Steps() {
	for step := range keyspace.CRC16Steps("emq") {
		fmt.Printf("%d %c %04x -> %04x\n", step.Offset, step.Byte, step.Before, step.After)
	}
	fmt.Println(keyspace.Slot("{emq}:version"))
	// Output:
	// 0 e 0000 -> 3c03
	// 1 m 3c03 -> 49d4
	// 2 q 49d4 -> 635b
	// 9051
}

func BenchmarkKeyAndSlot(b *testing.B) {
	for b.Loop() {
		keyspace.Slot(keyspace.QueueKey("orders", "pending"))
	}
}

// The same 64 bytes for both, so that the two figures can be compared.
const benchText = "a hashtag is seldom this long, but it shows what a table is for."

func BenchmarkCRCTable(b *testing.B) {
	b.SetBytes(int64(len(benchText)))
	for b.Loop() {
		keyspace.CRC16(benchText)
	}
}

func BenchmarkCRCBitByBit(b *testing.B) {
	b.SetBytes(int64(len(benchText)))
	for b.Loop() {
		slowCRC(benchText)
	}
}
