package node_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"echomq.dev/course/sim/internal/redistest"
	"echomq.dev/course/sim/node"
	"echomq.dev/course/sim/resp"
	"echomq.dev/course/sim/trace"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A command that the node does not have is refused in the words of a real
// server, to the byte.
func TestUnknownCommand(t *testing.T) {
	n := node.New(node.Settings{})
	defer n.Close()
	ours, theirs := client(t, dial(t, n)), client(t, redistest.Start(t)())

	long := strings.Repeat("a", 300)
	for _, words := range [][]string{
		{"EMQ.INSTALL", "1", "{emq}:version"},
		{"EMQ.VERSION"},
		{"NOSUCH", ""},
		{"NOSUCH", "", "", ""},
		{"NOSUCH", "a\r\nb", "c\n", "\r"},
		{"NOSUCH", "it's"},
		{"NOSUCH", "\x00", "a\x00b", "\xff"},
		{"NOSUCH", long},
		{"NOSUCH", long[:124], "b"},
		{"NOSUCH", long[:125], "b"},
		{"NOSUCH", long[:126], "b"},
		{"NOSUCH", long[:128], "b"},
		{"NOSUCH", long[:50], long, "b"},
		{strings.ToUpper(long[:127]), "b"},
		{strings.ToUpper(long[:128]), "b"},
		{strings.ToUpper(long), long},
		{"NO\x00SUCH", "b"},
		{"NO\r\nSUCH", "b"},
		{" ", "b"},
	} {
		if got, want := ours(words...), theirs(words...); got != want {
			t.Errorf("%q answers\n%q, and redis-server\n%q", words, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		name := "NOSUCH" + rapid.StringMatching(`[A-Z.\x00\r\n]{0,140}`).Draw(t, "name")
		args := rapid.SliceOfN(rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 60), func(b []byte) string { return string(b) }), 0, 8).Draw(t, "args")
		words := append([]string{name}, args...)
		if got, want := ours(words...), theirs(words...); got != want {
			t.Fatalf("%q answers\n%q, and redis-server\n%q", words, got, want)
		}
	})
}

// What the fence and a scenario send is answered as a real server does.
func TestAnswersOfARealServer(t *testing.T) {
	n := node.New(node.Settings{Module: true})
	defer n.Close()
	ours, theirs := client(t, dial(t, n)), client(t, redistest.Start(t)())
	const version = "{emq}:version"
	for _, words := range [][]string{
		{"GET"}, {"GET", "a", "b"}, {"get"}, {"SET"}, {"SET", "a"}, {"set", "a"}, {"DEL"},
		{"GET", version},
		{"SET", version, "echomq:4.0.0", "NX"},
		{"GET", version},
		{"SET", version, "echomq:2.0.0", "NX"},
		{"SET", version, "", "XX"},
		{"GET", version},
		{"DEL", version},
		{"DEL", version},
		{"RPUSH", version, "a"},
		{"GET", version},
		{"SET", version, "echomq:4.0.0", "NX"},
		{"TYPE", version},
		{"SET", version, "a\r\n\x00\xff"},
		{"GET", version},
	} {
		if got, want := ours(words...), theirs(words...); got != want {
			t.Errorf("RESP 2: %q answers %q, and redis-server %q", words, got, want)
		}
	}
	ours("HELLO", "3")
	theirs("HELLO", "3")
	for _, words := range [][]string{
		{"GET", "absent"}, {"SET", version, "a", "NX"}, {"SET", "new", "a", "NX"}, {"GET", "new"}, {"PING"},
	} {
		if got, want := ours(words...), theirs(words...); got != want {
			t.Errorf("RESP 3: %q answers %q, and redis-server %q", words, got, want)
		}
	}
}

// Options that contradict one another, and counts that are none, are refused in
// a real server's words and order, whatever stands where.
func TestMisused(t *testing.T) {
	n := node.New(node.Settings{})
	defer n.Close()
	ours, theirs := client(t, dial(t, n)), client(t, redistest.Start(t)())
	same := func(words ...string) {
		if got, want := ours(words...), theirs(words...); got != want {
			t.Errorf("%q answers %q, and redis-server %q", words, got, want)
		}
	}
	options := []string{"NX", "xx", "GET", "EX", "PX", "KEEPTTL", "1000000", "0", "-1", "+5", "x", ""}
	var set func(words []string, more int)
	set = func(words []string, more int) {
		same(words...)
		for _, o := range options[:len(options)*min(more, 1)] {
			set(append(words[:len(words):len(words)], o), more-1)
		}
	}
	set([]string{"SET", "a", "b"}, 3)
	same("SET", "a", "b", "EX", "10", "NX", "PX", "10")
	same("DEL", "a")
	for _, words := range [][]string{
		{"MSET"}, {"MSET", "a"}, {"MSET", "a", "1"}, {"MSET", "a", "1", "b"}, {"mset", "a", "1", "b", "2", "c"},
		{"RPUSH", "l", "1", "2", "3"}, {"LPOP", "l", "-1"}, {"LPOP", "l", "x"}, {"RPOP", "l", "01"}, {"RPOP", "l", "1", "2"}, {"LPOP"}, {"LPOP", "l", "0"}, {"RPOP", "l", "2"},
		{"EXPIRE", "a"}, {"EXPIRE", "a", "x"},
	} {
		same(words...)
	}
}

