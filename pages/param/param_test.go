package param

import (
	"errors"
	"net/url"
	"strings"
	"testing"

	"echomq.dev/course/pages/web"
)

func TestOnce(t *testing.T) {
	for _, c := range []struct{ query, value, says string }{
		{"queue=a", "a", ""},
		{"queue=", "", ""},
		{"", "none", ""},
		{"queue=abcd", "abcd", ""},
		{"queue=abcde", "", "at most 4 bytes, not 5"},
		{"queue=ééé", "", "at most 4 bytes, not 6"}, // bytes, not characters
		{"queue=a&queue=b", "", `the parameter queue was given as "a&queue=b"; accepted: one value, not 2`},
		{"queue=a&queue=a", "", "one value, not 2"},
	} {
		q, err := url.ParseQuery(c.query)
		if err != nil {
			t.Fatal(err)
		}
		value, err := Or(q, "queue", "none", 4)
		if e, ok := errors.AsType[*web.Error](err); value != c.value || ok != (c.says != "") || ok && (e.Status != 400 || e.Param != "queue" || !strings.Contains(e.Detail, c.says)) {
			t.Errorf("%q: %q, %v; want %q, %q", c.query, value, err, c.value, c.says)
		}
	}
	if _, err := Required(url.Values{}, "queue", 4); err == nil || !strings.Contains(err.Error(), "queue is missing") {
		t.Errorf("a missing parameter: %v", err)
	}
}

func TestInField(t *testing.T) {
	for s, want := range map[string]bool{"": true, "日本": true, `"<\`: true, "\x1b": true, "\x00": false, "a\nb": false, "\r": false, "\xff": false} {
		if InField(s) != want {
			t.Errorf("InField(%q) is %v", s, !want)
		}
	}
}
