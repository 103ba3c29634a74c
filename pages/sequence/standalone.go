package sequence

import (
	"bytes"
	"context"

	_ "embed"

	"echomq.dev/course/sim/prefix"
)

// fileStyle is the drawing's style in a file of its own, where the site's style
// sheet does not reach.
//
//go:embed file.css
var fileStyle string

// SVG is the drawing as a file: an SVG document with its style in it, without
// links. Equal views give equal bytes.
func SVG(v prefix.View) []byte {
	var b bytes.Buffer
	// A buffer takes all that is written to it, and the context ends nothing.
	_ = document(draw("", v, nil)).Render(context.Background(), &b)
	return b.Bytes()
}
