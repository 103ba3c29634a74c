package content

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// A Mistake is something in a page that a teacher has to mend before the site
// starts.
type Mistake struct {
	File string // path inside the file system that was loaded
	Line int    // counted from 1
	Text string // what was found, and what was expected
}

func (m Mistake) Error() string { return fmt.Sprintf("%s:%d: %s", m.File, m.Line, m.Text) }

// mistakes gathers what is wrong, so that one start shows all of it.
type mistakes []Mistake

func (m *mistakes) add(file string, line int, format string, args ...any) {
	*m = append(*m, Mistake{file, line, fmt.Sprintf(format, args...)})
}

// err joins the mistakes in the order in which a reader meets them.
func (m mistakes) err() error {
	slices.SortStableFunc(m, func(a, b Mistake) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	errs := make([]error, len(m))
	for i := range m {
		errs[i] = m[i]
	}
	return errors.Join(errs...)
}
