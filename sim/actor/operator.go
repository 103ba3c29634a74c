package actor

import (
	"context"

	"echomq.dev/course/keyspace"
	"echomq.dev/course/sim/fence"
	"echomq.dev/course/sim/trace"
)

// Set is the operator who puts a value into {emq}:version by hand.
func Set(ctx context.Context, conn fence.Conn, value string) (trace.Outcome, error) {
	err := conn.Do(ctx, "SET", keyspace.VersionKey, value).Err()
	return outcome(err, trace.Done)
}

// Del is the operator who removes {emq}:version by hand.
func Del(ctx context.Context, conn fence.Conn) (trace.Outcome, error) {
	err := conn.Do(ctx, "DEL", keyspace.VersionKey).Err()
	return outcome(err, trace.Done)
}
