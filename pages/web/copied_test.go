package web

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestCopied(t *testing.T) {
	h := Copied(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }))
	for query, to := range map[string]string{
		"": "", "a=1&b=2": "", "a=%26amp%3Bb": "", "a=1;b=2": "", "a=b&ampere=1": "",
		"a=1&amp;b=2":             "?a=1&b=2",
		"a=1&amp;b=2&amp;amp;c=3": "?a=1&b=2&amp;c=3", // once more leads there
		"&amp;":                   "?&",
	} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest("GET", "/sim/claim", nil)
		r.URL.RawQuery = query
		h.ServeHTTP(w, r)
		if got := w.Header().Get("Location"); got != to || (w.Code == http.StatusSeeOther) != (to != "") {
			t.Errorf("%q: %d to %q, want %q", query, w.Code, got, to)
		}
	}
	w := httptest.NewRecorder()
	r := httptest.NewRequest("GET", "/api/claim", nil)
	r.URL.RawQuery = "a=1&amp;b=2"
	if h.ServeHTTP(w, r); w.Code != http.StatusNoContent {
		t.Errorf("a program is led elsewhere: %d", w.Code)
	}
}
