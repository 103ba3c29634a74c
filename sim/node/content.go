package node

import (
	"fmt"
	"sort"
	"strings"

	"github.com/alicebob/miniredis/v2"

	"echomq.dev/course/keyspace"
	"echomq.dev/course/sim/resp"
	"echomq.dev/course/sim/trace"
)

// Seed puts a value into {emq}:version past any client, as it stands before a
// scenario's first move. A type other than a string holds one small element.
func (n *Node) Seed(v trace.Value) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed {
		return ErrClosed
	}
	const key = keyspace.VersionKey
	var err error
	switch v.Type {
	case "none":
	case "string":
		err = n.redis.Set(key, v.Value)
	case "list":
		_, err = n.redis.Push(key, keyspace.Wire6)
	case "hash":
		n.redis.HSet(key, "version", keyspace.Wire6)
	case "set":
		_, err = n.redis.SetAdd(key, keyspace.Wire6)
	case "zset":
		_, err = n.redis.ZAdd(key, 0, keyspace.Wire6)
	case "stream":
		_, err = n.redis.XAdd(key, "1-1", []string{"version", keyspace.Wire6})
	default:
		return fmt.Errorf("node: %q is no type; accepted are none, string, list, hash, set, zset, stream", v.Type)
	}
	return err
}

// Version reads {emq}:version of the settings' database from the node itself,
// past any client.
func (n *Node) Version() trace.Value {
	n.mu.Lock()
	defer n.mu.Unlock()
	db := n.redis.DB(n.set.DB)
	switch t := db.Type(keyspace.VersionKey); t {
	case "":
		return trace.Value{Type: "none"}
	case "string":
		v, err := db.Get(keyspace.VersionKey)
		if err != nil {
			return trace.Value{Type: "none"}
		}
		return trace.Value{Type: t, Value: v}
	default:
		return trace.Value{Type: t}
	}
}

// Content is everything that the node's databases hold, in a form made for
// comparing: two are equal exactly when no key, type, value or expiry differs.
// Databases other than 0 and that of the settings are not looked at.
func (n *Node) Content() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	var b strings.Builder
	for _, id := range n.databases() {
		db := n.redis.DB(id)
		for _, key := range db.Keys() {
			fmt.Fprintf(&b, "%d %s %s %d ", id, resp.Quote(key), db.Type(key), db.TTL(key))
			writeValue(&b, db, key)
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// Keys are the keys that the node's databases hold, sorted, with their types.
func (n *Node) Keys() []trace.Key {
	n.mu.Lock()
	defer n.mu.Unlock()
	var keys []trace.Key
	for _, id := range n.databases() {
		db := n.redis.DB(id)
		for _, key := range db.Keys() {
			keys = append(keys, trace.Key{DB: id, Name: key, Type: db.Type(key)})
		}
	}
	return keys
}

func (n *Node) databases() []int {
	if n.set.DB == 0 {
		return []int{0}
	}
	return []int{0, n.set.DB}
}

// writeValue writes a key's value with its members in an order that does not
// depend on how they are stored. A key that expires meanwhile writes nothing.
func writeValue(b *strings.Builder, db *miniredis.RedisDB, key string) {
	switch db.Type(key) {
	case "string":
		v, _ := db.Get(key)
		b.WriteString(resp.Quote(v))
	case "list":
		v, _ := db.List(key)
		fmt.Fprintf(b, "%q", v)
	case "set":
		v, _ := db.Members(key)
		fmt.Fprintf(b, "%q", v)
	case "hash":
		fields, _ := db.HKeys(key)
		sort.Strings(fields)
		for _, f := range fields {
			fmt.Fprintf(b, "%q=%q %d ", f, db.HGet(key, f), db.HTTL(key, f))
		}
	case "zset":
		scores, _ := db.SortedSet(key)
		members, _ := db.ZMembers(key)
		sort.Strings(members)
		for _, m := range members {
			fmt.Fprintf(b, "%q=%g ", m, scores[m])
		}
	case "stream":
		entries, _ := db.Stream(key)
		fmt.Fprintf(b, "%q", entries)
	}
}
