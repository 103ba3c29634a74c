package bytetext

import (
	"context"
	"io"

	"github.com/a-h/templ"
)

// TextLines shows lines of bytes under one another, for an element that keeps line
// breaks. It is no template because those put spaces between their parts.
func TextLines(list []string) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		for i, line := range list {
			if i > 0 {
				if _, err := io.WriteString(w, "\n"); err != nil {
					return err
				}
			}
			if err := Text(line).Render(ctx, w); err != nil {
				return err
			}
		}
		return nil
	})
}
