// Package record keeps what passes over a connection, for a client that does
// not know about it.
//
// A Conn stands between a client and its server and belongs to one client. It
// divides the bytes into exchanges: one begins with the first byte written
// after something was read, and takes every byte written and read until the
// next begins. That fits clients that wait for the answer to each command,
// which the course's clients do; it keeps no times and parses nothing.
package record

import (
	"net"
	"runtime"
	"strings"

	"echomq.dev/course/sim/trace"
)

// Exchange is what a client wrote and what it then read.
type Exchange struct {
	Sent     []byte
	Received []byte
	Source   trace.Source // the line of Go that made the client write
}

// Conn is a net.Conn that records. Like the client that owns it, it is used
// by one goroutine at a time.
type Conn struct {
	net.Conn
	onSend func(*Exchange) error
	now    *Exchange
	read   bool // the current exchange has read something

	stack [16]uintptr // room for caller
}

// Wrap records what passes over conn. Before the first byte of an exchange
// leaves, onSend is called with it, in the client's own goroutine: what is to
// be sent and the source are known, the write happens when onSend returns, and
// an error of its own fails the write. Holding a client back is done there.
func Wrap(conn net.Conn, onSend func(*Exchange) error) *Conn {
	return &Conn{Conn: conn, onSend: onSend}
}

// Write records p and writes it on.
func (c *Conn) Write(p []byte) (int, error) {
	if c.now != nil && !c.read {
		c.now.Sent = append(c.now.Sent, p...)
		return c.Conn.Write(p)
	}
	x := &Exchange{Sent: append([]byte(nil), p...), Source: c.caller()}
	c.now = nil // what is refused is no exchange, and the next try is asked about again
	if err := c.onSend(x); err != nil {
		return 0, err
	}
	c.now, c.read = x, false
	return c.Conn.Write(p)
}

// Read reads and records what came.
func (c *Conn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if n > 0 && c.now != nil {
		c.now.Received = append(c.now.Received, p[:n]...)
		c.read = true
	}
	return n, err
}

// caller finds the line that made the client write: the innermost function on
// the stack that is neither the recorder's, nor the client library's, nor the
// standard library's. A fence is about a dozen calls away from its bytes, so
// the stack is read in pieces of that size.
func (c *Conn) caller() trace.Source {
	const ownFrames = 3 // runtime.Callers, caller, Write
	for skip := ownFrames; ; skip += len(c.stack) {
		n := runtime.Callers(skip, c.stack[:])
		frames := runtime.CallersFrames(c.stack[:n])
		for more := n > 0; more; {
			var f runtime.Frame
			if f, more = frames.Next(); isOurs(f.Function) {
				return source(f)
			}
		}
		if n < len(c.stack) {
			return trace.Source{}
		}
	}
}

const module = "echomq.dev/course/"

func isOurs(function string) bool { return strings.HasPrefix(function, module) }

// source names a frame by its place in the module, so that it is the same on
// every machine that built the program.
func source(f runtime.Frame) trace.Source {
	inModule := strings.TrimPrefix(f.Function, module)
	slash := strings.LastIndexByte(inModule, '/') + 1
	pkg, _, _ := strings.Cut(inModule[slash:], ".")
	file := f.File[strings.LastIndexByte(f.File, '/')+1:]
	return trace.Source{
		Function: inModule[slash:],
		File:     inModule[:slash] + pkg + "/" + file,
		Line:     f.Line,
	}
}
