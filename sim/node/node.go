// Package node is one data node that a learner owns: a miniredis with the
// native module loaded or not, reached by in-memory connections only. There is
// never a port.
//
// It corrects miniredis where the course touches a difference from a real
// server, and it shuts out what could hurt the process. What a visitor typed
// must not reach a connection except through a list of commands with bounded
// arguments: a node does not defend itself against raw bytes.
package node

import (
	"bufio"
	"bytes"
	"errors"
	"net"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/alicebob/miniredis/v2"
	"github.com/alicebob/miniredis/v2/server"

	"echomq.dev/course/sim/native"
	"echomq.dev/course/sim/resp"
	"echomq.dev/course/sim/trace"
)

// ErrClosed is Dial's answer once the node is closed.
var ErrClosed = errors.New("node: closed")

// Node is one running node. Its methods may be called from any goroutine.
type Node struct {
	module bool

	// miniredis comes back to life on a Dial after Close, and its Server is
	// not guarded against Close, so all of that happens under a lock of ours.
	mu     sync.Mutex
	redis  *miniredis.Miniredis
	srv    *server.Server // nil until the first Dial starts it
	closed bool

	clients atomic.Int64 // how many said HELLO

	checksMu sync.Mutex
	checks   []trace.Check
}

// New makes an empty node, with the native module loaded or not. Nothing runs
// until the first Dial.
func New(module bool) *Node {
	return &Node{module: module, redis: miniredis.NewMiniRedis()}
}

// Dial opens a connection to the node.
func (n *Node) Dial() (net.Conn, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed {
		return nil, ErrClosed
	}
	conn, err := n.redis.Dial()
	if err != nil {
		return nil, err
	}
	if n.srv == nil {
		if err := n.setUp(); err != nil {
			conn.Close()
			return nil, err
		}
	}
	return conn, nil
}

// setUp dresses the server that the first Dial started. Nothing has been sent
// over that connection yet, so no command can come too early.
func (n *Node) setUp() error {
	srv := n.redis.Server()
	srv.SetPreHook(n.correct(srv))
	if n.module {
		if err := native.Load(srv, n.call, n.report); err != nil {
			return err
		}
	}
	n.srv = srv
	return nil
}

// Close ends the node and every connection to it, and waits until their
// goroutines have ended. Only the first call does anything.
func (n *Node) Close() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed {
		return
	}
	n.closed = true
	n.redis.Close()
}

// call runs a command inside the server on behalf of a client: it passes the
// same hook and uses the same database as if the client had sent it.
//
// It is two locks away from being atomic with the command that it serves. The
// simulators let one client of a node send at a time, which is what a real
// server's single thread amounts to.
func (n *Node) call(client *server.Peer, words ...string) resp.Value {
	var reply bytes.Buffer
	w := bufio.NewWriterSize(&reply, 256)
	inner := server.NewPeer(w)
	inner.Ctx = client.Ctx
	inner.Resp3 = client.Resp3
	n.srv.Dispatch(inner, words)
	inner.Flush()
	v, _, err := resp.Parse(reply.String())
	if err != nil {
		return resp.Value{Kind: '-', Text: "ERR the node's own reply to " + strings.ToUpper(words[0]) + " could not be read"}
	}
	return v
}

func (n *Node) report(c trace.Check) {
	n.checksMu.Lock()
	defer n.checksMu.Unlock()
	n.checks = append(n.checks, c)
}

// TakeChecks returns the checks that native verbs have reported since it was
// last called.
func (n *Node) TakeChecks() []trace.Check {
	n.checksMu.Lock()
	defer n.checksMu.Unlock()
	checks := n.checks
	n.checks = nil
	return checks
}
