package keyspace

import "strings"

// Slots is how many slots a cluster divides its keys over.
const Slots = 16384

// Hashtag returns the bytes of a key that decide its slot, and whether those
// are the whole key. The rule is the cluster's, not EchoMQ's:
//
//  1. Look for the leftmost opening brace.
//  2. Look for the nearest closing brace to the right of it.
//  3. What lies between them is hashed, unless it is empty or a brace was not
//     found; then everything is.
//
// An empty pair therefore settles the matter: a second pair further along is
// not considered.
func Hashtag(key string) (tag string, whole bool) {
	open := strings.IndexByte(key, '{')
	if open < 0 {
		return key, true
	}
	tag, _, closed := strings.Cut(key[open+1:], "}")
	if !closed || tag == "" {
		return key, true
	}
	return tag, false
}

// Slot returns the slot of a key, from 0 to 16383: the checksum of its hashtag
// modulo [Slots]. Keys in one slot are on one node of a cluster, and a command
// or a script may touch several of them at once.
func Slot(key string) int {
	tag, _ := Hashtag(key)
	return int(CRC16(tag)) % Slots
}
