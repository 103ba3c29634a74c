package fence_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"regexp"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"

	"echomq.dev/course/sim/fence"
	"echomq.dev/course/sim/internal/redistest"
	"echomq.dev/course/sim/node"
)

// connect makes a client as a service would: go-redis's own defaults, and the
// wire's fence on every new connection.
func connect(t *testing.T, wire fence.Wire, dial func() net.Conn) *redis.Client {
	t.Helper()
	c := redis.NewClient(&redis.Options{
		Dialer:    func(context.Context, string, string) (net.Conn, error) { return dial(), nil },
		OnConnect: wire.OnConnect,
	})
	t.Cleanup(func() { c.Close() })
	return c
}

// On a real server, with a client nobody made lean: the fence claims, then
// verifies, and refuses for good, each with as many commands as its rule has.
func TestOnConnect(t *testing.T) {
	dial := redistest.Start(t)
	operator := connectPlain(t, dial)
	ctx := context.Background()
	for _, tt := range []struct {
		name, prepare string // commands that an operator sends before
		wire          fence.Wire
		get, set      int    // commands that the fence sends
		refused       string // the tuple, or empty
		after         string // the reply to TYPE, and to GET of a string
	}{
		{"claims", "DEL {emq}:version", fence.Wire4(), 2, 1, "", "string echomq:4.0.0"},
		{"verifies", "PING", fence.Wire4(), 1, 0, "", "string echomq:4.0.0"},
		{"is refused", "PING", fence.Wire2(), 1, 0, `{:version_fence, "echomq:4.0.0"}`, "string echomq:4.0.0"},
		{"meets a list", "DEL {emq}:version; RPUSH {emq}:version x", fence.Wire4(), 1, 0,
			`{:version_fence, {:error, "WRONGTYPE Operation against a key holding the wrong kind of value"}}`, "list"},
		{"meets no module", "PING", fence.Wire6(), 0, 0,
			`{:version_fence, {:error, "ERR unknown command 'EMQ.VERSION', with args beginning with: "}}`, "list"},
		{"may not write", "DEL {emq}:version; CONFIG SET maxmemory 1", fence.Wire4(), 2, 1,
			`{:version_fence, nil}`, "none"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for command := range strings.SplitSeq(tt.prepare+"; CONFIG RESETSTAT", ";") {
				var words []any
				for w := range strings.FieldsSeq(command) {
					words = append(words, w)
				}
				if err := operator.Do(ctx, words...).Err(); err != nil {
					t.Fatal(err)
				}
			}
			err := connect(t, tt.wire, dial).Ping(ctx).Err()
			stats, statsErr := operator.Do(ctx, "INFO", "commandstats").Text()
			if statsErr != nil {
				t.Fatal(statsErr)
			}
			if get, set := calls(stats, "get"), calls(stats, "set"); get != tt.get || set != tt.set {
				t.Errorf("the server counted %d GET and %d SET, want %d and %d", get, set, tt.get, tt.set)
			}
			refused, ok := errors.AsType[*fence.Refused](err)
			switch {
			case tt.refused == "" && err != nil:
				t.Errorf("PING: %v", err)
			case tt.refused != "" && (!ok || refused.Error() != tt.refused):
				t.Errorf("PING: error %v, want the refusal %s", err, tt.refused)
			}
			if tt.refused != "" && calls(stats, "ping") != 0 {
				t.Errorf("PING went out over a refused connection")
			}
			after := operator.Type(ctx, "{emq}:version").Val()
			if after == "string" {
				after += " " + operator.Get(ctx, "{emq}:version").Val()
			}
			if after != tt.after {
				t.Errorf("the key holds %s, want %s", after, tt.after)
			}
		})
	}
}

// A server that refuses writes for the time being gets the SET once, if the
// client is told not to repeat commands, and the read-back decides.
func TestOnConnectSendsOnce(t *testing.T) {
	dial := redistest.Start(t, "--min-replicas-to-write", "1")
	c := redis.NewClient(&redis.Options{
		Dialer:     func(context.Context, string, string) (net.Conn, error) { return dial(), nil },
		OnConnect:  fence.Wire4().OnConnect,
		MaxRetries: -1,
	})
	defer c.Close()
	ctx := context.Background()
	err := c.Ping(ctx).Err()
	if refused, ok := errors.AsType[*fence.Refused](err); !ok || !refused.Got.IsNil() {
		t.Errorf("error %v, want the refusal that carries nil", err)
	}
	stats, err := connectPlain(t, dial).Do(ctx, "INFO", "commandstats").Text()
	if err != nil {
		t.Fatal(err)
	}
	if get, set := calls(stats, "get"), calls(stats, "set"); get != 2 || set != 1 {
		t.Errorf("the server counted %d GET and %d SET, want 2 and 1", get, set)
	}
}

