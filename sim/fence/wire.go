package fence

import (
	"context"

	"github.com/redis/go-redis/v9"

	"echomq.dev/course/keyspace"
)

// Wire is one version of the protocol, with the identity its connectors carry
// and the fence they run.
type Wire struct {
	Identity string
	fence    func(ctx context.Context, conn Conn, identity string) (Pass, error)
}

// Wire2 is the first connector of the owned keyspace.
func Wire2() Wire { return Wire{keyspace.Wire2, ClaimOrVerify} }

// Wire4 is today's default connector, the scripted executor's client.
func Wire4() Wire { return Wire{keyspace.Wire4, ClaimOrVerify} }

// Wire6 is the connector of nodes that load the native module.
func Wire6() Wire { return Wire{keyspace.Wire6, VerifyOnly} }

// Check runs the wire's fence over a connection.
func (w Wire) Check(ctx context.Context, conn Conn) (Pass, error) {
	return w.fence(ctx, conn, w.Identity)
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
