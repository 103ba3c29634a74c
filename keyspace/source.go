package keyspace

import (
	"embed"
	"io/fs"
)

// The files are named one by one: a pattern would take the tests along.
//
//go:embed branded.go bytes.go classify.go crc16.go doc.go hashtag.go identity.go
//go:embed keys.go lines.go queue.go source.go
var source embed.FS

// Source returns the Go files of this package as they were compiled, tests
// left out, so that a page can show the code that gave its result.
func Source() fs.FS { return source }
