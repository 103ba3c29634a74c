// Package observe shows an operator what the site does: an access log, metrics
// and the two health checks.
//
// Nothing here is global: a Metrics has its own registry, so two sites in one
// process, as in tests, do not count into one another.
package observe

import (
	"net/http"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics counts requests. Its labels come from short lists (route patterns,
// known methods, statuses), so no client can make it grow.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	inFlight prometheus.Gauge
}

// Gauge is a number that another part of the site keeps, read at each scrape:
// live sessions, say. Read is called from any goroutine.
type Gauge struct {
	Name string // of the form echomq_sessions
	Help string
	Read func() float64
}

// NewMetrics makes a registry with the requests, the runtime and the gauges. It
// panics where two gauges share a name: the names are in the source.
func NewMetrics(gauges ...Gauge) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "echomq_http_requests_total",
			Help: "Requests answered, by route pattern, method and status.",
		}, []string{"route", "method", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "echomq_http_request_seconds",
			Help:    "Time from a request's arrival to its answer, by route pattern.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10},
		}, []string{"route"}),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "echomq_http_requests_in_flight",
			Help: "Requests being answered.",
		}),
	}
	m.registry.MustRegister(m.requests, m.seconds, m.inFlight,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	for _, g := range gauges {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: g.Name, Help: g.Help}, g.Read))
	}
	return m
}

// Handler answers a scrape.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// Middleware counts what next answers. It stands in the chi router that holds
// the routes: only there is the pattern of the route known afterwards.
func (m *Metrics) Middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		answer := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		m.inFlight.Inc()
		defer func() {
			m.inFlight.Dec()
			route := route(r)
			m.requests.WithLabelValues(route, method(r), strconv.Itoa(status(answer))).Inc()
			m.seconds.WithLabelValues(route).Observe(time.Since(began).Seconds())
		}()
		next.ServeHTTP(answer, r)
	})
}

// route is the pattern that the request matched, such as /sim/{name}.
func route(r *http.Request) string {
	if routed := chi.RouteContext(r.Context()); routed != nil {
		if pattern := routed.RoutePattern(); pattern != "" {
			return pattern
		}
	}
	return "unmatched"
}

// method is the request's if HTTP defines it: a client may send any word.
func method(r *http.Request) string {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch,
		http.MethodDelete, http.MethodConnect, http.MethodOptions, http.MethodTrace:
		return r.Method
	}
	return "other"
}

// status is what was sent; a handler that wrote nothing sends 200.
func status(answer middleware.WrapResponseWriter) int {
	if s := answer.Status(); s != 0 {
		return s
	}
	return http.StatusOK
}
