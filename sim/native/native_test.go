package native_test

import (
	"errors"
	"fmt"
	"net"
	"reflect"
	"strings"
	"testing"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"echomq.dev/course/sim/node"
	"echomq.dev/course/sim/resp"
	"echomq.dev/course/sim/trace"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// The texts are those that the servers of the specification's table gave, or
// the course's own where no server has one, as they are on the wire.
const (
	version   = "{emq}:version"
	epoch     = "echomq:6.0.0"
	pending   = "emq:{orders}:pending"
	row       = "emq:{orders}:job:" + job
	job       = "JOB0Nb1VTbfnu4"
	wrongType = "-WRONGTYPE Operation against a key holding the wrong kind of value\r\n"
	notInt    = "-ERR value is not an integer or out of range\r\n"
	negative  = "-ERR Number of keys can't be negative\r\n"
	tooMany   = "-ERR Number of keys can't be greater than number of args\r\n"
	badKey    = "-EMQKEY invalid queue key\r\n"
	twoQueues = "-EMQKEY keys name two queues\r\n"
	badID     = "-EMQID not a JOB branded id\r\n"
	missing   = "-EMQWIRE expected echomq:6.0.0 but {emq}:version is absent\r\n"
)

func TestVersion(t *testing.T) {
	n := start(t, "none", "")
	ask := dial(t, n)
	for _, tt := range []struct {
		command []string
		want    string
	}{
		{[]string{"EMQ.VERSION"}, "$12\r\nechomq:6.0.0\r\n"},
		{[]string{"emq.version"}, "$12\r\nechomq:6.0.0\r\n"},
		{[]string{"EMQ.VERSION", ""}, "-ERR wrong number of arguments for 'EMQ.VERSION' command\r\n"},
	} {
		if got := ask(tt.command...); got != tt.want {
			t.Errorf("%q answers %q, want %q", tt.command, got, tt.want)
		}
	}
}

func TestInstall(t *testing.T) {
	for _, tt := range []struct {
		typ, value string
		want       string
		after      trace.Value
	}{
		{"none", "", ":1\r\n", trace.Value{Type: "string", Value: epoch}},
		{"string", epoch, ":0\r\n", trace.Value{Type: "string", Value: epoch}},
		{"string", "echomq:4.0.0", "-EMQWIRE expected echomq:6.0.0 found echomq:4.0.0\r\n", trace.Value{Type: "string", Value: "echomq:4.0.0"}},
		{"string", "", "-EMQWIRE expected echomq:6.0.0 found \r\n", trace.Value{Type: "string"}},
		{"list", "", wrongType, trace.Value{Type: "list"}},
		{"hash", "", wrongType, trace.Value{Type: "hash"}},
		{"set", "", wrongType, trace.Value{Type: "set"}},
		{"zset", "", wrongType, trace.Value{Type: "zset"}},
		{"stream", "", wrongType, trace.Value{Type: "stream"}},
	} {
		n := start(t, tt.typ, tt.value)
		ask, before := dial(t, n), n.Content()
		if got := ask("EMQ.INSTALL", "1", version); got != tt.want {
			t.Errorf("%s %q: INSTALL answers %q, want %q", tt.typ, tt.value, got, tt.want)
		}
		if got := n.Version(); got != tt.after {
			t.Errorf("%s %q: INSTALL leaves %+v, want %+v", tt.typ, tt.value, got, tt.after)
		}
		if wrote := n.Content() != before; wrote != (tt.want == ":1\r\n") {
			t.Errorf("%s %q: INSTALL wrote: %v", tt.typ, tt.value, wrote)
		}
	}
}

// A call that is wrong in several ways fails at the first of them, and writes
// nothing on any node.
func TestInstallShape(t *testing.T) {
	const (
		arity = "-ERR wrong number of arguments for 'EMQ.INSTALL' command\r\n"
		keys  = "-ERR EMQ.INSTALL takes exactly 1 key\r\n"
		other = "-ERR EMQ.INSTALL takes only the key {emq}:version\r\n"
	)
	for _, typ := range []string{"none", "string", "list"} {
		n := start(t, typ, "echomq:4.0.0")
		ask, before := dial(t, n), n.Content()
		for _, tt := range []struct {
			args []string
			want string
		}{
			{nil, arity},
			{[]string{"1"}, arity},
			{[]string{"x"}, arity},
			{[]string{version}, arity},
			{[]string{"1", version, epoch}, arity},
			{[]string{"1", "other", epoch}, arity},
			{[]string{"", version}, notInt},
			{[]string{"x", "other"}, notInt},
			{[]string{"1.0", version}, notInt},
			{[]string{" 1", version}, notInt},
			{[]string{"+1", version}, notInt},
			{[]string{"01", version}, notInt},
			{[]string{"-0", version}, notInt},
			{[]string{"1\x00", version}, notInt},
			{[]string{"9223372036854775808", version}, notInt},
			{[]string{"-1", version}, negative},
			{[]string{"-9223372036854775808", "other"}, negative},
			{[]string{"2", version}, tooMany},
			{[]string{"9223372036854775807", "other"}, tooMany},
			{[]string{"0", version}, keys},
			{[]string{"0", "other"}, keys},
			{[]string{"1", "other"}, other},
			{[]string{"1", ""}, other},
			{[]string{"1", version + " "}, other},
			{[]string{"1", "{EMQ}:version"}, other},
		} {
			if got := ask(append([]string{"EMQ.INSTALL"}, tt.args...)...); got != tt.want {
				t.Errorf("%s: INSTALL %q answers %q, want %q", typ, tt.args, got, tt.want)
			}
		}
		if after := n.Content(); after != before {
			t.Errorf("%s: refused calls wrote: before\n%safter\n%s", typ, before, after)
		}
	}
}

func TestEnqueue(t *testing.T) {
	n := start(t, "string", epoch)
	ask := dial(t, n)
	payload := "\x00\xff\r\n{}"
	if got := ask("EMQ.ENQUEUE", "2", pending, row, payload); got != ":1\r\n" {
		t.Fatalf("ENQUEUE answers %q", got)
	}
	for _, tt := range []struct{ command, want string }{
		{"HGETALL " + row, resp.Command("payload", payload)},
		{"ZRANGE " + pending + " 0 -1 WITHSCORES", resp.Command(job, "0")},
		{"DBSIZE", ":3\r\n"},
	} {
		if got := ask(strings.Fields(tt.command)...); got != tt.want {
			t.Errorf("%s answers %q, want %q", tt.command, got, tt.want)
		}
	}
	want := []trace.Check{
		{Check: "shape", OK: true}, {Check: "layout", OK: true},
		{Check: "fence", OK: true, Read: `"echomq:6.0.0"`}, {Check: "domain", OK: true}, {Check: "write", OK: true},
	}
	if got := n.TakeChecks(); !reflect.DeepEqual(got, want) {
		t.Errorf("the checks are %+v, want %+v", got, want)
	}
}

// The five checks in their order: each row is right as far as the check that
// refuses it, and wrong in all that follow. Nothing is written by any.
func TestEnqueueOrder(t *testing.T) {
	const (
		arity  = "-ERR wrong number of arguments for 'EMQ.ENQUEUE' command\r\n"
		keys   = "-ERR EMQ.ENQUEUE takes exactly 2 keys\r\n"
		badRow = "emq:{orders}:job:USR0KHTOWnGLuC"
	)
	for _, tt := range []struct {
		args, want, failed string
	}{
		{"", arity, "shape"},
		{"2", arity, "shape"},
		{"x nonsense", arity, "shape"},
		{"2 " + pending + " " + row, arity, "shape"},
		{"2 " + pending + " " + row + " p extra", arity, "shape"},
		{"2 nonsense nonsense p extra", arity, "shape"},
		{"x nonsense nonsense p", notInt, "shape"},
		{"-2 nonsense nonsense p", negative, "shape"},
		{"4 nonsense nonsense p", tooMany, "shape"},
		{"0 nonsense nonsense p", keys, "shape"},
		{"1 nonsense nonsense p", keys, "shape"},
		{"3 nonsense nonsense p", keys, "shape"},

		{"2 nonsense " + row + " p", badKey, "layout"},
		{"2 " + pending + " nonsense p", badKey, "layout"},
		{"2 " + version + " " + row + " p", badKey, "layout"},
		{"2 {emq}:pending " + row + " p", badKey, "layout"},
		{"2 orders:pending " + row + " p", badKey, "layout"},
		{"2 emq:orders:pending " + row + " p", badKey, "layout"},
		{"2 emq:{}:pending emq:{}:job:" + job + " p", badKey, "layout"},
		{"2 emq:{}x}:pending emq:{}x}:job:" + job + " p", badKey, "layout"},
		{"2 emq:{{a}:pending emq:{{a}:job:" + job + " p", badKey, "layout"},
		{"2 emq:{a:b}:pending emq:{a:b}:job:" + job + " p", badKey, "layout"},
		{"2 emq:{orders}pending " + row + " p", badKey, "layout"},
		{"2 emq:{orders}:active " + row + " p", badKey, "layout"},
		{"2 emq:{orders}:pending: " + row + " p", badKey, "layout"},
		{"2 " + row + " " + pending + " p", badKey, "layout"},
		{"2 " + pending + " " + pending + " p", badKey, "layout"},
		{"2 " + pending + " emq:{orders}:job p", badKey, "layout"},
		{"2 emq:{fills}:active " + badRow + " p", badKey, "layout"},
		{"2 emq:{fills}:pending emq:{a:b}:job:" + job + " p", badKey, "layout"},
		{"2 emq:{fills}:pending " + badRow + " p", twoQueues, "layout"},

		{"2 " + pending + " " + badRow + " p", missing, "fence"},
	} {
		refuses(t, "none", "", tt.args, tt.want, tt.failed)
	}
	for _, typ := range []string{"list", "hash", "set", "zset", "stream"} {
		refuses(t, typ, "", "2 "+pending+" "+badRow+" p", wrongType, "fence")
	}
	refuses(t, "string", "echomq:4.0.0", "2 "+pending+" "+badRow+" p", "-EMQWIRE expected echomq:6.0.0 found echomq:4.0.0\r\n", "fence")
	for _, id := range []string{
		"", "1", "USR0KHTOWnGLuC", "job0Nb1VTbfnu4", "JOB0Nb1VTbfnu", "JOB0Nb1VTbfnu44", "JOB0Nb1VTbf-u4",
		"JOBAzL8n0Y58m8", "JOBzzzzzzzzzzz", job + ":", "JOB0Nb1VTbfn\xff4",
	} {
		refuses(t, "string", epoch, "2 "+pending+" emq:{orders}:job:"+id+" p", badID, "domain")
	}
}

// refuses runs one ENQUEUE on a fresh node and holds it to its refusal, to the
// one check that failed as the last of those made, and to writing nothing.
func refuses(t *testing.T, typ, value, args, want, failed string) {
	t.Helper()
	n := start(t, typ, value)
	ask, before := dial(t, n), n.Content()
	if got := ask(append([]string{"EMQ.ENQUEUE"}, strings.Fields(args)...)...); got != want {
		t.Errorf("%s: ENQUEUE %s answers %q, want %q", typ, args, got, want)
	}
	if after := n.Content(); after != before {
		t.Errorf("%s: ENQUEUE %s was refused and wrote: before\n%safter\n%s", typ, args, before, after)
	}
	order := []string{"shape", "layout", "fence", "domain", "write"}
	checks := n.TakeChecks()
	for i, c := range checks {
		if last := i == len(checks)-1; c.Check != order[i] || c.OK == last {
			t.Errorf("%s: ENQUEUE %s: check %d is %+v", typ, args, i, c)
		}
	}
	if last := checks[len(checks)-1]; last.Check != failed || "-"+last.Error+"\r\n" != want {
		t.Errorf("%s: ENQUEUE %s: the last check is %+v, want %s with %q", typ, args, last, failed, want)
	}
}

// A key of another type in the verb's own place refuses the write as a whole.
func TestEnqueueWritesAllOrNothing(t *testing.T) {
	for _, tt := range []struct{ name, prepare string }{
		{"pending is a list", "RPUSH " + pending + " x"},
		{"pending is a string", "SET " + pending + " x"},
		{"the row is a string", "SET " + row + " x"},
		{"the row is a set", "SADD " + row + " x"},
	} {
		n := start(t, "string", epoch)
		ask := dial(t, n)
		ask(strings.Fields(tt.prepare)...)
		before := n.Content()
		if got := ask("EMQ.ENQUEUE", "2", pending, row, "p"); got != wrongType {
			t.Errorf("%s: ENQUEUE answers %q", tt.name, got)
		}
		if after := n.Content(); after != before {
			t.Errorf("%s: ENQUEUE was refused and wrote: before\n%safter\n%s", tt.name, before, after)
		}
	}
}

// A server prints the value that it found into one line of a C string.
func TestFoundText(t *testing.T) {
	for value, want := range map[string]string{
		"":                 "",
		"a":                "a",
		"echomq:6.0.0 ":    "echomq:6.0.0 ",
		"echomq:6.0.0\n":   "echomq:6.0.0",
		"echomq:6.0.0\x00": "echomq:6.0.0",
		"\x00echomq":       "",
		"\r\n":             "",
		"\n\r\na":          "   a",
		"a\r\nb":           "a  b",
		"a\r\n\r\n":        "a",
		"a\n\x00b":         "a",
		"a\n b\r":          "a  b",
		"\xff\xfe\t\x01":   "\xff\xfe\t\x01",
		"日本\u2028":         "日本\u2028",
		"{emq}:version %s": "{emq}:version %s",
	} {
		n := start(t, "string", value)
		ask := dial(t, n)
		want = "-EMQWIRE expected echomq:6.0.0 found " + want + "\r\n"
		for _, command := range [][]string{
			{"EMQ.INSTALL", "1", version}, {"EMQ.ENQUEUE", "2", pending, row, "p"},
		} {
			if got := ask(command...); got != want {
				t.Errorf("value %q: %s answers %q, want %q", value, command[0], got, want)
			}
		}
		if got := n.Version(); got.Value != value {
			t.Errorf("value %q has become %q", value, got.Value)
		}
	}
}

// Whatever stands in the key, a refusal is one line of RESP and leaves the key
// as it was: the read as the caller never writes.
func TestAnyValueIsRefusedInOneLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := string(rapid.SliceOfN(rapid.Byte(), 0, 128).Draw(t, "value"))
		n := node.New(node.Settings{Module: true})
		defer n.Close()
		if err := n.Seed(trace.Value{Type: "string", Value: value}); err != nil {
			t.Fatal(err)
		}
		ask, before := dial(t, n), n.Content()
		for _, command := range [][]string{{"EMQ.INSTALL", "1", version}, {"EMQ.ENQUEUE", "2", pending, row, "p"}} {
			got := ask(command...)
			if v, rest, err := resp.Parse(got); err != nil || rest != "" || v.Kind != '-' || strings.ContainsAny(v.Text, "\r\n\x00") {
				t.Fatalf("value %q: %s answers %q", value, command[0], got)
			}
		}
		if n.Content() != before {
			t.Fatalf("value %q: a refusal wrote", value)
		}
	})
}

