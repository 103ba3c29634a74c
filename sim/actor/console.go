package actor

import (
	"context"

	"echomq.dev/course/sim/fence"
	"echomq.dev/course/sim/trace"
)

// Console is a learner who sends a command of their own.
func Console(ctx context.Context, conn fence.Conn, command []string) (trace.Outcome, error) {
	words := make([]any, len(command))
	for i, w := range command {
		words[i] = w
	}
	err := conn.Do(ctx, words...).Err()
	return outcome(err, trace.Done)
}
