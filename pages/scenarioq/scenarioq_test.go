package scenarioq

import (
	"errors"
	"net/url"
	"testing"

	"echomq.dev/course/pages/web"
)

func query(t *testing.T, s string) url.Values {
	t.Helper()
	q, err := url.ParseQuery(s)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func TestAt(t *testing.T) {
	for _, c := range []struct {
		query  string
		at, in int // in a trace of 5
		print  string
		strict bool // it is also read strictly
	}{
		{"do=wire4", Last, 5, "start=absent&do=wire4", true},
		{"do=wire4&at=0", 0, 0, "start=absent&do=wire4&at=0", true},
		{"at=3&do=wire4", 3, 3, "start=absent&do=wire4&at=3", true},
		{"do=wire4&at=9", 9, 5, "start=absent&do=wire4&at=9", true},
		{"do=wire4&at=", Last, 5, "start=absent&do=wire4", false},
		{"do=wire4&at=-1", Last, 5, "start=absent&do=wire4", false},
		{"do=wire4&at=1e3", Last, 5, "start=absent&do=wire4", false},
		{"do=wire4&at=99999999999999999999", Last, 5, "start=absent&do=wire4", false},
		{"do=wire4&at=1&at=2", Last, 5, "start=absent&do=wire4", false},
	} {
		v, err := Read(query(t, c.query))
		if err != nil || v.At != c.at || v.In(5) != c.in || v.Query() != c.print {
			t.Errorf("%s reads as at %d, in %d, %q, %v", c.query, v.At, v.In(5), v.Query(), err)
		}
		if _, err := Strict(query(t, c.query)); (err == nil) != c.strict {
			t.Errorf("%s is read strictly with the error %v", c.query, err)
		}
	}
}

func TestMistakes(t *testing.T) {
	for _, s := range []string{"do=wire9", "start=nothing", "do=step:a", "do=wire9&at=x"} {
		_, err := Read(query(t, s))
		if e, ok := errors.AsType[*web.Error](err); !ok || e.Status != 400 || e.Param == "at" {
			t.Errorf("%s: %v", s, err)
		}
	}
}
