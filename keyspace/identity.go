package keyspace

import (
	"fmt"
	"strconv"
	"strings"
)

// The identities that have been given out. A connector compares the stored
// value with its own byte for byte.
const (
	Wire2 = "echomq:2.0.0" // the first connector that had this keyspace
	Wire4 = "echomq:4.0.0" // the connector of today, driving the Lua scripts
	Wire6 = "echomq:6.0.0" // the native module and the connectors made for it
)

// Identity is a wire identity taken apart.
type Identity struct {
	Major, Minor, Patch int
}

const (
	identityPrefix = "echomq:"
	// identityDigits bounds each number, so that it fits an int everywhere.
	identityDigits = 9
)

// ParseIdentity reads echomq:MAJOR.MINOR.PATCH. Each number is 0 or starts
// with another digit than 0, and has at most nine digits: every identity has
// exactly one spelling, so comparing strings and comparing identities agree.
func ParseIdentity(s string) (Identity, error) {
	refuse := func(what string) (Identity, error) {
		return Identity{}, fmt.Errorf("identity %q: %s; accepted: %sMAJOR.MINOR.PATCH, "+
			"each number of 1 to %d digits without leading zeros", s, what, identityPrefix, identityDigits)
	}
	rest, found := strings.CutPrefix(s, identityPrefix)
	if !found {
		return refuse("does not begin with " + identityPrefix)
	}
	fields := strings.Split(rest, ".")
	if len(fields) != 3 {
		return refuse(fmt.Sprintf("%d numbers where 3 are expected", len(fields)))
	}
	var numbers [3]int
	for i, name := range [3]string{"MAJOR", "MINOR", "PATCH"} {
		n, ok := identityNumber(fields[i])
		if !ok {
			return refuse(fmt.Sprintf("%s is %q", name, fields[i]))
		}
		numbers[i] = n
	}
	return Identity{Major: numbers[0], Minor: numbers[1], Patch: numbers[2]}, nil
}

// identityNumber looks at the bytes itself because strconv.Atoi alone would
// also take a sign and leading zeros.
func identityNumber(s string) (n int, ok bool) {
	if s == "" || len(s) > identityDigits || len(s) > 1 && s[0] == '0' {
		return 0, false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
	}
	n, err := strconv.Atoi(s)
	return n, err == nil
}

// String prints the identity as it stands in the store.
func (id Identity) String() string {
	return fmt.Sprintf("%s%d.%d.%d", identityPrefix, id.Major, id.Minor, id.Patch)
}
