package furniture

import (
	"encoding/xml"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/web"
	"echomq.dev/course/sim/scenario"
)

// handler is the furniture of a site with one page and one simulator.
func handler(t *testing.T, basePath, publicURL string) Handler {
	t.Helper()
	base, err := web.NewBase(basePath, publicURL)
	if err != nil {
		t.Fatal(err)
	}
	return Handler{
		Site:  layout.Site{Base: base},
		Pages: []Place{{"/", "Front", "The first page."}, {"/a&b", "A & B", "Two letters."}},
		Simulators: []Simulator{{
			Place: Place{"/sim/x", "What is x?", "It says what x is."}, API: "/api/x",
			Parameters: []string{"key", "at"}, Example: "key=1",
		}},
	}
}

func ask(t *testing.T, h func(http.ResponseWriter, *http.Request) error) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	if err := h(w, httptest.NewRequest("GET", "http://desk.example:8080/", nil)); err != nil {
		t.Fatal(err)
	}
	return w
}

func TestSitemap(t *testing.T) {
	for _, c := range []struct{ base, public, root string }{
		{"", "", "http://desk.example:8080"},
		{"/echomq", "https://course.example", "https://course.example/echomq"},
	} {
		w := ask(t, handler(t, c.base, c.public).Sitemap)
		var got struct {
			XMLName xml.Name `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
			Locs    []string `xml:"url>loc"`
		}
		if err := xml.Unmarshal(w.Body.Bytes(), &got); err != nil {
			t.Fatalf("%v in\n%s", err, w.Body)
		}
		want := []string{c.root + "/", c.root + "/a&b", c.root + "/sim/x"}
		if strings.Join(got.Locs, " ") != strings.Join(want, " ") {
			t.Errorf("the sitemap has %q, want %q", got.Locs, want)
		}
		if kind := w.Header().Get("Content-Type"); kind != "application/xml; charset=utf-8" {
			t.Errorf("it is sent as %q", kind)
		}
	}
}

func TestRobots(t *testing.T) {
	got := ask(t, handler(t, "/echomq", "https://course.example").Robots).Body.String()
	want := "User-agent: *\nDisallow: /echomq/api/\n\nSitemap: https://course.example/echomq/sitemap.xml\n"
	if got != want {
		t.Errorf("robots.txt is\n%swant\n%s", got, want)
	}
}

func TestLLMs(t *testing.T) {
	got := ask(t, handler(t, "", "https://course.example").LLMs).Body.String()
	if !strings.HasPrefix(got, "# "+layout.CourseName+"\n\n> "+layout.CourseAbout+"\n\n") {
		t.Errorf("it begins\n%.200s", got)
	}
	for _, want := range []string{
		"\n- [A & B](https://course.example/a&b): Two letters.\n",
		"\n- [What is x?](https://course.example/sim/x): It says what x is.\n",
		"\n- [/api/x](https://course.example/api/x?key=1): the result of `/sim/x` as JSON. Parameters: `key`, `at`.\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("it does not have the line %q:\n%s", want, got)
		}
	}
}

// The two forms of each line that llms.txt explains are one scenario, and every
// kind of move is among them.
func TestLanguage(t *testing.T) {
	kinds := map[scenario.Kind]bool{}
	for _, l := range lines() {
		text, query := l.text+"\n", l.query
		if strings.HasPrefix(text, "step") || strings.HasPrefix(text, "reconnect") { // somebody has to be there
			text, query = "hold a wire4\n"+text, "do=hold:a:wire4&"+query
		}
		fromText, err := scenario.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", l.text, err)
			continue
		}
		q, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		fromQuery, err := scenario.FromQuery(q)
		if err != nil || fromText.String() != fromQuery.String() {
			t.Errorf("%q is\n%sand %q is\n%s(%v)", l.text, fromText, l.query, fromQuery, err)
		}
		for _, m := range fromText.Moves {
			kinds[m.Kind] = true
		}
	}
	for _, k := range []scenario.Kind{scenario.Arrive, scenario.Hold, scenario.Step, scenario.Reconnect, scenario.Set, scenario.Del, scenario.Redis} {
		if !kinds[k] {
			t.Errorf("no line shows the move %s", k)
		}
	}
}
