package claim

import (
	"context"
	"errors"
	"net"
	"strings"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"

	"echomq.dev/course/sim/actor"
	"echomq.dev/course/sim/fence"
	"echomq.dev/course/sim/record"
	"echomq.dev/course/sim/resp"
	"echomq.dev/course/sim/scenario"
	"echomq.dev/course/sim/trace"
)

// phase is which part of a connection's life an exchange belongs to.
type phase byte

const (
	handshake phase = iota // HELLO, before the connection is anybody's
	rule                   // the actor's own commands
	alive                  // what a connector sends once its fence let it go on
)

// visit is one arrival with its client. It belongs to one goroutine at a time:
// the run's, or that of a held client while the run waits for it.
type visit struct {
	run    *Run
	seen   trace.Arrival // what was observed so far
	client *redis.Client
	conn   net.Conn // the client's, for the run to cut
	phase  phase

	open     *record.Exchange // sent or about to be, and not yet in seen
	openedIn phase

	held   bool
	permit chan struct{} // the run lets the client send its next command
	parked chan struct{} // the client waits for a permit
	done   chan struct{} // closed when the client has its verdict
	fault  any           // what a held client panicked with; read once done is closed
}

// act is what an actor does over a connection.
type act func(ctx context.Context, conn fence.Conn) (trace.Outcome, error)

// begin makes the visit of an actor. Nothing is sent yet.
func (r *Run) begin(actorName, name string, held bool) *visit {
	v := &visit{
		run:  r,
		held: held,
		done: make(chan struct{}),
		seen: trace.Arrival{
			Actor: actorName, Name: name,
			Before: r.version, After: r.version,
			Verdict: trace.Verdict{Outcome: trace.Held},
		},
	}
	if held {
		v.permit, v.parked = make(chan struct{}), make(chan struct{})
	}
	r.visits = append(r.visits, v)
	return v
}

// dial makes the visit's client, over a connection that is opened here: when a
// dialer fails, go-redis leaves a goroutine behind that tries once a second.
//
// The options are lean enough for thousands of short connections: RESP 3, one
// connection, one try, no command that nobody asked for. Time-outs are off
// because a held client may wait for an hour with its command half out of the
// door; a context ends a run that takes too long.
func (v *visit) dial(onConnect func(context.Context, *redis.Conn) error) error {
	conn, err := v.run.dial()
	if err != nil {
		return err
	}
	v.conn = conn
	recorded := record.Wrap(conn, v.onSend)
	v.client = redis.NewClient(&redis.Options{
		Protocol:                 3,
		Username:                 v.user(),
		Password:                 v.user(),
		DB:                       v.run.done.DB,
		DisableIdentity:          true,
		MaxRetries:               -1,
		DialerRetries:            1,
		PoolSize:                 1,
		ConnMaxIdleTime:          -1,
		PipelinePoolSize:         -1,
		ReadBufferSize:           512,
		WriteBufferSize:          512,
		ReadTimeout:              -1,
		WriteTimeout:             -1,
		MaintNotificationsConfig: &maintnotifications.Config{Mode: maintnotifications.ModeDisabled},
		OnConnect:                onConnect,
		Dialer:                   func(context.Context, string, string) (net.Conn, error) { return recorded, nil },
	})
	return nil
}

// user is whom the visit comes as. The scenario's user is every arrival's; the
// operator and the learner at the console may do everything.
func (v *visit) user() string {
	if v.seen.Actor == "operator" || v.seen.Actor == "console" {
		return ""
	}
	return v.run.done.User
}

// connect is a connector's visit: its wire's fence runs where a Go service has
// it, in OnConnect. A PING follows when the fence lets the connector go on, as
// the first use of a live connection; it is no part of the fence's steps.
func (v *visit) connect(ctx context.Context, wire fence.Wire) {
	outcome, verdict := trace.Failed, error(nil)
	err := v.dial(func(ctx context.Context, conn *redis.Conn) error {
		v.phase = rule
		outcome, verdict = actor.Connector(ctx, conn, wire)
		v.book()
		v.phase = alive
		return verdict
	})
	if err == nil {
		err = actor.Use(ctx, v.client)
	}
	if err != nil && verdict == nil {
		outcome, verdict = trace.Failed, err
	}
	v.finish(outcome, verdict)
}

// use sends one more command over a live connection. That the connection is
// lost in place of an answer is for whoever looks at what was seen.
func (v *visit) use(ctx context.Context) {
	_ = actor.Use(ctx, v.client)
	v.book()
}

