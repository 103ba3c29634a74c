package keyspace_test

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
)

// vectors is testdata/vectors.json. Its rows stay maps, so that a field missing
// from the file is a failure and not a zero that happens to be right.
type vectors map[string]json.RawMessage

type row struct {
	t      *testing.T
	fields map[string]any
}

func readVectors(t *testing.T) vectors {
	t.Helper()
	text, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var v vectors
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// each runs f once for every row of one of the file's tables, as a subtest
// named by its place. A table that is missing or empty is fatal.
func (v vectors) each(t *testing.T, table string, f func(t *testing.T, r row)) {
	t.Helper()
	var rows []map[string]any
	if err := json.Unmarshal(v[table], &rows); err != nil {
		t.Fatalf("table %q: %v", table, err)
	}
	if len(rows) == 0 {
		t.Fatalf("table %q has no rows", table)
	}
	for i, fields := range rows {
		t.Run(fmt.Sprintf("%s/%d", table, i), func(t *testing.T) { f(t, row{t, fields}) })
	}
}

func (r row) has(name string) bool {
	_, plain := r.fields[name]
	_, coded := r.fields[name+"_hex"]
	return plain || coded
}

// str reads a string field, from its _hex form where the file has that.
func (r row) str(name string) string {
	r.t.Helper()
	if coded, ok := r.fields[name+"_hex"].(string); ok {
		raw, err := hex.DecodeString(coded)
		if err != nil {
			r.t.Fatal(err)
		}
		return string(raw)
	}
	return field[string](r, name)
}

func (r row) num(name string) int   { r.t.Helper(); return int(field[float64](r, name)) }
func (r row) flag(name string) bool { r.t.Helper(); return field[bool](r, name) }

func field[T any](r row, name string) T {
	r.t.Helper()
	v, ok := r.fields[name].(T)
	if !ok {
		r.t.Fatalf("row %v: no %T named %q", r.fields, v, name)
	}
	return v
}

// optional is str for a field that a row may leave out.
func (r row) optional(name string) string {
	r.t.Helper()
	if !r.has(name) {
		return ""
	}
	return r.str(name)
}

// same fails the test when got is not what the row says.
func same[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %#v, want %#v", what, got, want)
	}
}

// mentions fails the test when an error's text lacks one of the parts.
func mentions(t *testing.T, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Fatal("got no error")
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("error %q does not mention %q", err, part)
		}
	}
}
