package keyspace_test

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"echomq.dev/course/keyspace"
)

func TestIDs(t *testing.T) {
	v := readVectors(t)
	v.each(t, "ids", func(t *testing.T, r row) {
		id, err := keyspace.ParseID(r.str("id"))
		same(t, "error", err, nil)
		same(t, "namespace", id.Namespace, r.str("namespace"))
		same(t, "snowflake", strconv.FormatUint(id.Snowflake, 10), r.str("snowflake"))
		same(t, "instant", id.Time().Format("2006-01-02T15:04:05.000Z07:00"), r.str("instant"))
		same(t, "node", id.Node(), r.num("node"))
		same(t, "sequence", id.Sequence(), r.num("sequence"))
		same(t, "zero", id.IsZero(), false)

		minted, err := keyspace.MintID(id.Namespace, id.Snowflake)
		same(t, "error of minting", err, nil)
		same(t, "printed", minted.String(), r.str("id"))
	})
	v.each(t, "refused_ids", func(t *testing.T, r row) {
		id, err := keyspace.ParseID(r.str("id"))
		same(t, "zero", id.IsZero(), true)
		mentions(t, err, strconv.Quote(r.str("id")), fmt.Sprintf("offset %d", r.num("at")), "accepted: ")
		var bad *keyspace.IDError
		if !errors.As(err, &bad) {
			t.Fatalf("error %v is not an IDError", err)
		}
		same(t, "at", bad.At, r.num("at"))
		same(t, "id", bad.ID, r.str("id"))
	})
}

func TestMintRefuses(t *testing.T) {
	for _, c := range []struct {
		namespace string
		snowflake uint64
		mention   string
	}{
		{"JOB", keyspace.MaxSnowflake + 1, "9223372036854775808 needs 64 bits"},
		{"JOB", 1<<64 - 1, "18446744073709551615 needs 64 bits"},
		{"", 1, "0 bytes"},
		{"JO", 1, "2 bytes"},
		{"JOBS", 1, "4 bytes"},
		{"JoB", 1, "offset 1 holds 'o'"},
		{"J\xffB", 1, "offset 1 holds 0xff"},
	} {
		id, err := keyspace.MintID(c.namespace, c.snowflake)
		same(t, "zero", id.IsZero(), true)
		mentions(t, err, c.mention, "accepted: ")
	}
}

// slowParse reads the digits with numbers that cannot overflow.
func slowParse(s string) (n *big.Int, ok bool) {
	if len(s) != 14 || strings.Trim(s[:3], "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return nil, false
	}
	n = new(big.Int)
	for _, b := range []byte(s[3:]) {
		var digit int64
		switch {
		case b >= '0' && b <= '9':
			digit = int64(b - '0')
		case b >= 'A' && b <= 'Z':
			digit = int64(b-'A') + 10
		case b >= 'a' && b <= 'z':
			digit = int64(b-'a') + 36
		default:
			return nil, false
		}
		n.Add(n.Mul(n, big.NewInt(62)), big.NewInt(digit))
	}
	return n, n.BitLen() <= 63
}

func checkParse(t interface{ Fatalf(string, ...any) }, s string) {
	id, err := keyspace.ParseID(s)
	n, ok := slowParse(s)
	if ok != (err == nil) {
		t.Fatalf("ParseID(%q): %v; the slow reading says %v", s, err, ok)
	}
	if err != nil {
		var bad *keyspace.IDError
		if !errors.As(err, &bad) || bad.At < 0 || bad.At > len(s) {
			t.Fatalf("ParseID(%q): %#v", s, err)
		}
		return
	}
	if id.String() != s || n.Uint64() != id.Snowflake {
		t.Fatalf("ParseID(%q) = %v, which prints as %q", s, id.Snowflake, id)
	}
}

func TestIDRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := anyID().Draw(t, "id")
		back, err := keyspace.ParseID(id.String())
		if err != nil || back != id {
			t.Fatalf("%q reads back as %+v, %v", id, back, err)
		}
		// The three parts are the whole number.
		ms := id.Time().Sub(time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)).Milliseconds()
		if got := uint64(ms)*1024*4096 + uint64(id.Node())*4096 + uint64(id.Sequence()); got != id.Snowflake {
			t.Fatalf("parts give %d, want %d", got, id.Snowflake)
		}
	})
}

// Fourteen bytes of the right letters, some of them beyond 63 bits.
func TestParseAgainstItsTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkParse(t, rapid.StringMatching(`[A-Z]{3}[0-9A-Za-z]{11}|[A-Z]{3}A[x-z][L-Z].{8}|.{14}`).Draw(t, "id"))
	})
}

// Within a namespace the order of the strings is the order of the numbers.
func TestIDsSort(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := anyID().Draw(t, "a"), anyID().Draw(t, "b")
		b.Namespace = a.Namespace
		if (a.Snowflake < b.Snowflake) != (a.String() < b.String()) {
			t.Fatalf("%q and %q", a, b)
		}
	})
}

func FuzzParseID(f *testing.F) {
	for _, seed := range []string{"", "JOB0Nb1VTbfnu4", "USRAzL8n0Y58m7", "USRAzL8n0Y58m8", "USRzzzzzzzzzzz", "job0Nb1VTbfnu4", "JOB0Nb1VTbfnu", "JOB0Nb1VT\xfffnu4", "EMQ00000000000"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) { checkParse(t, s) })
}

func anyID() *rapid.Generator[keyspace.ID] {
	return rapid.Custom(func(t *rapid.T) keyspace.ID {
		return keyspace.ID{
			Namespace: rapid.StringMatching(`[A-Z]{3}`).Draw(t, "namespace"),
			Snowflake: rapid.Uint64Max(keyspace.MaxSnowflake).Draw(t, "snowflake"),
		}
	})
}

func ExampleParseID() {
	id, err := keyspace.ParseID("EMQ0OGUWI87UdF")
	fmt.Println(id.Namespace, id.Snowflake, id.Node(), id.Sequence(), err)
	fmt.Println(id.Time().Format(time.RFC3339Nano))
	_, err = keyspace.ParseID("USRAzL8n0Y58m8")
	fmt.Println(err)
	// Output:
	// EMQ 328491001455796225 758 1 <nil>
	// 2026-06-25T11:05:57.814Z
	// branded id "USRAzL8n0Y58m8": the number needs more than 63 bits from offset 13, '8', on; accepted: digits up to AzL8n0Y58m7, which is 9223372036854775807
}
