package claim

import (
	"context"
	"testing"

	"echomq.dev/course/sim/scenario"
)

// BenchmarkFreshRun is one request of somebody without a session: a node, a
// client, the fence, the trace, and the end of all of them.
func BenchmarkFreshRun(b *testing.B) {
	s := scenario.New().Then(scenario.Move{Kind: scenario.Arrive, Actor: "wire4"})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Execute(context.Background(), s); err != nil {
			b.Fatal(err)
		}
	}
}
