// Package session keeps scenarios in progress alive between a learner's
// requests, so that one more move costs one more move.
//
// A session only ever saves work. What it answers is what a run from the start
// would answer, to the byte, so it may be lost at any time: evicted, gone with
// a restart, on another replica. Nothing is kept here that the scenario does
// not say.
package session

import (
	"container/list"
	"context"
	"sync"
	"time"

	"echomq.dev/course/sim/claim"
	"echomq.dev/course/sim/scenario"
	"echomq.dev/course/sim/trace"
)

// Store holds at most a given number of sessions, each for as long as it is
// used. Its methods may be called from any goroutine.
type Store struct {
	max  int
	idle time.Duration
	now  func() time.Time

	mu     sync.Mutex
	byID   map[string]*list.Element // of *session
	recent *list.List               // most recently used first
	closed bool
}

// maxWeight is what a session may weigh, in bytes. Four arrivals held at once
// fit, or three and a dozen that came and went; what does not is cheaper to run
// again, in a few milliseconds, than to keep for half an hour.
const maxWeight = 256_000

// session is one learner's run. While busy it belongs to the request that made
// it so; a session that is dropped meanwhile is closed by that request.
type session struct {
	id      string
	run     *claim.Run
	used    time.Time
	busy    bool
	dropped bool
}

// New makes a store of at most max sessions, each dropped when it has not been
// used for idle. now is the clock.
func New(max int, idle time.Duration, now func() time.Time) *Store {
	return &Store{max: max, idle: idle, now: now, byID: map[string]*list.Element{}, recent: list.New()}
}

// Run gives the trace of a scenario. With a token it goes on where the token's
// session stands, if the scenario extends what that has done; in every other
// case the scenario runs from its start on a fresh node. Errors are those of
// claim.Run.
func (s *Store) Run(ctx context.Context, token string, sc scenario.Scenario) (*trace.Trace, error) {
	if token == "" {
		return claim.Execute(ctx, sc)
	}
	sess, ok := s.take(token)
	if !ok {
		return claim.Execute(ctx, sc)
	}
	defer s.put(sess)
	return sess.advance(ctx, sc)
}

// advance brings the session's run to the scenario's last move, on a fresh node
// if it cannot get there from where it stands. A run that failed, in whichever
// way, is closed and kept no longer; so is one that has grown too heavy, and the
// next move runs it again from its start.
func (sess *session) advance(ctx context.Context, sc scenario.Scenario) (*trace.Trace, error) {
	run := sess.run
	sess.run = nil
	if run != nil && !sc.Extends(run.Done()) {
		run.Close()
		run = nil
	}
	if run == nil {
		fresh, err := claim.Start(sc)
		if err != nil {
			return nil, err
		}
		run = fresh
	}
	defer func() {
		if sess.run == nil {
			run.Close()
		}
	}()
	if err := run.Continue(ctx, sc); err != nil {
		return nil, err
	}
	t := run.Trace()
	if run.Weight() <= maxWeight {
		sess.run = run
	}
	return t, nil
}

// take makes the token's session the caller's own. A session that another
// request is using is not waited for: a run from the start answers the same.
func (s *Store) take(token string) (*session, bool) {
	now := s.now()
	s.mu.Lock()
	old := s.expired(now, 2) // a few: closing takes time, and somebody waits
	defer closeAll(&old)
	defer s.mu.Unlock()
	if s.closed || s.max == 0 {
		return nil, false
	}
	if e, ok := s.byID[token]; ok {
		sess := e.Value.(*session)
		if sess.busy {
			return nil, false
		}
		s.recent.MoveToFront(e)
		sess.busy, sess.used = true, now
		return sess, true
	}
	for s.recent.Len() >= s.max {
		old = append(old, s.drop(s.recent.Back())...)
	}
	sess := &session{id: token, used: now, busy: true}
	s.byID[token] = s.recent.PushFront(sess)
	return sess, true
}

// put gives a session back. One without a run is not worth keeping.
func (s *Store) put(sess *session) {
	var old []*claim.Run
	defer closeAll(&old)
	s.mu.Lock()
	defer s.mu.Unlock()
	sess.busy = false
	switch {
	case sess.dropped && sess.run != nil:
		old = append(old, sess.run)
	case !sess.dropped && sess.run == nil:
		s.drop(s.byID[sess.id])
	}
}

// drop takes a session out of the store and returns the run to close, if that
// is not left to a request that is using it. The lock is held.
func (s *Store) drop(e *list.Element) []*claim.Run {
	sess := s.recent.Remove(e).(*session)
	delete(s.byID, sess.id)
	sess.dropped = true
	if sess.busy || sess.run == nil {
		return nil
	}
	return []*claim.Run{sess.run}
}

// expired drops at most so many sessions that have not been used for too long.
// The lock is held.
func (s *Store) expired(now time.Time, most int) (old []*claim.Run) {
	for range most {
		e := s.recent.Back()
		if e == nil || now.Sub(e.Value.(*session).used) <= s.idle {
			break
		}
		old = append(old, s.drop(e)...)
	}
	return old
}

// Sweep drops every session that has not been used for too long.
func (s *Store) Sweep() {
	var old []*claim.Run
	defer closeAll(&old)
	s.mu.Lock()
	defer s.mu.Unlock()
	old = s.expired(s.now(), s.recent.Len())
}

// Drop forgets a token's session, if there is one.
func (s *Store) Drop(token string) {
	var old []*claim.Run
	defer closeAll(&old)
	s.mu.Lock()
	defer s.mu.Unlock()
	if e, ok := s.byID[token]; ok {
		old = s.drop(e)
	}
}

// Len is the number of sessions.
func (s *Store) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.recent.Len()
}

// Close drops every session. A store that is closed goes on to answer, with
// runs from the start.
func (s *Store) Close() {
	var old []*claim.Run
	defer closeAll(&old)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for s.recent.Len() > 0 {
		old = append(old, s.drop(s.recent.Back())...)
	}
}

// closeAll ends runs outside the lock: closing waits for a node's goroutines.
func closeAll(runs *[]*claim.Run) {
	for _, r := range *runs {
		r.Close()
	}
}
