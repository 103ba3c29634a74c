// Package variant holds fences that EchoMQ does not have: fence.ClaimOrVerify
// with one part of it left out. Run in a race, each shows what that part is
// for. They are the course's own, and no connector should run one.
package variant

import (
	"context"

	"echomq.dev/course/keyspace"
	"echomq.dev/course/sim/fence"
)

// Variant is a fence that connectors of wires 2 and 4 may run in a race.
type Variant struct {
	Name     string // as queries have it
	Function string // the package and function that it is
	Rule     fence.Rule
}

// All are the variants. The first is the fence as EchoMQ has it.
func All() []Variant {
	return []Variant{
		{"shipped", "fence.ClaimOrVerify", fence.ClaimOrVerify},
		{"no-nx", "variant.NoNX", NoNX},
		{"no-read-back", "variant.NoReadBack", NoReadBack},
		{"set-reply", "variant.SetReply", SetReply},
	}
}

// Named is the variant of that name.
func Named(name string) (v Variant, ok bool) {
	for _, v := range All() {
		if v.Name == name {
			return v, true
		}
	}
	return Variant{}, false
}

// Shipped reports whether it is the fence as EchoMQ has it.
func (v Variant) Shipped() bool { return v.Name == "shipped" }

// Wire is what an actor's connectors speak where this variant is run: a wire
// that claims runs it in place of its own rule, and wire 6, which never claims,
// keeps its own. ok is false for an actor that is no connector.
func (v Variant) Wire(actor string) (w fence.Wire, ok bool) {
	if w, ok = fence.Named(actor); ok && actor != "wire6" {
		w.Rule = v.Rule
	}
	return w, ok
}

// NoNX claims with a plain SET. Of two connectors that both found nothing, the
// slower writes over the value that the faster may have read back by then.
func NoNX(ctx context.Context, conn fence.Conn, identity string) (fence.Pass, error) {
	current, err := fence.Found(conn.Do(ctx, "GET", keyspace.VersionKey))
	if err != nil {
		return "", err
	}
	if current.Is(identity) {
		return fence.Verified, nil
	}
	if !current.IsNil() {
		return "", &fence.Refused{Got: current}
	}

	// Here NX is missing: this writes whatever the key holds by now.
	if err := conn.DoRaw(ctx, "SET", keyspace.VersionKey, identity).Err(); err != nil {
		return "", err
	}
	winner, err := fence.Found(conn.Do(ctx, "GET", keyspace.VersionKey))
	if err != nil {
		return "", err
	}
	if winner.Is(identity) {
		return fence.Claimed, nil
	}
	return "", &fence.Refused{Got: winner}
}

// NoReadBack goes on as soon as its SET has been sent. The slower of two
// connectors writes nothing, and does not find out.
func NoReadBack(ctx context.Context, conn fence.Conn, identity string) (fence.Pass, error) {
	current, err := fence.Found(conn.Do(ctx, "GET", keyspace.VersionKey))
	if err != nil {
		return "", err
	}
	if current.Is(identity) {
		return fence.Verified, nil
	}
	if !current.IsNil() {
		return "", &fence.Refused{Got: current}
	}

	if err := conn.DoRaw(ctx, "SET", keyspace.VersionKey, identity, "NX").Err(); err != nil {
		return "", err
	}
	// Here the read-back is missing: nobody asks whose value the node holds.
	return fence.Claimed, nil
}

// SetReply goes by the reply to its SET. A connector that lost the race stops
// although the value that won may be its own, and cannot say what it found.
func SetReply(ctx context.Context, conn fence.Conn, identity string) (fence.Pass, error) {
	current, err := fence.Found(conn.Do(ctx, "GET", keyspace.VersionKey))
	if err != nil {
		return "", err
	}
	if current.Is(identity) {
		return fence.Verified, nil
	}
	if !current.IsNil() {
		return "", &fence.Refused{Got: current}
	}

	wrote, err := fence.Found(conn.Do(ctx, "SET", keyspace.VersionKey, identity, "NX"))
	if err != nil {
		return "", err
	}
	// Here the reply decides in place of a read-back: OK for the one that wrote
	// and nil for everybody else.
	if wrote.Is("OK") {
		return fence.Claimed, nil
	}
	return "", &fence.Refused{Got: wrote}
}
