package claim

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"echomq.dev/course/sim/scenario"
)

// FuzzConsole types arbitrary lines at a node that holds a value of every type.
// What is let through must come back, in bounded time and with a bounded reply,
// and a panic in the node's own goroutines would end the process and the test
// with it.
func FuzzConsole(f *testing.F) {
	for _, line := range []string{
		"GET k", "SET k v EX 10", "SET k v PX -1 KEEPTTL GET", "APPEND s x", "GETRANGE s -5 99", "INCRBY n 5", "MGET s n l", "MSET a 1 b",
		"DEL s l h t z", "KEYS *", "KEYS [a-", "RENAME s l", "EXPIRE s -1", "TTL s", "HSET h f v g", "HGETALL h", "HDEL h f", "LPUSH l a b c", "LPOP l 2", "LPOP l -1",
		"LRANGE l -100 100", "LINDEX l -1", "SADD t a b", "SMEMBERS t", "ZADD z 1 a 2 b", "ZADD z NX XX CH INCR 1 a", "ZRANGE z 0 -1 WITHSCORES", "ZRANGE z (1 +inf BYSCORE LIMIT 0 1",
		"ZRANGE z [a [b BYLEX REV", "ZRANK z a", "ECHO hi", "PING", "DBSIZE", "EMQ.INSTALL 1 {emq}:version", "EMQ.ENQUEUE 2 emq:{q}:pending emq:{q}:job:JOB0Nb1VTbfnu4 x",
		"SETRANGE s 2000000000 x", "SETBIT s 4294967295 1", "HRANDFIELD h -9223372036854775808", "EVAL 'while true do end' 0", `"*0\r\n"`, "$99999999999", "SUBSCRIBE c",
	} {
		f.Add(line)
	}
	base, err := scenario.Parse("redis SET s abc\nredis SET n 5\nredis RPUSH l a b c\nredis HSET h f v\nredis SADD t a b\nredis ZADD z 1 a 2 b\n")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if strings.ContainsAny(line, "\r\n") {
			return // a line is one line
		}
		typed, err := scenario.Parse("redis " + line)
		if refused := (*scenario.Error)(nil); errors.As(err, &refused) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if len(typed.Moves) != 1 {
			t.Fatalf("%q is %d moves", line, len(typed.Moves))
		}
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		s := base.Then(typed.Moves[0]).Then(typed.Moves[0])
		tr, err := Execute(ctx, s)
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		for _, a := range tr.Arrivals {
			for _, st := range a.Steps {
				if len(st.Received) > 4<<10 || st.Received == "" {
					t.Fatalf("%q: %v got a reply of %d bytes", line, st.Command, len(st.Received))
				}
			}
		}
	})
}