func TestNotOffered(t *testing.T) {
	n := node.New(node.Settings{Module: true})
	defer n.Close()
	ask := client(t, dial(t, n))
	for _, command := range []string{
		"EVAL", "EVALSHA", "EVAL_RO", "SCRIPT", "FCALL", "SUBSCRIBE", "PSUBSCRIBE", "SSUBSCRIBE",
		"BLPOP", "BRPOP", "BRPOPLPUSH", "BLMOVE", "BLMPOP", "BZPOPMIN", "BZPOPMAX", "BZMPOP", "XREAD", "XREADGROUP", "WAIT",
	} {
		for _, name := range []string{command, strings.ToLower(command)} {
			want := "-ERR unknown command '" + command + "', with args beginning with: 'a' '0' \r\n"
			if got := ask(name, "a", "0"); got != want {
				t.Errorf("%s answers %q, want %q", name, got, want)
			}
		}
	}
}

func TestHello(t *testing.T) {
	for module, list := range map[bool]string{
		false: "*0\r\n",
		true:  "*1\r\n%2\r\n$4\r\nname\r\n$8\r\ntrafikey\r\n$3\r\nver\r\n:6\r\n",
	} {
		n := node.New(node.Settings{Module: module})
		for id := 1; id <= 2; id++ {
			ask := client(t, dial(t, n))
			want := fmt.Sprintf("%%7\r\n$6\r\nserver\r\n$9\r\nminiredis\r\n$7\r\nversion\r\n$5\r\n8.4.0\r\n$5\r\nproto\r\n:3\r\n"+
				"$2\r\nid\r\n:%d\r\n$4\r\nmode\r\n$10\r\nstandalone\r\n$4\r\nrole\r\n$6\r\nmaster\r\n$7\r\nmodules\r\n%s", id, list)
			if got := ask("HELLO", "3"); got != want {
				t.Errorf("module %v: HELLO 3 answers %q, want %q", module, got, want)
			}
			if got := ask("GET", "absent"); got != "_\r\n" {
				t.Errorf("a null after HELLO 3 is %q", got)
			}
		}
		n.Close()
	}
}

func TestSeed(t *testing.T) {
	for _, v := range []trace.Value{
		{Type: "none"}, {Type: "string"}, {Type: "string", Value: "\x00\xff\r\n"},
		{Type: "list"}, {Type: "hash"}, {Type: "set"}, {Type: "zset"}, {Type: "stream"},
	} {
		n := node.New(node.Settings{Module: true})
		if err := n.Seed(v); err != nil {
			t.Errorf("Seed(%+v): %v", v, err)
		}
		if got := n.Version(); got != v {
			t.Errorf("after Seed(%+v) the key holds %+v", v, got)
		}
		typ := client(t, dial(t, n))("TYPE", "{emq}:version")
		if typ != "+"+v.Type+"\r\n" {
			t.Errorf("after Seed(%+v) TYPE answers %q", v, typ)
		}
		n.Close()
		if err := n.Seed(v); !errors.Is(err, node.ErrClosed) {
			t.Errorf("Seed after Close: error %v", err)
		}
	}
	n := node.New(node.Settings{Module: true})
	defer n.Close()
	const want = `node: "bitmap" is no type; accepted are none, string, list, hash, set, zset, stream`
	if err := n.Seed(trace.Value{Type: "bitmap"}); err == nil || err.Error() != want {
		t.Errorf("Seed of a type that is none: error %v, want %s", err, want)
	}
}