// command is the visit of somebody who sends one command of their own.
func (v *visit) command(ctx context.Context, do act) {
	err := v.dial(func(context.Context, *redis.Conn) error {
		v.phase = rule
		return nil
	})
	if err != nil {
		v.finish(trace.Failed, err)
		return
	}
	v.finish(do(ctx, v.client))
}

// onSend is called before each command leaves. Here a held client waits.
func (v *visit) onSend(x *record.Exchange) error {
	v.book()
	if v.held && v.phase == rule {
		next := step(x)
		v.seen.Next = &next
		select {
		case v.parked <- struct{}{}:
		case <-v.run.closed:
			return net.ErrClosed
		}
		select {
		case <-v.permit:
		case <-v.run.closed:
			return net.ErrClosed
		}
		v.seen.Next = nil
	}
	v.open, v.openedIn = x, v.phase
	return nil
}

// book takes the exchange that has ended into what was seen. It is called when
// the client turns to its next command or has its verdict, so the reply is in
// and nobody else has moved since.
func (v *visit) book() {
	x := v.open
	if x == nil {
		return
	}
	v.open = nil
	s := step(x)
	v.run.recorded += len(s.Sent) + len(s.Received) + len(s.Reply)
	v.run.share(&s)
	switch v.openedIn {
	case handshake:
		v.seen.Handshake = append(v.seen.Handshake, s)
	case alive:
		v.seen.Alive = append(v.seen.Alive, s)
	case rule:
		v.run.observe(&s)
		if len(v.seen.Steps) == 0 {
			v.seen.Before = s.Before // a held arrival may have waited long
		}
		v.seen.Steps = append(v.seen.Steps, s)
		v.seen.Checks = append(v.seen.Checks, v.run.node.TakeChecks()...)
		v.seen.Wrote = v.seen.Wrote || s.Wrote
		v.seen.After = s.After
	}
}

// finish books what is left and gives the verdict. A connector that goes on
// keeps its connection if it has a name to be called by; nobody else does.
func (v *visit) finish(outcome trace.Outcome, err error) {
	v.book()
	v.seen.Verdict = trace.Verdict{Outcome: outcome, OK: outcome.OK()}
	if err != nil {
		v.seen.Verdict.Error = errorText(outcome, err)
	}
	v.seen.Verdict.Text = sentence(&v.seen)
	if v.seen.Name == "" || !outcome.OK() || !strings.HasPrefix(v.seen.Actor, "wire") {
		v.hangUp()
	}
	close(v.done)
}

func (v *visit) hangUp() {
	if v.client != nil {
		v.client.Close() // its only error is that it is closed already
		v.run.forget(v.conn)
		v.client, v.conn = nil, nil
	}
}

// errorText is the error as a learner sees it. What a lost connection says
// depends on who noticed first, so it is told in words of our own.
func errorText(outcome trace.Outcome, err error) string {
	if outcome == trace.Failed {
		return "the connection was lost"
	}
	return err.Error()
}

// finished reports whether the visit has its verdict.
func (v *visit) finished() bool {
	select {
	case <-v.done:
		return true
	default:
		return false
	}
}

// step reads an exchange. Bytes that do not parse are shown as they are.
func step(x *record.Exchange) trace.Step {
	s := trace.Step{Sent: string(x.Sent), Received: string(x.Received), Source: x.Source}
	if words, _, err := resp.ParseCommand(s.Sent); err == nil {
		words[0] = strings.ToUpper(words[0])
		s.Command = words
	}
	if s.Received == "" {
		return s
	}
	reply, _, err := resp.Parse(s.Received)
	if errors.Is(err, resp.ErrShort) {
		return s
	}
	s.Reply = resp.Print(reply)
	return s
}

// perform does what the move's actor does, and returns with its verdict.
func (r *Run) perform(ctx context.Context, v *visit, m scenario.Move) {
	wire, connects := r.wires(m.Actor)
	switch {
	case connects:
		v.connect(ctx, wire)
	case m.Kind == scenario.Set:
		v.command(ctx, func(ctx context.Context, c fence.Conn) (trace.Outcome, error) { return actor.Set(ctx, c, m.Value) })
	case m.Kind == scenario.Del:
		v.command(ctx, actor.Del)
	case m.Kind == scenario.Redis:
		v.command(ctx, func(ctx context.Context, c fence.Conn) (trace.Outcome, error) {
			return actor.Console(ctx, c, m.Words())
		})
	case m.Actor == "install":
		v.command(ctx, actor.Install)
	case m.Actor == "enqueue":
		id := r.nextJob()
		v.command(ctx, func(ctx context.Context, c fence.Conn) (trace.Outcome, error) {
			return actor.Enqueue(ctx, c, queue, id, payload)
		})
	}
}