// A node that loads no module has none of its commands, and nothing changes.
func TestNotLoaded(t *testing.T) {
	n := node.New(node.Settings{})
	defer n.Close()
	ask := dial(t, n)
	for _, tt := range []struct{ command, want string }{
		{"EMQ.INSTALL 1 {emq}:version", "-ERR unknown command 'EMQ.INSTALL', with args beginning with: '1' '{emq}:version' \r\n"},
		{"EMQ.VERSION", "-ERR unknown command 'EMQ.VERSION', with args beginning with: \r\n"},
		{"EMQ.ENQUEUE 2 a b c", "-ERR unknown command 'EMQ.ENQUEUE', with args beginning with: '2' 'a' 'b' 'c' \r\n"},
	} {
		if got := ask(strings.Fields(tt.command)...); got != tt.want {
			t.Errorf("%s answers %q, want %q", tt.command, got, tt.want)
		}
	}
	if n.Content() != "" {
		t.Errorf("the node holds %s", n.Content())
	}
	if checks := n.TakeChecks(); checks != nil {
		t.Errorf("checks were reported: %+v", checks)
	}
}

// The fence is per database: the module reads and writes the caller's.
func TestPerDatabase(t *testing.T) {
	n := start(t, "string", epoch)
	ask := dial(t, n)
	for _, tt := range []struct{ command, want string }{
		{"SELECT 1", "+OK\r\n"},
		{"EMQ.ENQUEUE 2 " + pending + " " + row + " p", missing},
		{"EMQ.INSTALL 1 " + version, ":1\r\n"},
		{"EMQ.ENQUEUE 2 " + pending + " " + row + " p", ":1\r\n"},
		{"DBSIZE", ":3\r\n"},
		{"SELECT 0", "+OK\r\n"},
		{"DBSIZE", ":1\r\n"},
	} {
		if got := ask(strings.Fields(tt.command)...); got != tt.want {
			t.Errorf("%s answers %q, want %q", tt.command, got, tt.want)
		}
	}
}

