package actor

import (
	"context"

	"echomq.dev/course/keyspace"
	"echomq.dev/course/sim/fence"
	"echomq.dev/course/sim/trace"
)

// Install asks the native module to write its identity. The caller names the
// key; the value is the module's own.
func Install(ctx context.Context, conn fence.Conn) (trace.Outcome, error) {
	wrote, err := conn.Do(ctx, "EMQ.INSTALL", 1, keyspace.VersionKey).Bool()
	if err == nil && !wrote {
		return trace.Unchanged, nil
	}
	return outcome(err, trace.Installed)
}

// Enqueue sends a native write verb: one job for one queue.
func Enqueue(ctx context.Context, conn fence.Conn, queue string, id keyspace.ID, payload string) (trace.Outcome, error) {
	pending := keyspace.QueueKey(queue, "pending")
	row, err := keyspace.JobKey(queue, id.String())
	if err != nil {
		return trace.Failed, err
	}
	err = conn.Do(ctx, "EMQ.ENQUEUE", 2, pending, row, payload).Err()
	return outcome(err, trace.Written)
}
