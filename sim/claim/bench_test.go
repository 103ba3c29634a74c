package claim

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"

	"context"
	"echomq.dev/course/sim/fence"
	"testing"

	"echomq.dev/course/sim/scenario"
)

// BenchmarkFreshRun is one request of somebody without a session: a node, a
// client, the fence, the trace, and the end of all of them.
func BenchmarkFreshRun(b *testing.B) {
	s := scenario.New().Then(scenario.Move{Kind: scenario.Arrive, Actor: "wire4"})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Execute(context.Background(), s); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRedisServerPerSession is what somebody would do instead: the same
// fence over the same client, against a redis-server process of the learner's
// own. Its memory is the process's and does not show here.
func BenchmarkRedisServerPerSession(b *testing.B) {
	program, err := exec.LookPath("redis-server")
	if err != nil {
		b.Fatal("there is no redis-server; type: apt-get update && apt-get install -y redis-server")
	}
	dir, err := os.MkdirTemp("", "redis")
	if err != nil {
		b.Fatal(err)
	}
	defer os.RemoveAll(dir)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		socket := filepath.Join(dir, strconv.Itoa(i))
		server := exec.Command(program, "--port", "0", "--unixsocket", socket, "--save", "", "--dir", dir)
		if err := server.Start(); err != nil {
			b.Fatal(err)
		}
		for late := time.Now().Add(10 * time.Second); ; {
			if _, err := os.Stat(socket); err == nil {
				break
			}
			if time.Now().After(late) {
				b.Fatal("redis-server does not come up")
			}
			time.Sleep(100 * time.Microsecond)
		}
		client := redis.NewClient(&redis.Options{Network: "unix", Addr: socket, Protocol: 3, DisableIdentity: true, OnConnect: fence.Wire4().OnConnect})
		if err := client.Ping(context.Background()).Err(); err != nil {
			b.Fatal(err)
		}
		if err := client.Close(); err != nil {
			b.Fatal(err)
		}
		if err := server.Process.Kill(); err != nil {
			b.Fatal(err)
		}
		server.Wait() // killed, so its error says nothing
	}
}
