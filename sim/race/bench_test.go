package race

import (
	"strings"
	"testing"
)

// BenchmarkExplore runs every order of a race of two, and of the largest race
// of three.
func BenchmarkExplore(b *testing.B) {
	for _, actors := range []string{"wire2 wire4", "wire2 wire4 wire4"} {
		b.Run(strings.ReplaceAll(actors, " ", "+"), func(b *testing.B) {
			r := Race{Start: absent, Actors: strings.Fields(actors), Variant: shipped()}
			orders := 0
			for b.Loop() {
				result, err := Explore(b.Context(), r)
				if err != nil {
					b.Fatal(err)
				}
				orders = len(result.Orders)
			}
			b.ReportMetric(float64(orders), "orders")
		})
	}
}
