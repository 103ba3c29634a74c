package keyspace_test

import (
	"fmt"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"echomq.dev/course/keyspace"
)

func TestIdentities(t *testing.T) {
	v := readVectors(t)
	v.each(t, "identities", func(t *testing.T, r row) {
		id, err := keyspace.ParseIdentity(r.str("identity"))
		same(t, "error", err, nil)
		same(t, "identity", id, keyspace.Identity{Major: r.num("major"), Minor: r.num("minor"), Patch: r.num("patch")})
		same(t, "printed", id.String(), r.str("identity"))
	})
	v.each(t, "refused_identities", func(t *testing.T, r row) {
		id, err := keyspace.ParseIdentity(r.str("identity"))
		same(t, "identity", id, keyspace.Identity{})
		mentions(t, err, strconv.Quote(r.str("identity")), "accepted: echomq:MAJOR.MINOR.PATCH")
	})
	for major, wire := range map[int]string{2: keyspace.Wire2, 4: keyspace.Wire4, 6: keyspace.Wire6} {
		same(t, "wire", keyspace.Identity{Major: major}.String(), wire)
	}
}

func TestIdentityRoundTrip(t *testing.T) {
	number := rapid.IntRange(0, 999_999_999)
	rapid.Check(t, func(t *rapid.T) {
		id := keyspace.Identity{Major: number.Draw(t, "major"), Minor: number.Draw(t, "minor"), Patch: number.Draw(t, "patch")}
		if back, err := keyspace.ParseIdentity(id.String()); err != nil || back != id {
			t.Fatalf("%v reads back as %v, %v", id, back, err)
		}
	})
}

func FuzzParseIdentity(f *testing.F) {
	for _, seed := range []string{"", keyspace.Wire4, "echomq:04.0.0", "echomq:1.2", "echomq:+1.0.0", "echomq:9999999999.0.0"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if id, err := keyspace.ParseIdentity(s); err == nil && id.String() != s {
			t.Fatalf("%q prints as %q", s, id)
		}
	})
}

func ExampleParseIdentity() {
	id, err := keyspace.ParseIdentity(keyspace.Wire6)
	fmt.Println(id.Major, err)
	_, err = keyspace.ParseIdentity("echomq:4.0")
	fmt.Println(err)
	// Output:
	// 6 <nil>
	// identity "echomq:4.0": 2 numbers where 3 are expected; accepted: echomq:MAJOR.MINOR.PATCH, each number of 1 to 9 digits without leading zeros
}
