package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"echomq.dev/course/pages/observe"
	"echomq.dev/course/sim/session"
)

const (
	// notice is how long a draining site still takes requests: whoever sends
	// them needs a moment to read /readyz and send them elsewhere.
	notice = time.Second
	// lastCall is how long the requests then under way may take.
	lastCall = 15 * time.Second
	// perRequest is the time of one request's handler. Sending the answer to a
	// slow reader may take longer, up to the server's write time-out.
	perRequest = 10 * time.Second
)

// newServer sets every bound that net/http leaves open by default: a client
// that sends or reads too slowly is dropped.
func newServer(handler http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      perRequest + 20*time.Second,
		IdleTimeout:       2 * time.Minute,
		// Well above web.MaxURL, so that a long URL is told its bound and only
		// the absurd is cut off by net/http itself.
		MaxHeaderBytes: 64 << 10,
		ErrorLog:       slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}

// serve listens until ctx ends, then drains. It calls ended as soon as the
// draining starts, so that a second signal is no longer caught and ends the
// process at once. The error says what failed in one line.
func serve(ctx context.Context, ended func(), c config, log *slog.Logger) error {
	var health observe.Health
	sessions := session.New(c.maxSessions, c.sessionIdle, time.Now)
	defer sessions.Close()
	go sweep(sessions, c.sessionIdle/2, ctx.Done())
	handler, err := newSite(ctx, c, log, &health, sessions)
	if ctx.Err() != nil { // told to end before it had begun
		return nil
	}
	if err != nil {
		return err
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", c.addr)
	if ctx.Err() != nil {
		return nil
	}
	if err != nil {
		return fmt.Errorf("cannot listen on %q: %w", c.addr, err)
	}
	server := newServer(handler, log)
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	log.Info("listening", "addr", listener.Addr().String())

	select {
	case err := <-failed:
		return fmt.Errorf("serving stopped: %w", err)
	case <-ctx.Done():
	}
	ended()
	return drain(server, &health, log)
}

// drain says that the end is near, gives whoever spreads requests the time to
// notice, and then waits for those under way, for so long.
func drain(server *http.Server, health *observe.Health, log *slog.Logger) error {
	health.Drain()
	log.Info("draining") // only now is it true
	time.Sleep(notice)
	ctx, cancel := context.WithTimeout(context.Background(), lastCall)
	defer cancel()
	if err := server.Shutdown(ctx); err != nil {
		// Somebody reads too slowly. That is their loss and no fault of the end.
		log.Warn("connections closed with requests under way", "after", lastCall, "error", err)
		if err := server.Close(); err != nil {
			return fmt.Errorf("cannot close the connections: %w", err)
		}
	}
	log.Info("stopped")
	return nil
}
