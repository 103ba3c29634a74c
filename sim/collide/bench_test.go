package collide

import "testing"

func BenchmarkCheck(b *testing.B) {
	for _, queue := range []string{"emq", "}x", "日本"} {
		b.Run(queue, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Check(queue)
			}
		})
	}
}
