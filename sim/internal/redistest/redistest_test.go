package redistest_test

import (
	"bufio"
	"strings"
	"testing"

	"echomq.dev/course/sim/internal/redistest"
)

// Two servers stand side by side and share nothing; connections of one server
// do share what it holds.
func TestStart(t *testing.T) {
	one, two := redistest.Start(t), redistest.Start(t, "--maxclients", "7")
	a, b, c := one(), one(), two()
	for _, tt := range []struct {
		name, send, want string
		conn             interface {
			Write([]byte) (int, error)
			Read([]byte) (int, error)
		}
	}{
		{"first writes", "SET k v\r\n", "+OK\r\n", a},
		{"second reads it", "EXISTS k\r\n", ":1\r\n", b},
		{"the other server does not", "EXISTS k\r\n", ":0\r\n", c},
	} {
		if _, err := tt.conn.Write([]byte(tt.send)); err != nil {
			t.Fatal(err)
		}
		got, err := bufio.NewReader(tt.conn).ReadString('\n')
		if err != nil || got != tt.want {
			t.Errorf("%s: %q answered %q, error %v; want %q", tt.name, tt.send, got, err, tt.want)
		}
	}
	if _, err := c.Write([]byte("CONFIG GET maxclients\r\n")); err != nil {
		t.Fatal(err)
	}
	var answer [64]byte
	n, err := c.Read(answer[:])
	if err != nil || !strings.HasSuffix(string(answer[:n]), "$1\r\n7\r\n") {
		t.Errorf("the argument of the command line did not arrive: %q, error %v", answer[:n], err)
	}
}

func TestCLI(t *testing.T) {
	if !strings.HasSuffix(redistest.CLI(t), "redis-cli") {
		t.Errorf("CLI() = %q", redistest.CLI(t))
	}
}
