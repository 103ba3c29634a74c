package content

import (
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"
)

// Each file of testdata/broken says what it guards, holds pages with mistakes
// in them, and under "want" the error, line for line.
func TestBrokenPages(t *testing.T) {
	files, err := filepath.Glob("testdata/broken/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			pages, want := fstest.MapFS{}, ""
			for _, f := range archive.Files {
				if f.Name == "want" {
					want = strings.TrimSpace(string(f.Data))
					continue
				}
				pages[f.Name] = &fstest.MapFile{Data: f.Data}
			}
			course, err := Load(pages, "", strict)
			if err == nil {
				t.Fatalf("loaded %d pages, want an error\n%s", len(course.Pages), want)
			}
			if course != nil {
				t.Error("a course with a mistake in it was returned")
			}
			if got := err.Error(); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}
