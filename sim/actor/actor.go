// Package actor holds what each actor of the course does once it is connected
// to a node: the commands that it sends and what it makes of the replies.
//
// It knows nothing of scenarios and of recording. What it sends is seen on the
// connection by others, and its lines are shown to learners beside that.
package actor

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"

	"echomq.dev/course/sim/fence"
	"echomq.dev/course/sim/trace"
)

// Connector passes its wire's fence or is refused. A refusal's error is a
// *fence.Refused.
func Connector(ctx context.Context, conn fence.Conn, wire fence.Wire) (trace.Outcome, error) {
	pass, err := wire.Check(ctx, conn)
	if refused := (*fence.Refused)(nil); errors.As(err, &refused) {
		return trace.Refused, err
	}
	if err != nil {
		return trace.Failed, err
	}
	if pass == fence.Claimed {
		return trace.Claimed, nil
	}
	return trace.Verified, nil
}

// Use is the first thing that a connector does with a connection it may keep,
// and what it does to see whether it still has it. Calling it opens the
// connection, which runs the fence before this command goes out.
func Use(ctx context.Context, conn fence.Conn) error {
	return conn.Do(ctx, "PING").Err()
}

// outcome tells a server's no from a lost connection.
func outcome(err error, ok trace.Outcome) (trace.Outcome, error) {
	if err == nil || errors.Is(err, redis.Nil) { // a null is an answer
		return ok, nil
	}
	if reply := redis.Error(nil); errors.As(err, &reply) {
		return trace.Refused, err
	}
	return trace.Failed, err
}
