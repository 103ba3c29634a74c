// Package claim runs a scenario: who arrives at {emq}:version, in which order,
// and what comes of it.
//
// A run owns a node. Each arrival is a real client with a connection of its
// own, and what it sends is seen by a recorder on that connection. Nothing in
// a trace is written down by hand: commands, replies and bytes are the
// recorder's, values and whether something was written are read from the node,
// checks are reported by the module, and a source is where the call was made.
//
// One client moves at a time, as a server's single thread has it; which one is
// the scenario's to say. That makes a run repeatable: the same scenario gives
// the same trace, to the byte.
package claim

import (
	"context"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"

	"echomq.dev/course/keyspace"
	"echomq.dev/course/sim/fence"
	"echomq.dev/course/sim/node"
	"echomq.dev/course/sim/scenario"
	"echomq.dev/course/sim/trace"
)

// What every native write verb of a scenario enqueues, and where.
const (
	queue   = "orders"
	payload = `{"sku":"A-113","qty":1}`

	// The first job's snowflake, minted 2026-05-31 11:28:08 UTC by node 0.
	// The jobs after it differ in their sequence alone, so a scenario's ids
	// are the same whenever it runs.
	firstJob = 319436884017152000

	// What a run may record, in bytes.
	maxRecorded = 96 << 10
)

// What a run keeps in memory, in bytes and rather too many than too few; the
// test of what a session weighs holds these to what is measured.
const (
	weightOfNode       = 30_000
	weightOfVisit      = 2_300  // with a command and its handshake
	weightOfConnection = 44_000 // a client, a server's end and their three goroutines
	weightOfKey        = 700    // of a small hash, with its place in the map of keys
	weightOfCheck      = 64
)

// Run is a scenario in progress. Its methods are for one goroutine at a time.
type Run struct {
	node   *node.Node
	wires  Wires
	done   scenario.Scenario // what has been run so far
	visits []*visit
	names  map[string]*visit

	version trace.Value // {emq}:version after the latest command
	content string      // all that the node holds, after the latest command
	keys    []trace.Key // the keys of that
	seeded  []trace.Key // the keys before the first command
	count   int         // commands so far

	texts    map[string]string   // each text of the trace, once
	commands map[string][]string // the words of each command, by its bytes
	recorded int                 // bytes of commands and replies so far
	jobs     uint64              // job ids given out so far

	closing sync.Once
	closed  chan struct{}

	connsMu sync.Mutex
	conns   []net.Conn // the open ones, for abort
}

// MoveError says that a move cannot be made at this point of the run. Whether
// it can depends on what the moves before it led to, so only a run can tell.
type MoveError struct {
	Move     int // which move, counted from 1
	Text     string
	Problem  string
	Accepted string
}

func (e *MoveError) Error() string {
	return fmt.Sprintf("move %d: %q %s; accepted: %s", e.Move, e.Text, e.Problem, e.Accepted)
}

// Wires says what an actor's connectors speak, if it is a connector.
type Wires func(actor string) (wire fence.Wire, ok bool)

// Start makes a node as the scenario has it at first. No move is made.
func Start(s scenario.Scenario) (*Run, error) { return StartWith(s, fence.Named) }

// StartWith is Start for connectors that speak otherwise than EchoMQ's, to see
// what would come of it.
func StartWith(s scenario.Scenario, wires Wires) (*Run, error) {
	r := &Run{
		node: node.New(node.Settings{
			Module:   s.Module,
			ReadOnly: s.Node == "readonly",
			Full:     s.Node == "full",
			User:     s.User,
			DB:       s.DB,
		}),
		wires:  wires,
		done:   s.Reset(),
		names:  map[string]*visit{},
		closed: make(chan struct{}),

		texts: map[string]string{}, commands: map[string][]string{},
	}
	if err := r.node.Seed(s.Start); err != nil {
		r.Close()
		return nil, err
	}
	r.version = r.node.Version()
	r.content = r.node.Content()
	r.keys = r.node.Keys()
	r.seeded = r.keys
	return r, nil
}

// Execute runs a scenario from its start to its last move on a node of its
// own, which is gone when it returns.
func Execute(ctx context.Context, s scenario.Scenario) (*trace.Trace, error) {
	r, err := Start(s)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if err := r.Continue(ctx, s); err != nil {
		return nil, err
	}
	return r.Trace(), nil
}

