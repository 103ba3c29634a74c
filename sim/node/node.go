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

// Settings are what a node is, besides what it holds.
type Settings struct {
	Module   bool   // the native module is loaded
	ReadOnly bool   // it is a replica that takes no writes
	Full     bool   // it is over its memory limit
	User     string // a user with a name of the course, and the name for a password; or empty
	DB       int    // the database whose {emq}:version is looked at
}

// Node is one running node. Its methods may be called from any goroutine.
type Node struct {
	set Settings

	// miniredis comes back to life on a Dial after Close, and its Server is
	// not guarded against Close, so all of that happens under a lock of ours.
	mu     sync.Mutex
	redis  *miniredis.Miniredis
	srv    *server.Server // nil until the first Dial starts it
	closed bool

	clients atomic.Int64 // how many said HELLO

	peersMu sync.Mutex
	users   map[*server.Peer]string // whom a client came as; absent for the default user
	inside  map[*server.Peer]bool   // commands that the server runs for itself

	checksMu sync.Mutex
	checks   []trace.Check
}

// New makes an empty node, with the native module loaded or not. Nothing runs
// until the first Dial.
func New(set Settings) *Node {
	return &Node{set: set, redis: miniredis.NewMiniRedis()}
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
	if n.set.Module {
		rights := native.Server{AsCaller: n.asCaller, AsServer: n.asServer}
		if err := native.Load(srv, rights, n.report); err != nil {
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

// asCaller runs a command inside the server on behalf of a client: with that
// client's database and rights, as if the client had sent it.
func (n *Node) asCaller(client *server.Peer, words ...string) resp.Value {
	n.peersMu.Lock()
	user := n.users[client]
	n.peersMu.Unlock()
	return n.inner(client, user, false, words)
}

// asServer runs a command inside the server for the server's own sake, in the
// client's database: nothing is refused that the client's command was not.
func (n *Node) asServer(client *server.Peer, words ...string) resp.Value {
	return n.inner(client, "", true, words)
}

// inner is not atomic with the command that it serves. The simulators let one
// client of a node send at a time, which is what a real server's single thread
// amounts to.
func (n *Node) inner(client *server.Peer, user string, inside bool, words []string) resp.Value {
	var reply bytes.Buffer
	peer := server.NewPeer(bufio.NewWriterSize(&reply, 256))
	peer.Ctx = client.Ctx
	peer.Resp3 = client.Resp3
	n.enter(peer, user, inside)
	defer n.leave(peer)
	n.srv.Dispatch(peer, words)
	peer.Flush()
	v, _, err := resp.Parse(reply.String())
	if err != nil {
		return resp.Value{Kind: '-', Text: "ERR the node's own reply to " + strings.ToUpper(words[0]) + " could not be read"}
	}
	return v
}

// enter remembers whom a peer is; what is said of nobody in particular costs
// nothing.
func (n *Node) enter(peer *server.Peer, user string, inside bool) {
	n.peersMu.Lock()
	defer n.peersMu.Unlock()
	if user != "" {
		if n.users == nil {
			n.users = map[*server.Peer]string{}
		}
		n.users[peer] = user
	}
	if inside {
		if n.inside == nil {
			n.inside = map[*server.Peer]bool{}
		}
		n.inside[peer] = true
	}
}

func (n *Node) leave(peer *server.Peer) {
	n.peersMu.Lock()
	defer n.peersMu.Unlock()
	delete(n.users, peer)
	delete(n.inside, peer)
}

func (n *Node) who(peer *server.Peer) (user string, inside bool) {
	n.peersMu.Lock()
	defer n.peersMu.Unlock()
	return n.users[peer], n.inside[peer]
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
