package web

import (
	"bytes"
	"context"
	"io"

	"github.com/a-h/templ"
)

// Drawn renders a component now and gives one that writes the same bytes each
// time, but for the site's root, which only a request tells; see Rooted. It is for what does not depend on a request, such as an author's
// figure; an error is the rendering's.
func Drawn(ctx context.Context, c templ.Component) (templ.Component, error) {
	var once bytes.Buffer
	if err := c.Render(ctx, &once); err != nil {
		return nil, err
	}
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		_, err := w.Write(bytes.ReplaceAll(once.Bytes(), []byte(nowhere), []byte(templ.EscapeString(rootOf(ctx)))))
		return err
	}), nil
}