// start makes a node with the module and a value of the type in the key.
func start(t *testing.T, typ, value string) *node.Node {
	t.Helper()
	n := node.New(node.Settings{Module: true})
	t.Cleanup(n.Close)
	v := trace.Value{Type: typ}
	if typ == "string" {
		v.Value = value
	}
	if err := n.Seed(v); err != nil {
		t.Fatal(err)
	}
	return n
}

// dial opens a connection in RESP 2, as a client that says no HELLO has it,
// and returns how to send a command over it and read the reply's bytes.
func dial(t interface{ Fatalf(string, ...any) }, n *node.Node) (ask func(words ...string) string) {
	conn, err := n.Dial()
	if err != nil {
		t.Fatalf("Dial: %v", err)
	}
	return func(words ...string) string {
		reply, err := exchange(conn, resp.Command(words...))
		if err != nil {
			t.Fatalf("%q: %v", words, err)
		}
		return reply
	}
}

func exchange(conn net.Conn, command string) (reply string, err error) {
	if _, err := conn.Write([]byte(command)); err != nil {
		return "", err
	}
	b := make([]byte, 4096)
	for {
		n, err := conn.Read(b)
		if err != nil {
			return reply, fmt.Errorf("after %q: %w", reply, err)
		}
		reply += string(b[:n])
		if _, _, err := resp.Parse(reply); !errors.Is(err, resp.ErrShort) {
			return reply, err
		}
	}
}
