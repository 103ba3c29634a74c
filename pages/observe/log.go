package observe

import (
	"log/slog"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5/middleware"
)

// AccessLog writes a line for each answer. What a learner typed is in the
// query, and who they are is in the address: both are left to the Debug level.
func AccessLog(log *slog.Logger) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			began := time.Now()
			answer := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
			defer func() {
				ctx := r.Context()
				args := []slog.Attr{
					slog.String("method", r.Method),
					slog.String("path", r.URL.Path),
					slog.String("route", route(r)),
					slog.Int("status", status(answer)),
					slog.Int("bytes", answer.BytesWritten()),
					slog.Float64("ms", float64(time.Since(began).Microseconds())/1000),
				}
				if log.Enabled(ctx, slog.LevelDebug) {
					args = append(args,
						slog.String("query", r.URL.RawQuery),
						slog.String("client", middleware.GetClientIP(ctx)),
						slog.String("partial", r.Header.Get("HX-Request-Type")))
				}
				log.LogAttrs(ctx, slog.LevelInfo, "answered", args...)
			}()
			next.ServeHTTP(answer, r)
		})
	}
}