// Continue makes the moves of s that the run has not made yet. s must extend
// what the run has done. After an error the run is of no more use, and the
// caller closes it; a *MoveError is the scenario's fault, and any other error
// is the context's or the node's.
func (r *Run) Continue(ctx context.Context, s scenario.Scenario) error {
	if !s.Extends(r.done) {
		return fmt.Errorf("claim: the scenario does not extend what was run")
	}
	// A run that was cut is of no use, whether or not there was a move to make:
	// so there is an error exactly when abort has run or is about to.
	stop := context.AfterFunc(ctx, r.abort)
	err := r.moves(ctx, s)
	if !stop() && err == nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return err
	}
	r.done = s
	return nil
}

func (r *Run) moves(ctx context.Context, s scenario.Scenario) error {
	for i := len(r.done.Moves); i < len(s.Moves); i++ {
		if err := r.move(ctx, i, s.Moves[i]); err != nil {
			return err
		}
		if r.recorded > maxRecorded {
			return &MoveError{Move: i + 1, Text: s.Moves[i].String(), Problem: "makes the replies of the sequence longer than the course keeps", Accepted: "96 KiB of commands and replies in a sequence"}
		}
		if err := context.Cause(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Waits reports whether the arrival of that name is held with a command unsent.
func (r *Run) Waits(name string) bool {
	v := r.names[name]
	return v != nil && !v.finished()
}

// Done is the scenario as far as it has been run.
func (r *Run) Done() scenario.Scenario { return r.done }

func (r *Run) move(ctx context.Context, i int, m scenario.Move) error {
	switch m.Kind {
	case scenario.Step:
		return r.step(i, m)
	case scenario.Hold:
		return r.hold(i, m)
	case scenario.Reconnect:
		return r.reconnect(ctx, i, m)
	case scenario.Set, scenario.Del:
		r.perform(ctx, r.begin("operator", "", false), m)
	case scenario.Redis:
		r.perform(ctx, r.begin("console", "", false), m)
	default:
		r.perform(ctx, r.begin(m.Actor, "", false), m)
	}
	return nil
}

// hold lets an arrival come as far as its first command. Its client outlives
// this move, so it does not run under the move's context.
func (r *Run) hold(i int, m scenario.Move) error {
	open := 0
	for _, v := range r.names {
		if !v.finished() || v.client != nil {
			open++
		}
	}
	if open >= scenario.MaxHeld {
		return &MoveError{Move: i + 1, Text: m.String(), Problem: "is one too many to hold", Accepted: "at most 8 arrivals held at once, counting those still connected"}
	}
	v := r.begin(m.Actor, m.Name, true)
	r.names[m.Name] = v
	go func() {
		defer v.caught()
		r.perform(context.Background(), v, m)
	}()
	v.wait()
	return nil
}

// step lets a held arrival send its next command and read the reply.
func (r *Run) step(i int, m scenario.Move) error {
	v := r.names[m.Name]
	if v == nil || v.finished() {
		return &MoveError{Move: i + 1, Text: m.String(), Problem: "has nothing to do: " + m.Name + " has its verdict", Accepted: "a step of an arrival that still waits"}
	}
	select {
	case v.permit <- struct{}{}:
	case <-v.done:
	}
	v.wait()
	return nil
}

// reconnect drops a connector's live connection under it, after that has been
// used once more, and lets the connector connect again. Whatever has become of
// the key meanwhile, a connection that is up does not notice.
func (r *Run) reconnect(ctx context.Context, i int, m scenario.Move) error {
	lost := r.names[m.Name]
	if lost == nil || !lost.finished() || lost.client == nil || !strings.HasPrefix(lost.seen.Actor, "wire") {
		return &MoveError{Move: i + 1, Text: m.String(), Problem: "has nothing to drop: " + m.Name + " is no connector with a live connection", Accepted: "a reconnect of a connector that was held and passed its fence"}
	}
	lost.use(ctx)
	lost.hangUp()

	again := r.begin(lost.seen.Actor, m.Name, false)
	again.seen.Reconnect = true
	r.names[m.Name] = again
	r.perform(ctx, again, scenario.Move{Kind: scenario.Arrive, Actor: lost.seen.Actor})
	return nil
}

// wait returns when a held client waits for its next permit or has its
// verdict. Closing the run brings every client to its verdict.
func (v *visit) wait() {
	select {
	case <-v.parked:
	case <-v.done:
	}
	if v.fault != nil {
		panic(v.fault)
	}
}

// caught keeps a held client's panic for the goroutine that waits for it, where
// it costs one answer: left alone, it would end the process.
func (v *visit) caught() {
	if fault := recover(); fault != nil {
		v.fault = fault
		close(v.done)
	}
}

// observe completes a step with what the node holds after it.
func (r *Run) observe(s *trace.Step) {
	content := r.node.Content()
	r.count++
	s.N = r.count
	s.Before = r.version
	s.Wrote = content != r.content
	if s.Wrote {
		// A step has what it did to the keys and not all that there are: those
		// of sixty steps would be most of what a session weighs.
		keys := r.node.Keys()
		s.Appeared, s.Vanished = trace.Without(keys, r.keys), trace.Without(r.keys, keys)
		r.content, r.version, r.keys = content, r.node.Version(), keys
	}
	s.After = r.version
}

// share lets a step that says what an earlier one said share its texts: a class
// of connectors says the same over and over.
func (r *Run) share(s *trace.Step) {
	s.Sent, s.Received, s.Reply = r.once(s.Sent), r.once(s.Received), r.once(s.Reply)
	if words, ok := r.commands[s.Sent]; ok {
		s.Command = words
	} else {
		r.commands[s.Sent] = s.Command
	}
}

// once is a text, in the copy that the run has of it.
func (r *Run) once(text string) string {
	if same, ok := r.texts[text]; ok {
		return same
	}
	r.texts[text] = text
	return text
}

// Weight is about how many bytes of memory the run takes while nobody uses it.
// Open connections weigh most.
func (r *Run) Weight() int {
	checks := 0
	for _, v := range r.visits {
		checks += len(v.seen.Checks)
	}
	r.connsMu.Lock()
	open := len(r.conns)
	r.connsMu.Unlock()
	return weightOfNode + weightOfVisit*len(r.visits) + weightOfConnection*open + weightOfKey*len(r.keys) +
		weightOfCheck*checks + r.recorded*13/10
}

func (r *Run) nextJob() keyspace.ID {
	id, err := keyspace.MintID("JOB", firstJob+r.jobs)
	if err != nil {
		// The snowflake is a constant and the jobs are fewer than a
		// scenario's moves, so it always fits into its 63 bits.
		panic(err)
	}
	r.jobs++
	return id
}

// Trace is what was observed so far. It is not touched by what the run does
// later.
func (r *Run) Trace() *trace.Trace {
	t := &trace.Trace{
		Scenario:  r.done.String(),
		Permalink: "/sim/claim?" + r.done.Query(),
		Start:     r.done.Start,
		Module:    r.done.Module,
		Node:      r.done.Node,
		User:      r.done.User,
		DB:        r.done.DB,
		Keys:      r.seeded,
		Arrivals:  make([]*trace.Arrival, len(r.visits)),
		Value:     r.version,
	}
	for i, v := range r.visits {
		seen := v.seen
		if seen.Verdict.Outcome == trace.Held {
			seen.Verdict.Text = sentence(&seen)
		}
		t.Arrivals[i] = &seen
	}
	return t
}

func (r *Run) dial() (net.Conn, error) {
	conn, err := r.node.Dial()
	if err != nil {
		return nil, err
	}
	r.connsMu.Lock()
	defer r.connsMu.Unlock()
	select {
	case <-r.closed:
		conn.Close()
		return nil, net.ErrClosed
	default:
	}
	r.conns = append(r.conns, conn)
	return conn, nil
}

// forget is for a connection that its client has closed.
func (r *Run) forget(conn net.Conn) {
	r.connsMu.Lock()
	defer r.connsMu.Unlock()
	if i := slices.Index(r.conns, conn); i >= 0 {
		r.conns = slices.Delete(r.conns, i, i+1)
	}
}

// abort cuts every connection, so that whoever waits for a reply gets an error
// in its place.
func (r *Run) abort() {
	r.closing.Do(func() { close(r.closed) })
	r.connsMu.Lock()
	defer r.connsMu.Unlock()
	for _, c := range r.conns {
		c.Close()
	}
	r.conns = nil
}

// Close ends the clients and the node, and waits for their goroutines.
func (r *Run) Close() {
	r.abort()
	for _, v := range r.visits {
		if v.held { // others are this goroutine's own, and may have been cut short by a panic
			<-v.done
		}
		v.hangUp()
	}
	r.node.Close()
}
