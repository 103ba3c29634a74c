// Package console says which Redis commands a learner may type against a node
// of their own, and within which bounds.
//
// A node lives inside the server's process, and some commands would hurt it:
// one that sets a byte at a huge offset takes gigabytes, others end the process
// or never return. So there is a list of what is let through, and a bound on
// every word. Whatever is on the list is answered by the node itself, errors
// about arity and types included.
package console

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The bounds of one command.
const (
	MaxWords   = 8         // words of a command, its name included
	MaxWord    = 128       // bytes of a word
	MaxInteger = 1_000_000 // a count, an index or a number of seconds, either sign
)

// Group is some commands that belong together.
type Group struct {
	About    string
	Commands []string
}

// Commands are all commands that are let through, by what they are about.
func Commands() []Group {
	return []Group{
		{"strings", []string{"GET", "SET", "SETNX", "GETDEL", "APPEND", "STRLEN", "GETRANGE", "INCR", "DECR", "INCRBY", "DECRBY", "MGET", "MSET"}},
		{"keys", []string{"DEL", "EXISTS", "TYPE", "KEYS", "RENAME", "EXPIRE", "TTL", "PERSIST", "DBSIZE"}},
		{"hashes", []string{"HSET", "HGET", "HDEL", "HGETALL", "HKEYS", "HVALS", "HLEN", "HEXISTS", "HMGET"}},
		{"lists", []string{"LPUSH", "RPUSH", "LPOP", "RPOP", "LRANGE", "LLEN", "LINDEX"}},
		{"sets", []string{"SADD", "SREM", "SMEMBERS", "SISMEMBER", "SCARD"}},
		{"sorted sets", []string{"ZADD", "ZREM", "ZRANGE", "ZSCORE", "ZRANK", "ZCARD"}},
		{"the connection", []string{"PING", "ECHO"}},
		{"the native module", []string{"EMQ.VERSION", "EMQ.INSTALL", "EMQ.ENQUEUE"}},
	}
}

// Refusal says why a command is not let through.
type Refusal struct {
	Problem  string // what is wrong, to stand behind the command: "is not let through"
	Accepted string
}

func (r *Refusal) Error() string { return r.Problem + "; accepted: " + r.Accepted }

// Check says whether a command is let through; the first word is its name, in
// upper case. Nil means yes.
func Check(words []string) *Refusal {
	switch {
	case len(words) == 0:
		return &Refusal{"has no command", names()}
	case !listed(words[0]):
		return &Refusal{"is not let through", names()}
	case len(words) > MaxWords:
		return &Refusal{fmt.Sprintf("has %d words", len(words)), fmt.Sprintf("at most %d", MaxWords)}
	}
	for i, w := range words {
		if len(w) > MaxWord {
			return &Refusal{fmt.Sprintf("has %d bytes in word %d", len(w), i+1), fmt.Sprintf("at most %d bytes a word", MaxWord)}
		}
	}
	if words[0] == "KEYS" {
		return checkPattern(words)
	}
	return checkNumbers(words)
}

// checkPattern bounds what KEYS is given to plain letters and the two wildcards.
// The node makes a regular expression of a pattern, and ends the process over
// one that it cannot compile.
func checkPattern(words []string) *Refusal {
	for _, w := range words[1:] {
		for i := range len(w) {
			c := w[i]
			if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte(":{}._-*?", c) >= 0) {
				return &Refusal{"holds " + strconv.QuoteToASCII(w[i:i+1]) + " in its pattern", "A-Z a-z 0-9 : { } . _ - and the wildcards * and ?"}
			}
		}
	}
	return nil
}

// checkNumbers bounds the words that a command reads as a number. A word that
// is no number passes: the server's own error about it is worth seeing.
func checkNumbers(words []string) *Refusal {
	var numbers []string
	switch words[0] {
	case "EXPIRE", "LPOP", "RPOP", "LINDEX", "INCRBY", "DECRBY", "GETRANGE", "LRANGE", "ZRANGE", "EMQ.INSTALL", "EMQ.ENQUEUE":
		numbers = words[1:]
	case "SET": // SET key value EX seconds
		numbers = words[min(3, len(words)):]
	case "ZADD":
		numbers = words[min(2, len(words)):]
	}
	for _, w := range numbers {
		f, err := strconv.ParseFloat(strings.TrimLeft(w, "(["), 64)
		if (err == nil || f != 0) && !(-MaxInteger <= f && f <= MaxInteger) {
			return &Refusal{"holds the number " + strconv.Quote(w), fmt.Sprintf("numbers from -%d to %d", MaxInteger, MaxInteger)}
		}
	}
	return nil
}

func listed(name string) bool {
	for _, g := range Commands() {
		if slices.Contains(g.Commands, name) {
			return true
		}
	}
	return false
}

func names() string {
	var all []string
	for _, g := range Commands() {
		all = append(all, g.Commands...)
	}
	return strings.Join(all, " ")
}
