package sim

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSource sees that every file of an embedded package is there, with the
// bytes it has on disk.
func TestSource(t *testing.T) {
	for _, dir := range []string{"actor", "claim", "fence", "native", "variant"} {
		files, err := filepath.Glob(dir + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no files: %v", dir, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := fs.ReadFile(Source(), filepath.ToSlash(file)); err != nil || string(got) != string(want) {
				t.Errorf("%s is not embedded as it is: %v", file, err)
			}
		}
	}
}