// Content changes with each of these commands and with none that only reads
// or that leaves everything as it was.
func TestContent(t *testing.T) {
	n := node.New(node.Settings{Module: true})
	defer n.Close()
	ask := client(t, dial(t, n))
	last, seen := n.Content(), map[string]string{}
	for _, command := range []string{
		"SET s a", "SET s b", "APPEND s c", "EXPIRE s 100", "EXPIRE s 101",
		"RPUSH l a", "RPUSH l b", "LSET l 0 b", "LPUSH l x", "RPUSH l2 b",
		"SADD set a", "SADD set b", "SREM set a",
		"HSET h f a", "HSET h f b", "HSET h g b", "HDEL h f", "HEXPIRE h 100 FIELDS 1 g",
		"ZADD z 1 a", "ZADD z 2 a", "ZADD z 2.5 a", "ZADD z 2.5000000000000004 a", "ZADD z 2 b", "ZREM z a",
		"XADD x 1-1 f v", "XADD x 1-2 f v", "XDEL x 1-1",
		"PERSIST s", "DEL s", "SADD s b", "RENAME s t", "EXPIRE z 5",
	} {
		seen[last] = command
		if reply := ask(strings.Fields(command)...); strings.HasPrefix(reply, "-") {
			t.Fatalf("%s: %q", command, reply)
		}
		last = n.Content()
		if before, ok := seen[last]; ok {
			t.Errorf("after %s the content is what it was before %s:\n%s", command, before, last)
		}
	}
	for _, command := range []string{
		"GET s", "LRANGE l 0 -1", "SMEMBERS s", "HGETALL h", "ZRANGE z 0 -1", "XRANGE x - +", "TYPE x", "TTL z",
		"DEL absent", "SADD t b", "HSETNX h g c", "ZADD z 2 b", "PERSIST l", "SET t", "NOSUCH",
		"EMQ.VERSION", "EMQ.INSTALL 0 t", "EMQ.ENQUEUE 2 a b c",
	} {
		before := n.Content()
		ask(strings.Fields(command)...)
		if after := n.Content(); after != before {
			t.Errorf("%s changed the content from\n%sto\n%s", command, before, after)
		}
	}
}

// The content does not depend on the order in which it came about.
func TestContentIsCanonical(t *testing.T) {
	commands := []string{"SET a 1", "SADD s x", "SADD s y", "HSET h f 1", "HSET h g 2", "ZADD z 1 p", "ZADD z 1 q", "RPUSH l a"}
	rapid.Check(t, func(t *rapid.T) {
		one, two := node.New(node.Settings{Module: true}), node.New(node.Settings{Module: true})
		defer one.Close()
		defer two.Close()
		a, b := client(t, dial(t, one)), client(t, dial(t, two))
		for _, c := range commands {
			a(strings.Fields(c)...)
		}
		for _, c := range rapid.Permutation(commands).Draw(t, "order") {
			b(strings.Fields(c)...)
		}
		if one.Content() != two.Content() {
			t.Fatalf("the same content in two forms:\n%s\n%s", one.Content(), two.Content())
		}
	})
}

func TestClose(t *testing.T) {
	n := node.New(node.Settings{Module: true})
	idle, waiting := dial(t, n), dial(t, n)
	ask := client(t, waiting)
	ask("PING")
	n.Close()
	n.Close()
	if conn, err := n.Dial(); !errors.Is(err, node.ErrClosed) {
		t.Errorf("Dial after Close = %v, %v", conn, err)
	}
	for name, conn := range map[string]net.Conn{"idle": idle, "used": waiting} {
		if _, err := conn.Read(make([]byte, 1)); err == nil {
			t.Errorf("the %s connection is open after Close", name)
		}
		if _, err := io.WriteString(conn, resp.Command("PING")); err == nil {
			t.Errorf("the %s connection takes bytes after Close", name)
		}
	}

	never := node.New(node.Settings{Module: true})
	never.Close()
	if _, err := never.Dial(); !errors.Is(err, node.ErrClosed) {
		t.Errorf("Dial after Close of a node that nobody dialled: %v", err)
	}
}

// Close may come while others dial and send; each of them gets an answer or an
// error, and nothing is left running.
func TestCloseMeanwhile(t *testing.T) {
	for range 20 {
		n := node.New(node.Settings{Module: true})
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				for {
					conn, err := n.Dial()
					if err != nil {
						if !errors.Is(err, node.ErrClosed) {
							t.Errorf("Dial: %v", err)
						}
						return
					}
					if _, err := exchange(conn, resp.Command("EMQ.INSTALL", "1", "{emq}:version")); err == nil {
						conn.Close()
					}
				}
			})
		}
		n.Content()
		n.Close()
		all.Wait()
		n.Content()
		n.Version()
	}
}

func dial(t interface{ Fatalf(string, ...any) }, n *node.Node) net.Conn {
	conn, err := n.Dial()
	if err != nil {
		t.Fatalf("Dial: %v", err)
	}
	return conn
}

// client sends commands over a connection and reads each reply's bytes.
func client(t interface{ Fatalf(string, ...any) }, conn net.Conn) (ask func(words ...string) string) {
	return func(words ...string) string {
		reply, err := exchange(conn, resp.Command(words...))
		if err != nil {
			t.Fatalf("%q: %v", words, err)
		}
		return reply
	}
}

func exchange(conn net.Conn, command string) (reply string, err error) {
	if _, err := io.WriteString(conn, command); err != nil {
		return "", err
	}
	for b := make([]byte, 4096); ; {
		n, err := conn.Read(b)
		if err != nil {
			return reply, err
		}
		reply += string(b[:n])
		if _, _, err := resp.Parse(reply); !errors.Is(err, resp.ErrShort) {
			return reply, err
		}
	}
}
