package claim

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/web"
	"echomq.dev/course/sim/session"
)

// A reader who goes away in the middle of a request leaves nothing behind that
// a later answer of the same session shows: it is what a run from the start
// answers, to the byte. Readers leave at many moments, and some before the
// request is looked at, both of one that has moves to make and of one whose
// moves are all made.
func TestAbortedRequests(t *testing.T) {
	sessions := session.New(10, time.Hour, time.Now)
	t.Cleanup(sessions.Close)
	answers := &web.Adapter{Log: slog.New(slog.DiscardHandler), View: layout.Site{}.View}
	h := Handler{Sources: code(), Run: sessions.Run}
	mux := http.NewServeMux()
	mux.HandleFunc(Path, answers.Handle(h.Page))
	mux.HandleFunc(APIPath, answers.Handle(h.API))
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	fresh := serve()

	// Each query goes on where the one before it has stopped.
	const moves = "?start=absent&do=hold:a:wire4&do=hold:b:wire2&do=step:a&do=step:b&do=step:b&do=step:b&do=step:a&do=step:a&do=enqueue&do=del&do=wire6&do=wire4&do=reconnect:b"
	var queries []string
	for i := range len(moves) {
		if i == len(moves)-1 || moves[i+1] == '&' {
			queries = append(queries, moves[:i+1])
		}
	}
	left := 0
	for round := range 12 {
		token := fmt.Sprint("session-", round)
		for i, query := range queries {
			path := []string{Path, APIPath}[i%2] + query
			stay := time.Duration(round*len(queries)+i) * 10 * time.Microsecond
			goAway := func() {
				if round%2 == 0 {
					ctx, leave := context.WithCancel(t.Context())
					leave()
					mux.ServeHTTP(httptest.NewRecorder(), request(ctx, path, token))
					return
				}
				ctx, leave := context.WithTimeout(t.Context(), stay)
				defer leave()
				if _, err := ask(ctx, server.URL+path, token); err != nil {
					left++
				}
			}
			if i%3 == 0 {
				goAway()
			}
			got, err := ask(t.Context(), server.URL+path, token)
			if err != nil {
				t.Fatal(err)
			}
			w := httptest.NewRecorder()
			fresh.ServeHTTP(w, request(t.Context(), path, ""))
			if want := w.Body.String(); got != want {
				t.Fatalf("%s: after a reader left within %v (or before it began), the session answers\n%s\nwant\n%s", path, stay, got, want)
			}
			if i%3 == 1 { // and the next query goes on from there
				goAway()
			}
		}
	}
	if left == 0 {
		t.Error("every reader stayed for the answer")
	}
}

// request asks for the fragment: the whole page names the host that was asked.
func request(ctx context.Context, path, token string) *http.Request {
	r := httptest.NewRequest(http.MethodGet, path, nil).WithContext(ctx)
	r.Header.Set("HX-Request-Type", "partial")
	r.Header.Set("EchoMQ-Session", token)
	return r
}

// ask gives the body of an answer of status 200.
func ask(ctx context.Context, url, token string) (string, error) {
	r := request(ctx, url, token)
	r.RequestURI = "" // of a request that a server has read
	w, err := http.DefaultClient.Do(r)
	if err != nil {
		return "", err
	}
	defer w.Body.Close()
	body, err := io.ReadAll(w.Body)
	if err == nil && w.StatusCode != http.StatusOK {
		err = fmt.Errorf("status %d: %.200s", w.StatusCode, body)
	}
	return string(body), err
}
