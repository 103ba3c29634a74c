package keyspace_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"echomq.dev/course/keyspace"
)

// TestSource compares what is shown with what is compiled: the same files,
// byte for byte.
func TestSource(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	files = slices.DeleteFunc(files, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
	if len(files) == 0 {
		t.Fatal("no Go files in the folder")
	}
	shown, err := fs.Glob(keyspace.Source(), "*")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(shown, files) {
		t.Fatalf("embedded %q, the folder holds %q", shown, files)
	}
	for _, name := range files {
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := fs.ReadFile(keyspace.Source(), name)
		if err != nil {
			t.Fatal(err)
		}
		same(t, name, string(got), string(want))
	}
}
