package main

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/a-h/templ"
	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"echomq.dev/course/content"
	"echomq.dev/course/content/gosource"
	"echomq.dev/course/keyspace"
	"echomq.dev/course/pages"
	"echomq.dev/course/pages/embed"
	"echomq.dev/course/pages/guard"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/limit"
	"echomq.dev/course/pages/observe"
	"echomq.dev/course/pages/web"
	"echomq.dev/course/sim"
	"echomq.dev/course/sim/session"
	"echomq.dev/course/static"
)

// The bounds on requests. A class of forty behind one address, each of whom
// steps twice a second now and then, stays within the first.
const (
	perMinute     = 1200
	runsAtOnce    = 64
	racesAtOnce   = 256 // most of them wait for one that runs for all
	waitForAPlace = 250 * time.Millisecond
)

// newSite builds what the server answers with: the middlewares in their order,
// from the outside in, and the pages within them.
func newSite(ctx context.Context, c config, log *slog.Logger, health *observe.Health, sessions *session.Store) (http.Handler, error) {
	files, err := static.New(slices.Concat(layout.Assets(), embed.Assets())...)
	if err != nil {
		return nil, err
	}
	site := layout.Site{Base: c.base, Files: files}
	answers := &web.Adapter{Log: log, View: func(r *http.Request, e *web.Error) templ.Component {
		switch {
		case embed.Framed(r):
			return embed.ErrorView(site, r, e)
		case web.IsPartial(r):
			return layout.ErrorFragment(e)
		}
		return layout.ErrorPage(site, e)
	}}
	runs := limit.NewRuns(runsAtOnce, waitForAPlace, answers.Fail)
	races := limit.NewRuns(racesAtOnce, waitForAPlace, answers.Fail)
	metrics := observe.NewMetrics(
		observe.Gauge{Name: "echomq_runs", Help: "Scenarios running.", Read: func() float64 { return float64(runs.InUse()) }},
		observe.Gauge{Name: "echomq_races", Help: "Requests that race, or wait for a race.", Read: func() float64 { return float64(races.InUse()) }},
		observe.Gauge{Name: "echomq_sessions", Help: "Live sessions.", Read: func() float64 { return float64(sessions.Len()) }},
	)
	course, err := pages.New(ctx, pages.Config{
		Site:    site,
		Answers: answers,
		Content: content.Files(),
		Sources: gosource.Tree{"keyspace": keyspace.Source(), "sim": sim.Source()},
		Run:     sessions.Run,
		Running: runs.Middleware,
		Racing:  races.Middleware,
	})
	if err != nil {
		return nil, err
	}

	everywhere := chi.Middlewares{limit.ClientIP(c.proxies), observe.AccessLog(log), metrics.Middleware, guard.Faces(embed.Prefix, c.ancestors)}
	bounds := chi.Middlewares{web.Compress, limit.PerClient(perMinute, answers.Fail), limit.URLs(answers.Fail), limit.Deadline(perRequest)}
	r := chi.NewRouter()
	r.Use(everywhere...)
	r.Use(middleware.GetHead)
	r.MethodNotAllowed(answers.Handle(func(_ http.ResponseWriter, r *http.Request) error { return web.MethodNotAllowed(r.Method) }))
	r.Get("/healthz", health.Live)
	r.Get("/readyz", health.Ready)
	r.Get("/metrics", metrics.Handler().ServeHTTP)
	r.Handle(static.Prefix+"*", files)
	r.With(bounds...).Mount("/", course)
	outside := everywhere.Handler(bounds.HandlerFunc(answers.Handle(c.base.Outside)))
	return c.base.Mount(r, outside), nil
}

// sweep drops idle sessions while nobody asks for anything. It returns when
// done is closed.
func sweep(sessions *session.Store, every time.Duration, done <-chan struct{}) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			sessions.Sweep()
		case <-done:
			return
		}
	}
}
