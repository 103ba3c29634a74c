// Package redistest gives a test a real redis-server, to hold to it what the
// course's own node says.
//
// The server belongs to one test. It listens on a Unix socket in a folder of
// its own and on no port, keeps nothing on disk, and is gone with the test. A
// machine without a redis-server fails the test: a comparison that was not
// made must not look like one that agreed.
package redistest

import (
	"bytes"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// install is what a person types on a machine that lacks the programs.
const install = "apt-get update && apt-get install -y redis-server"

// patience bounds each wait for a server that comes up or an answer of its.
const patience = 10 * time.Second

// Start starts an empty server for the test and waits until it answers. dial
// opens one more connection to it; each is closed at the test's end. Arguments
// are added to the server's command line, as in "--maxmemory", "1".
func Start(t testing.TB, args ...string) (dial func() net.Conn) {
	t.Helper()
	program := find(t, "redis-server")
	// A socket's path has room for about a hundred bytes, which the folder
	// that a test is given takes up with the test's name.
	dir, err := os.MkdirTemp("", "redis")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	socket := filepath.Join(dir, "s")

	var log bytes.Buffer
	server := exec.Command(program, append([]string{"--port", "0", "--unixsocket", socket, "--save", "", "--dir", dir}, args...)...)
	server.Stdout, server.Stderr = &log, &log
	if err := server.Start(); err != nil {
		t.Fatalf("redis-server does not start: %v", err)
	}
	ended := make(chan struct{})
	go func() {
		server.Wait() // killed below, so its error says nothing
		close(ended)
	}()
	t.Cleanup(func() {
		server.Process.Kill()
		<-ended
	})

	for late := time.Now().Add(patience); !answers(socket); {
		select {
		case <-ended:
			t.Fatalf("redis-server ended at its start:\n%s", log.String())
		case <-time.After(5 * time.Millisecond):
		}
		if time.Now().After(late) {
			t.Fatalf("redis-server does not answer within %v", patience)
		}
	}
	return func() net.Conn {
		t.Helper()
		conn, err := net.Dial("unix", socket)
		if err != nil {
			t.Fatalf("no connection to redis-server: %v", err)
		}
		t.Cleanup(func() { conn.Close() })
		return conn
	}
}

// CLI is the path of redis-cli.
func CLI(t testing.TB) string {
	t.Helper()
	return find(t, "redis-cli")
}

func find(t testing.TB, program string) string {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Fatalf("this test compares with a real %s, and there is none; type: %s", program, install)
	}
	return path
}

// answers reports whether a server is there and says PONG. One that still
// loads says something else.
func answers(socket string) bool {
	conn, err := net.Dial("unix", socket)
	if err != nil {
		return false
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(patience))
	if _, err := conn.Write([]byte("PING\r\n")); err != nil {
		return false
	}
	var b [16]byte
	n, _ := conn.Read(b[:])
	return strings.HasPrefix(string(b[:n]), "+PONG")
}
