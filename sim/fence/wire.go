package fence

import (
	"context"

	"github.com/redis/go-redis/v9"

	"echomq.dev/course/keyspace"
)

// Rule is what a connector does over a new connection before anything else may
// use it: ClaimOrVerify, or VerifyOnly. The error is a *Refused when the node
// belongs to another identity, and any other error when there was no answer.
type Rule func(ctx context.Context, conn Conn, identity string) (Pass, error)

// Wire is one version of the protocol: the identity that its connectors carry
// and the rule that they run.
type Wire struct {
	Identity string
	Rule     Rule
}

// Wire2 is the first connector of the owned keyspace.
func Wire2() Wire { return Wire{keyspace.Wire2, ClaimOrVerify} }

// Wire4 is today's default connector, the scripted executor's client.
func Wire4() Wire { return Wire{keyspace.Wire4, ClaimOrVerify} }

// Wire6 is the connector of nodes that load the native module.
func Wire6() Wire { return Wire{keyspace.Wire6, VerifyOnly} }

// Named is the wire that a connector speaks, by the name that scenarios have for
// it: wire2, wire4 or wire6.
func Named(connector string) (w Wire, ok bool) {
	switch connector {
	case "wire2":
		return Wire2(), true
	case "wire4":
		return Wire4(), true
	case "wire6":
		return Wire6(), true
	}
	return Wire{}, false
}

// Check runs the wire's rule over a connection.
func (w Wire) Check(ctx context.Context, conn Conn) (Pass, error) {
	return w.Rule(ctx, conn, w.Identity)
}

// OnConnect is the fence in the place where a Go service has it: as
// redis.Options.OnConnect it runs on every new connection, after HELLO, and
// its error surfaces from whatever call opened the connection.
//
// A client whose MaxRetries is not -1 repeats a command that a server refused
// for the time being, as a read-only or a loading one does: the outcome is the
// same, and the SET goes out up to four times.
func (w Wire) OnConnect(ctx context.Context, conn *redis.Conn) error {
	_, err := w.Check(ctx, conn)
	return err
}
