package claim

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"echomq.dev/course/pages/htmltest"
)

// A refusal names the parameter, what was given as it was given, and what is
// accepted; for a program each stands in a member of its own.
func TestRefusals(t *testing.T) {
	h := serve()
	nine := ""
	for _, name := range strings.Split("123456789", "") {
		nine += "&do=hold:a" + name + ":wire4"
	}
	const actors = "wire2, wire4, wire6, install, enqueue"
	for _, c := range []struct{ query, param, given, detail, accepted string }{
		{"start=foo", "start", "foo", `start: "foo" is nothing that the key can start with; accepted: absent, string:<value>, list`, "absent"},
		{"start=list&start=hash", "start", "list&start=hash", `start: "list&start=hash" is more than one value; accepted: one start`, "one start"},
		{"module=maybe", "module", "maybe", `module: "maybe" is no state of the module; accepted: none, loaded`, "none, loaded"},
		{"do=wire4&do=foo", "do", "foo", `do (move 2): "foo" is no move; accepted: ` + actors, actors},
		{"do=hold:a:wire5", "do", "hold:a:wire5", `do (move 1): "hold:a:wire5" names "wire5", which is no actor; accepted: ` + actors, actors},
		{"do=set:" + strings.Repeat("x", 129), "do", "set:" + strings.Repeat("x", 129), `do (move 1): "set:xxxx`, "at most 128 bytes"},
		// What only the run shows.
		{"do=hold:a:install&do=step:a&do=step:a", "do", "step:a", `do (move 3): "step:a" has nothing to do`, "a step"},
		{nine[1:], "do", "hold:a9:wire4", `do (move 9): "hold:a9:wire4" is one too many to hold; accepted: at most 8`, "at most 8"},
	} {
		w, _ := htmltest.Get(t, h, APIPath+"?"+c.query)
		var got struct{ Detail, Parameter, Given, Accepted string }
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
			t.Fatalf("%.60s: %v", c.query, err)
		}
		if w.Code != http.StatusBadRequest || got.Parameter != c.param || got.Given != c.given || !strings.HasPrefix(got.Detail, c.detail) || !strings.HasPrefix(got.Accepted, c.accepted) {
			t.Errorf("%.60s: %d %+v", c.query, w.Code, got)
		}
		if _, doc := htmltest.Get(t, h, Path+"?"+c.query); !strings.Contains(doc.One(t, "error-page"), c.detail[1:]) {
			t.Errorf("%.60s: the page does not say %q", c.query, c.detail[1:]) // it begins with a capital
		}
	}
}

// Of two values of one parameter none is dropped without a word.
func TestRepeated(t *testing.T) {
	h := serve()
	for _, c := range []struct{ query, param string }{
		{"start=other&start=list&value=a&value=b", "value"},
		{"start=other&value=a&value=b", "value"},
		{"start=other&start=list&value=a", "start"},
		{"start=list&start=other", "start"},
		{"module=none&module=loaded", "module"},
	} {
		w, doc := htmltest.Get(t, h, Path+"?"+c.query)
		if w.Code != http.StatusBadRequest || !strings.Contains(doc.One(t, "error-page"), c.param) || !strings.Contains(doc.One(t, "error-page"), "one") {
			t.Errorf("%s: %d, header %v", c.query, w.Code, w.Header())
		}
	}
	w, doc := htmltest.Get(t, h, Path+"?do=quoted:%25zz")
	if w.Code != http.StatusBadRequest || !strings.Contains(doc.One(t, "error-page"), "quoted:%zz") {
		t.Errorf("an escape that is none: %d, page %q", w.Code, doc.One(t, "error-page"))
	}
}
