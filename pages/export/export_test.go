package export

import (
	"context"
	"encoding/xml"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/web"
	"echomq.dev/course/sim/claim"
	"echomq.dev/course/sim/scenario"
	"echomq.dev/course/sim/trace"
)

const race = "start=absent&do=hold:a:wire4&do=hold:b:wire2&do=step:a&do=step:b&do=step:b&do=step:a&do=step:a&do=step:b"

func get(t *testing.T, target string) *httptest.ResponseRecorder {
	t.Helper()
	h := Handler{Run: func(ctx context.Context, _ string, sc scenario.Scenario) (*trace.Trace, error) {
		return claim.Execute(ctx, sc)
	}}
	a := &web.Adapter{Log: slog.New(slog.DiscardHandler), View: layout.Site{}.View}
	mux := http.NewServeMux()
	mux.HandleFunc(SVGPath, a.Handle(h.SVG))
	mux.HandleFunc(MermaidPath, a.Handle(h.Mermaid))
	mux.HandleFunc(TextPath, a.Handle(h.Text))
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequest(http.MethodGet, target, nil))
	return w
}

// TestFiles sees that each file is what it says it is.
func TestFiles(t *testing.T) {
	for path, want := range map[string][3]string{
		SVGPath:     {"image/svg+xml", `inline; filename="claim.svg"`, "<svg"},
		MermaidPath: {"text/plain; charset=utf-8", `inline; filename="claim.mmd"`, "sequenceDiagram\n"},
		TextPath:    {"text/plain; charset=utf-8", `inline; filename="claim.txt"`, "start absent\nhold a wire4\n"},
	} {
		w := get(t, path+"?"+race+"&at=3")
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != want[0] || w.Header().Get("Content-Disposition") != want[1] {
			t.Errorf("%s: %d, %v", path, w.Code, w.Header())
		}
		if !strings.HasPrefix(w.Body.String(), want[2]) {
			t.Errorf("%s begins with %.60q", path, w.Body)
		}
		if again := get(t, path+"?"+race+"&at=3"); again.Body.String() != w.Body.String() {
			t.Errorf("%s is another file the second time", path)
		}
	}
}

// TestDocument holds the picture to XML, and to a policy that lets it have its
// own style and nothing else.
func TestDocument(t *testing.T) {
	w := get(t, SVGPath+"?"+race)
	if policy := w.Header().Get("Content-Security-Policy"); policy != "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'" {
		t.Errorf("its policy is %q", policy)
	}
	d := xml.NewDecoder(w.Body)
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok && (e.Name.Local == "script" || e.Name.Local == "a" || e.Name.Local == "image") {
			t.Errorf("it has a %s", e.Name.Local)
		}
	}
	if policy := get(t, MermaidPath+"?"+race).Header().Get("Content-Security-Policy"); policy != "" {
		t.Errorf("a text has the policy %q of its own", policy)
	}
}

// TestPrefix cuts the files at the query's command.
func TestPrefix(t *testing.T) {
	for at, want := range map[string]int{"0": 0, "1": 1, "3": 3, "99": 6} {
		if got := strings.Count(get(t, MermaidPath+"?"+race+"&at="+at).Body.String(), "->>N: "); got != want {
			t.Errorf("at=%s has %d commands, want %d", at, got, want)
		}
	}
	if refused := "refused"; strings.Contains(get(t, SVGPath+"?"+race+"&at=4").Body.String(), ">"+refused+"<") {
		t.Error("at command 4 somebody is refused already")
	} else if !strings.Contains(get(t, SVGPath+"?"+race).Body.String(), ">"+refused+"<") {
		t.Error("at the end nobody is refused")
	}
}

// TestTextRunsAgain reads the text form back.
func TestTextRunsAgain(t *testing.T) {
	for _, query := range []string{race, "start=string:%00%FF%0D%0A&module=none&node=full&user=noget&db=3&do=set:a%20%22b%22&do=redis:GET+x&do=del"} {
		q, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		want, err := scenario.FromQuery(q)
		if err != nil {
			t.Fatal(err)
		}
		got, err := scenario.Parse(get(t, TextPath+"?"+query).Body.String())
		if err != nil || got.Query() != want.Query() {
			t.Errorf("%s reads back as %s, %v", query, got.Query(), err)
		}
	}
}

// TestMistakes are answered as text that names what is wrong.
func TestMistakes(t *testing.T) {
	for query, want := range map[string]string{
		"do=wire9":        `"wire9"`,
		"at=x":            `"x"`,
		"at=-1":           `"-1"`,
		"at=1&at=2":       "one value, not 2",
		"dos=wire4":       `"dos"`,
		"do=%zz":          "percent",
		"do=step:a":       `"step:a"`,
		"do=%3Cscript%3E": `\"<script>`[1:],
	} {
		for _, path := range []string{SVGPath, MermaidPath, TextPath} {
			w := get(t, path+"?"+query)
			if w.Code != http.StatusBadRequest || w.Header().Get("Content-Type") != "text/plain; charset=utf-8" || !strings.Contains(w.Body.String(), want) {
				t.Errorf("%s?%s: %d %s\n%s", path, query, w.Code, w.Header().Get("Content-Type"), w.Body)
			}
			if w.Header().Get("Content-Disposition") != "" {
				t.Errorf("%s?%s: the mistake has a file's name", path, query)
			}
		}
	}
	// Whether a held arrival has a command left is known to the run alone.
	if w := get(t, SVGPath+"?do=hold:a:install&do=step:a&do=step:a&do=step:a"); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "move") {
		t.Errorf("a step too many: %d %s", w.Code, w.Body)
	}
}
