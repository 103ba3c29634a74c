package console

import (
	"slices"
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	for _, command := range []string{
		"GET k", "GET", "SET k 99999999999999999999", "SET k v EX 10", "LRANGE l 0 -1", "ZADD z 1.5 a", "ZRANGE z (1 5 BYSCORE", "MGET a b c d e f g",
		"EMQ.INSTALL 1 {emq}:version", "PING", "KEYS *", "INCRBY n x",
	} {
		if no := Check(strings.Fields(command)); no != nil {
			t.Errorf("%q is refused: %v", command, no)
		}
	}
	for command, why := range map[string]string{
		"":                                  "has no command",
		"FLUSHALL":                          "is not let through",
		"get k":                             "is not let through", // names come in upper case
		"EVAL x 0":                          "is not let through",
		"SETRANGE k 2000000000 x":           "is not let through",
		"SETBIT k 4294967295 1":             "is not let through",
		"HRANDFIELD h -9223372036854775808": "is not let through",
		"SUBSCRIBE c":                       "is not let through",
		"DEL a b c d e f g h":               "has 9 words",
		"GET " + strings.Repeat("x", 129):   "has 129 bytes in word 2",
		"LRANGE l 0 1000001":                `holds the number "1000001"`,
		"LPOP l -9223372036854775808":       `holds the number "-9223372036854775808"`,
		"SET k v EX 1e300":                  `holds the number "1e300"`,
		"ZADD z inf a":                      `holds the number "inf"`,
		"ZADD z 1e999 a":                    `holds the number "1e999"`,
		"KEYS a\xf3":                        `holds "\xf3" in its pattern`,
		"KEYS [a-":                          `holds "[" in its pattern`,
		"KEYS \\Q":                          `holds "\\" in its pattern`,
		"ZADD z nan a":                      `holds the number "nan"`,
	} {
		no := Check(strings.Fields(command))
		if no == nil || no.Problem != why || no.Accepted == "" {
			t.Errorf("%q: %v, want a refusal that says it %s", command, no, why)
		}
	}
}

// TestNumbers holds every command to the bound on each word that it reads as a
// number: what is just within passes, on either side of zero, and what is just
// beyond does not. A word that is read as text may be any number.
func TestNumbers(t *testing.T) {
	for command, bounded := range map[string]bool{
		"EXPIRE k #":            true,
		"LPOP l #":              true,
		"RPOP l #":              true,
		"LINDEX l #":            true,
		"INCRBY n #":            true,
		"DECRBY n #":            true,
		"GETRANGE k # 1":        true,
		"GETRANGE k 0 #":        true,
		"LRANGE l # 1":          true,
		"LRANGE l 0 #":          true,
		"ZRANGE z # 1":          true,
		"ZRANGE z 0 #":          true,
		"ZRANGE z (# 1 BYSCORE": true,
		"SET k v EX #":          true,
		"ZADD z # a":            true,
		"ZADD z 1 a # b":        true,
		"EMQ.INSTALL # k":       true,
		"EMQ.ENQUEUE # p j x":   true,
		"SET k #":               false,
		"APPEND k #":            false,
		"RPUSH l #":             false,
		"HSET h # #":            false,
	} {
		for number, within := range map[string]bool{"1000000": true, "-1000000": true, "1000001": false, "-1000001": false} {
			words := strings.Fields(strings.ReplaceAll(command, "#", number))
			if no := Check(words); (no == nil) != (within || !bounded) {
				t.Errorf("%q: %v", words, no)
			}
		}
	}
}

// TestList sees that the list holds nothing of what is known to hurt.
func TestList(t *testing.T) {
	bad := []string{"SETRANGE", "SETBIT", "BITFIELD", "HRANDFIELD", "SRANDMEMBER", "ZRANDMEMBER", "EVAL", "EVALSHA", "SUBSCRIBE", "PSUBSCRIBE", "BLPOP", "BRPOP", "WAIT", "MULTI", "SELECT", "HELLO", "AUTH", "FLUSHALL", "SCAN", "XREAD"}
	seen := map[string]bool{}
	for _, g := range Commands() {
		for _, c := range g.Commands {
			if seen[c] || slices.Contains(bad, c) || c != strings.ToUpper(c) {
				t.Errorf("%s is on the list", c)
			}
			seen[c] = true
		}
	}
}
