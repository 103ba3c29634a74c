package fence

import (
	"errors"
	"fmt"

	"github.com/redis/go-redis/v9"

	"echomq.dev/course/keyspace"
	"echomq.dev/course/sim/resp"
)

// Got is what a connector read where it wanted its identity: a string, nil,
// the atom :absent of wire 6, or the server's error reply.
type Got struct {
	kind gotKind
	text string // the string's bytes, or the error's text
}

type gotKind byte

const (
	gotNil gotKind = iota
	gotString
	gotAbsent
	gotError
)

// Absent is what wire 6 carries in its refusal when the key does not exist.
var Absent = Got{kind: gotAbsent}

// Is reports whether the identity itself was read. An error reply with the
// same text is not it.
func (g Got) Is(identity string) bool { return g.kind == gotString && g.text == identity }

// IsNil reports whether the reply was a null.
func (g Got) IsNil() bool { return g.kind == gotNil }

// ServerError is the text of the server's error reply, if that is what was
// read.
func (g Got) ServerError() (text string, ok bool) { return g.text, g.kind == gotError }

// Value is the string that was read, if it was one.
func (g Got) Value() (value string, ok bool) { return g.text, g.kind == gotString }

// speaks reports whether an identity of that major version was read. It is the
// client rule that wire 6 applies to EMQ.VERSION. The sources name the rule
// without spelling it out; this is the course's reading.
func (g Got) speaks(major int) bool {
	if g.kind != gotString {
		return false
	}
	id, err := keyspace.ParseIdentity(g.text)
	return err == nil && id.Major == major
}

// String prints it as it stands in EchoMQ's error tuple.
func (g Got) String() string {
	switch g.kind {
	case gotString:
		return resp.Quote(g.text)
	case gotAbsent:
		return ":absent"
	case gotError:
		return "{:error, " + resp.Quote(g.text) + "}"
	}
	return "nil"
}

// Refused is a fence's no, and it is final: whoever tried again would read the
// same. A connector that gets it at start does not start, and one that gets it
// while it reconnects gives up.
type Refused struct {
	Got Got // what stood where the identity should have been
}

// Error prints the refusal as EchoMQ does, {:version_fence, got}.
func (e *Refused) Error() string { return fmt.Sprintf("{:version_fence, %s}", e.Got) }

// Found is what a reply is to a fence. A null and an error reply are answers,
// and the fence decides over them; an error means that there was no answer.
func Found(cmd *redis.Cmd) (Got, error) {
	v, err := cmd.Result()
	if errors.Is(err, redis.Nil) {
		return Got{}, nil
	}
	if reply := redis.Error(nil); errors.As(err, &reply) {
		return Got{kind: gotError, text: reply.Error()}, nil
	}
	if err != nil {
		return Got{}, err
	}
	return Got{kind: gotString, text: fmt.Sprint(v)}, nil
}