func connectPlain(t *testing.T, dial func() net.Conn) *redis.Client {
	t.Helper()
	c := redis.NewClient(&redis.Options{Dialer: func(context.Context, string, string) (net.Conn, error) { return dial(), nil }})
	t.Cleanup(func() { c.Close() })
	return c
}

// calls is how often a command was called or rejected before its call.
func calls(stats, command string) (n int) {
	m := regexp.MustCompile(`cmdstat_` + command + `:calls=(\d+),.*rejected_calls=(\d+),`).FindStringSubmatch(stats)
	if m == nil {
		return 0
	}
	var called, rejected int
	fmt.Sscan(m[1], &called)
	fmt.Sscan(m[2], &rejected)
	return called + rejected
}

// On a node with the native module, wire 6 goes through once an administrator
// has installed the identity.
func TestOnConnectWire6(t *testing.T) {
	n := node.New(node.Settings{Module: true})
	t.Cleanup(n.Close) // after the clients
	dial := func() net.Conn {
		conn, err := n.Dial()
		if err != nil {
			t.Error(err)
		}
		return conn
	}
	ctx := context.Background()
	err := connect(t, fence.Wire6(), dial).Ping(ctx).Err()
	if refused, ok := errors.AsType[*fence.Refused](err); !ok || refused.Got != fence.Absent {
		t.Errorf("on an empty node: error %v, want the refusal with :absent", err)
	}
	if n.Content() != "" {
		t.Errorf("wire 6 wrote %s", n.Content())
	}
	if err := connectPlain(t, dial).Do(ctx, "EMQ.INSTALL", 1, "{emq}:version").Err(); err != nil {
		t.Fatal(err)
	}
	if err := connect(t, fence.Wire6(), dial).Ping(ctx).Err(); err != nil {
		t.Errorf("on an installed node: %v", err)
	}
}

// go-redis gives many error replies a type of their own. Each is an answer to
// the fence, whatever its type, and a hang-up is none.
func TestEveryErrorReplyIsAnAnswer(t *testing.T) {
	for _, text := range []string{
		"ERR x", "WRONGTYPE x", "NOPERM x", "NOAUTH x", "READONLY x", "OOM x", "LOADING x", "MOVED 1 a:1", "ASK 1 a:1",
		"CLUSTERDOWN x", "TRYAGAIN x", "MASTERDOWN x", "NOREPLICAS x", "EXECABORT x", "BUSY x", "ERR max number of clients reached",
		"EMQWIRE expected echomq:6.0.0 found \xff", "",
	} {
		err := withReply(t, "-"+text+"\r\n")
		refused, ok := errors.AsType[*fence.Refused](err)
		if !ok {
			t.Errorf("%q: error %v (%T), want a refusal", text, err, err)
			continue
		}
		if got, ok := refused.Got.ServerError(); !ok || got != text {
			t.Errorf("%q: the refusal carries %q, %v", text, got, ok)
		}
	}
	if _, ok := errors.AsType[*fence.Refused](withReply(t, "")); ok {
		t.Errorf("a lost connection is taken for a refusal")
	}
}

// withReply runs wire 4's fence against a server that answers each GET with
// the same bytes, or hangs up in their place when there are none.
func withReply(t *testing.T, reply string) error {
	t.Helper()
	dial := func() net.Conn {
		client, server := net.Pipe()
		go func() {
			defer server.Close()
			for r := bufio.NewReader(server); ; {
				command, err := readCommand(r)
				answer := "+OK\r\n"
				switch strings.ToUpper(command) {
				case "HELLO":
					answer = "%1\r\n$5\r\nproto\r\n:3\r\n"
				case "GET":
					answer = reply
				}
				if err != nil || answer == "" {
					return
				}
				if _, err := server.Write([]byte(answer)); err != nil {
					return
				}
			}
		}()
		return client
	}
	c := redis.NewClient(&redis.Options{
		Dialer:          func(context.Context, string, string) (net.Conn, error) { return dial(), nil },
		OnConnect:       fence.Wire4().OnConnect,
		DisableIdentity: true, MaxRetries: -1, DialerRetries: 1,
	})
	defer c.Close()
	return c.Ping(context.Background()).Err()
}

// readCommand reads one command and gives its name.
func readCommand(r *bufio.Reader) (name string, err error) {
	var words, length int
	if _, err := fmt.Fscanf(r, "*%d\r\n", &words); err != nil {
		return "", err
	}
	for i := range words {
		if _, err := fmt.Fscanf(r, "$%d\r\n", &length); err != nil {
			return "", err
		}
		b := make([]byte, length+2)
		for at := 0; at < len(b); {
			n, err := r.Read(b[at:])
			if err != nil {
				return "", err
			}
			at += n
		}
		if i == 0 {
			name = string(b[:length])
		}
	}
	return name, nil
}
