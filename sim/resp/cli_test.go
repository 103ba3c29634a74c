package resp_test

import (
	"bufio"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"echomq.dev/course/sim/internal/redistest"
	"echomq.dev/course/sim/resp"
)

// Print is held to redis-cli itself, which reads each reply from a server that
// answers whatever the row says. A null is the one difference, and is meant. A
// big number and a bulk error are not here: redis-cli 7.0 prints neither.
func TestPrintAsRedisCLI(t *testing.T) {
	cli := redistest.CLI(t)
	for _, reply := range []string{
		"+OK\r\n", "+\r\n", "+a b\r\n",
		"$12\r\nechomq:4.0.0\r\n", "$0\r\n\r\n", "$4\r\na\r\n\xff\r\n", "$9\r\n\a\b\t\"\\\x00\x7f\x1bz\r\n",
		":1\r\n", ":-1\r\n", ",0.5\r\n", ",inf\r\n", "#t\r\n", "#f\r\n",
		"-WRONGTYPE Operation against a key holding the wrong kind of value\r\n", "-ERR a\xffb\r\n",
		"*0\r\n", "%0\r\n", "~0\r\n", "=7\r\ntxt:abc\r\n", "=8\r\nmkd:a\n\"b\r\n", "%1\r\n+a\r\n=7\r\ntxt:a\nb\r\n",
		"*2\r\n$1\r\na\r\n:2\r\n", "*2\r\n*2\r\n$1\r\na\r\n$1\r\nb\r\n:2\r\n", "*1\r\n*1\r\n*2\r\n:1\r\n*0\r\n",
		"*10\r\n" + strings.Repeat(":1\r\n", 9) + "*2\r\n:1\r\n:2\r\n",
		"%1\r\n$1\r\nf\r\n$1\r\nv\r\n", "%2\r\n+a\r\n*2\r\n:1\r\n:2\r\n+b\r\n%1\r\n+c\r\n:3\r\n",
		"%10\r\n" + strings.Repeat("+k\r\n*1\r\n:1\r\n", 10),
		"~1\r\n$1\r\nm\r\n", "~2\r\n~2\r\n:1\r\n:2\r\n:3\r\n",
		"%1\r\n+a\r\n*1\r\n:1\r\n", "%1\r\n+a\r\n~2\r\n:1\r\n:2\r\n", "%1\r\n+a\r\n%2\r\n:1\r\n:2\r\n:3\r\n:4\r\n", "%1\r\n+a\r\n*0\r\n",
		"*2\r\n%1\r\n+a\r\n*2\r\n:1\r\n*2\r\n:7\r\n:8\r\n:9\r\n", "%1\r\n*2\r\n:1\r\n:2\r\n:3\r\n", "%1\r\n+a\r\n%1\r\n+b\r\n*2\r\n:1\r\n:2\r\n",
		"_\r\n", "$-1\r\n", "*-1\r\n", "*2\r\n_\r\n:1\r\n",
	} {
		v, rest, err := resp.Parse(reply)
		if err != nil || rest != "" {
			t.Errorf("Parse(%q) left %q, error %v", reply, rest, err)
			continue
		}
		want := strings.ReplaceAll(printed(t, cli, reply), "(nil)", "nil")
		if got := resp.Print(v); got != want {
			t.Errorf("Print(%q) =\n%s\nand redis-cli prints\n%s", reply, got, want)
		}
	}
}

// printed is what redis-cli prints for one reply, without the line's end.
func printed(t *testing.T, cli, reply string) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "cli") // short enough for a socket's path
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	socket := filepath.Join(dir, "s")
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		for lines := bufio.NewScanner(conn); lines.Scan(); {
			answer := ""
			switch strings.ToUpper(lines.Text()) {
			case "HELLO":
				answer = "%1\r\n+proto\r\n:3\r\n"
			case "GET":
				answer = reply
			}
			if _, err := conn.Write([]byte(answer)); err != nil {
				return
			}
		}
	}()
	out, _ := exec.Command(cli, "-s", socket, "-3", "--no-raw", "GET").Output() // an error reply is its failure
	return strings.TrimSuffix(string(out), "\n")
}
