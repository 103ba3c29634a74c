// Package fence is the version fence of EchoMQ: the check that a connector
// makes on every connect, before anything else may use the connection.
//
// One key holds one value for the whole node, the wire identity. A connector
// of wire 2 or 4 claims the key when it is absent and else verifies it; a
// connector of wire 6 only verifies it. Whoever is refused must not go on,
// and must not try again: the answer would be the same.
//
// The rules are sections 4 and 5 of the course's protocol page. They need no
// more of a client than that it sends a command and gives the reply, so they
// run unchanged in a service: see OnConnect.
package fence

import (
	"context"

	"github.com/redis/go-redis/v9"

	"echomq.dev/course/keyspace"
)

// Conn is what the fence needs of a connection: to send a command and read its
// reply, or to leave the reply as it came. *redis.Conn has both, which go-redis
// gives to Options.OnConnect after the handshake.
type Conn interface {
	Do(ctx context.Context, args ...any) *redis.Cmd
	DoRaw(ctx context.Context, args ...any) *redis.RawCmd
}

// Pass says how a connector passed its fence.
type Pass string

// The two ways through.
const (
	Verified Pass = "verified" // the key held the connector's own identity
	Claimed  Pass = "claimed"  // the key was absent and now holds it
)

// ClaimOrVerify is the fence of wires 2 and 4. The error is a *Refused when
// the node belongs to another identity, and any other error when the
// connection failed before the answer was known.
func ClaimOrVerify(ctx context.Context, conn Conn, identity string) (Pass, error) {
	current, err := Found(conn.Do(ctx, "GET", keyspace.VersionKey))
	if err != nil {
		return "", err
	}
	if current.Is(identity) {
		return Verified, nil
	}
	if !current.IsNil() {
		return "", &Refused{Got: current}
	}

	// The key was absent a moment ago. NX writes only if it still is, so of
	// two connectors that race here one writes. What SET replies is not looked
	// at: the read-back says whose value the node holds now. Nor is the client
	// to look at it, for go-redis drops a connection that a replica answered
	// with READONLY, and the read-back still needs this one.
	if err := conn.DoRaw(ctx, "SET", keyspace.VersionKey, identity, "NX").Err(); err != nil {
		return "", err
	}
	winner, err := Found(conn.Do(ctx, "GET", keyspace.VersionKey))
	if err != nil {
		return "", err
	}
	if winner.Is(identity) {
		return Claimed, nil
	}
	return "", &Refused{Got: winner}
}

// VerifyOnly is the fence of wire 6. It never writes: the identity of a native
// node is installed by an administrator, so an absent one means that nobody
// prepared this node. Errors are as those of ClaimOrVerify.
func VerifyOnly(ctx context.Context, conn Conn, identity string) (Pass, error) {
	module, err := Found(conn.Do(ctx, "EMQ.VERSION"))
	if err != nil {
		return "", err
	}
	if !module.speaks(6) {
		return "", &Refused{Got: module}
	}

	current, err := Found(conn.Do(ctx, "GET", keyspace.VersionKey))
	if err != nil {
		return "", err
	}
	if current.IsNil() {
		return "", &Refused{Got: Absent}
	}
	if !current.Is(identity) {
		return "", &Refused{Got: current}
	}
	return Verified, nil
}
