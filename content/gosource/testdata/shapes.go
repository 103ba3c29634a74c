// Package shapes is a fixture.
package shapes

import "fmt"

// Alone is documented,
// on two lines.
const Alone = "alone" // and has a remark

const (
	// First of a group.
	First  = iota
	Second // without a comment above
)

var a, b = 1,
	2

// Point is generic.
type Point[T any] struct {
	X, Y T
}

type (
	// Grouped is one of a group.
	Grouped int
)

// String prints a point.
func (p *Point[T]) String() string {
	return fmt.Sprint(p.X, p.Y) // "}" in a string
}

func String() string { return "}" }

func (Grouped) last() {}
