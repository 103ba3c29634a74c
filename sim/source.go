// Package sim holds nothing that runs: its folders do. It gives out the Go
// source of those that a trace points into, so that the code which a learner
// reads beside a trace is the code that was compiled.
package sim

import (
	"embed"
	"io/fs"
)

//go:embed actor/actor.go actor/console.go actor/native.go actor/operator.go
//go:embed claim/run.go claim/sentence.go claim/visit.go
//go:embed fence/fence.go fence/got.go fence/wire.go
//go:embed native/enqueue.go native/native.go native/reply.go
//go:embed variant/variant.go
var source embed.FS

// Source is the Go source of the packages whose lines appear in traces and on
// pages, by paths like fence/fence.go.
func Source() fs.FS { return source }
