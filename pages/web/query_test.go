package web

import (
	"errors"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestQuery(t *testing.T) {
	r := httptest.NewRequest("GET", "/sim/claim?do=hold:a:wire4&do=redis:GET+emq:%7Borders%7D:pending&start=%ff", nil)
	got, err := Query(r)
	if err != nil {
		t.Fatal(err)
	}
	want := url.Values{"do": {"hold:a:wire4", "redis:GET emq:{orders}:pending"}, "start": {"\xff"}}
	if got.Encode() != want.Encode() {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestQueryRefusals(t *testing.T) {
	for _, c := range []struct{ query, param, given string }{
		{"do=wire4&queue=%zz", "queue", "%zz"},
		{"queue=50%", "queue", "50%"},
		{"queue=a;b", "queue", "a;b"},
		{"%zz=1", "", ""},
		{"a;b=1", "", ""},
	} {
		r := httptest.NewRequest("GET", "/sim/claim", nil)
		r.URL.RawQuery = c.query
		_, err := Query(r)
		e, ok := errors.AsType[*Error](err)
		if !ok || e.Status != 400 || e.Param != c.param || e.Given != c.given || !strings.Contains(e.Detail, "accepted:") {
			t.Errorf("%q: %#v", c.query, err)
		}
	}
}

func TestURLBound(t *testing.T) {
	at := func(bytes int) error {
		_, err := Query(httptest.NewRequest("GET", "/?q="+strings.Repeat("x", bytes-len("/?q=")), nil))
		return err
	}
	if err := at(8192); err != nil {
		t.Errorf("at the bound: %v", err)
	}
	err := at(8193)
	if e, ok := errors.AsType[*Error](err); !ok || e.Status != 400 || !strings.Contains(e.Detail, "8193") || !strings.Contains(e.Detail, "8192") {
		t.Errorf("over the bound: %v", err)
	}
	r := httptest.NewRequest("GET", "/", nil)
	r.RequestURI, r.URL.RawQuery = "", strings.Repeat("x", 9000)
	if CheckURL(r) == nil {
		t.Error("a request without the line it came in is not bounded")
	}
}

// TestQueryReadsWhatIsEncoded: any values, encoded as net/url does, come back.
func TestQueryReadsWhatIsEncoded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := url.Values(rapid.MapOfN(rapid.String(), rapid.SliceOfN(rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }), 1, 3), 0, 4).Draw(t, "values"))
		r := httptest.NewRequest("GET", "/", nil)
		r.URL.RawQuery = want.Encode()
		got, err := Query(r)
		if err != nil {
			t.Fatal(err)
		}
		if got.Encode() != want.Encode() {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}

func FuzzQuery(f *testing.F) {
	for _, seed := range []string{"", "do=wire4", "a=%", "a;b", "=&&=", "%zz=%zz", strings.Repeat("x", 9000)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		r := httptest.NewRequest("GET", "/", nil)
		r.URL.RawQuery = query
		values, err := Query(r)
		if err != nil {
			if e, ok := errors.AsType[*Error](err); !ok || e.Status != 400 {
				t.Errorf("%q: %v, want a 400", query, err)
			}
			return
		}
		if want := r.URL.Query(); values.Encode() != want.Encode() {
			t.Errorf("%q: %v, want %v", query, values, want)
		}
	})
}
