package keyspace

import (
	"fmt"
	"strings"
	"time"
)

// The shape of a branded id: 14 bytes, of which 3 name what it identifies and
// 11 are a number.
//
//	J O B 0 N b 1 V T b f n u 4
//	└───┘ └───────────────────┘
//	namespace  base-62 snowflake, padded on the left with 0
const (
	IDBytes        = NamespaceBytes + DigitBytes
	NamespaceBytes = 3
	DigitBytes     = 11
)

// MaxSnowflake is the largest number an id carries, all of its 63 bits set.
const MaxSnowflake = 1<<63 - 1

// SnowflakeEpoch is the Unix time, in milliseconds, from which a snowflake
// counts: the first instant of the year 2024 in UTC.
const SnowflakeEpoch = 1704067200000

// A snowflake has 41 bits of time above 10 bits of node above 12 of sequence.
const (
	nodeBits     = 10
	sequenceBits = 12
)

// digits is the base-62 alphabet. Its order is that of the bytes themselves,
// so two ids of one namespace sort as strings the way their numbers do.
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// maxDigits is MaxSnowflake in base 62.
const maxDigits = "AzL8n0Y58m7"

// ID is a branded id taken apart. One that [ParseID] or [MintID] returned has
// three capital letters and at most 63 bits.
type ID struct {
	Namespace string
	Snowflake uint64
}

// IDError is the refusal of a branded id.
type IDError struct {
	ID       string // what was given
	At       int    // offset of the first byte at fault; len(ID) when bytes are missing
	Problem  string // what is wrong there
	Accepted string // what would have been right
}

// Error quotes the id, names the byte and says what belongs there.
func (e *IDError) Error() string {
	return fmt.Sprintf("branded id %q: %s; accepted: %s", e.ID, e.Problem, e.Accepted)
}

// ParseID reads a branded id. It refuses with an *[IDError] a wrong length, a
// namespace that is not three letters A to Z, a byte outside 0-9A-Za-z among
// the digits, and a number of more than 63 bits, checked in that order.
func ParseID(s string) (ID, error) {
	if len(s) != IDBytes {
		return ID{}, badLength(s)
	}
	namespace, number := s[:NamespaceBytes], s[NamespaceBytes:]
	if at := badLetter(namespace); at >= 0 {
		return ID{}, &IDError{ID: s, At: at,
			Problem:  fmt.Sprintf("offset %d of the namespace holds %s", at, showByte(s[at])),
			Accepted: acceptedNamespace}
	}
	var snowflake uint64
	for i := range len(number) {
		digit := strings.IndexByte(digits, number[i])
		if digit < 0 {
			at := NamespaceBytes + i
			return ID{}, &IDError{ID: s, At: at,
				Problem:  fmt.Sprintf("offset %d holds %s", at, showByte(s[at])),
				Accepted: "a base-62 digit, 0-9, A-Z or a-z"}
		}
		// Eleven digits reach beyond 64 bits and this may wrap around. The
		// comparison below rejects every such number before it is used.
		snowflake = snowflake*uint64(len(digits)) + uint64(digit)
	}
	if number > maxDigits {
		at := NamespaceBytes + departs(number, maxDigits)
		return ID{}, &IDError{ID: s, At: at,
			Problem:  fmt.Sprintf("the number needs more than 63 bits from offset %d, %s, on", at, showByte(s[at])),
			Accepted: "digits up to " + maxDigits + ", which is 9223372036854775807"}
	}
	return ID{Namespace: namespace, Snowflake: snowflake}, nil
}

// MintID puts an id together. It refuses a namespace that is not three letters
// A to Z, and a snowflake over [MaxSnowflake].
func MintID(namespace string, snowflake uint64) (ID, error) {
	if len(namespace) != NamespaceBytes {
		return ID{}, fmt.Errorf("namespace %q has %d bytes; accepted: %s", namespace, len(namespace), acceptedNamespace)
	}
	if at := badLetter(namespace); at >= 0 {
		return ID{}, fmt.Errorf("namespace %q: offset %d holds %s; accepted: %s",
			namespace, at, showByte(namespace[at]), acceptedNamespace)
	}
	if snowflake > MaxSnowflake {
		return ID{}, fmt.Errorf("snowflake %d needs 64 bits; accepted: 0 to %d, which is 63 bits",
			snowflake, uint64(MaxSnowflake))
	}
	return ID{Namespace: namespace, Snowflake: snowflake}, nil
}

// String prints the id in its 14 bytes.
func (id ID) String() string {
	var number [DigitBytes]byte
	rest := id.Snowflake
	for i := DigitBytes - 1; i >= 0; i-- {
		number[i] = digits[rest%uint64(len(digits))]
		rest /= uint64(len(digits))
	}
	return id.Namespace + string(number[:])
}

// IsZero reports whether there is no id: a valid one always has a namespace.
func (id ID) IsZero() bool { return id == ID{} }

// Time is the instant, to the millisecond and in UTC, at which the id says it
// was made.
func (id ID) Time() time.Time {
	return time.UnixMilli(SnowflakeEpoch + int64(id.Snowflake>>(nodeBits+sequenceBits))).UTC()
}

// Node is the number of the machine that made the id, 0 to 1023.
func (id ID) Node() int {
	return int(id.Snowflake >> sequenceBits & (1<<nodeBits - 1))
}

// Sequence tells ids of one node and one millisecond apart, 0 to 4095.
func (id ID) Sequence() int {
	return int(id.Snowflake & (1<<sequenceBits - 1))
}

const acceptedNamespace = "a namespace of 3 letters A-Z"

// badLength places the fault at the first byte missing or the first too many.
func badLength(s string) error {
	e := &IDError{ID: s, At: min(len(s), IDBytes), Accepted: fmt.Sprintf("%d bytes, a namespace of %d and %d digits",
		IDBytes, NamespaceBytes, DigitBytes)}
	if len(s) < IDBytes {
		e.Problem = fmt.Sprintf("%d bytes, none at offset %d", len(s), e.At)
	} else {
		e.Problem = fmt.Sprintf("%d bytes, the one at offset %d is too many", len(s), e.At)
	}
	return e
}

// badLetter returns the offset of the first byte outside A to Z, or -1.
func badLetter(s string) int {
	for i := range len(s) {
		if s[i] < 'A' || s[i] > 'Z' {
			return i
		}
	}
	return -1
}
