package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"echomq.dev/course/content"
	"echomq.dev/course/pages/htmltest"
)

// TestEveryPage reads each page as somebody without JavaScript gets it: what a
// document must have is there, and each of its figures with a result.
func TestEveryPage(t *testing.T) {
	site := startSite(t)
	titles, descriptions := map[string]string{}, map[string]string{}
	for _, path := range everyPage(t, site) {
		t.Run(path, func(t *testing.T) {
			p := open(t, site+path)
			checkDocument(t, p)
			canonical := ""
			for _, n := range p.elements("link") {
				if htmltest.Attr(n, "rel") == "canonical" {
					canonical = htmltest.Attr(n, "href")
				}
			}
			if canonical != site+path || p.meta("og:url") != canonical {
				t.Errorf("its canonical URL is %q, and in previews %q; want %q", canonical, p.meta("og:url"), site+path)
			}
			unique(t, titles, path, "title", htmltest.Text(p.elements("title")[0]))
			unique(t, descriptions, path, "description", p.meta("description"))
			checkCard(t, p)
			checkFigures(t, site, p)
		})
	}
}

// unique sees that a text is there, and that no other page has it.
func unique(t *testing.T, seen map[string]string, path, what, text string) {
	t.Helper()
	if other, taken := seen[text]; taken || len(text) < 12 || len(text) > 240 {
		t.Errorf("its %s is %q, of %d characters (%q has it too)", what, text, len(text), other)
	}
	seen[text] = path
}

// checkDocument holds any page, an error's too, to what a browser and a screen
// reader build on.
func checkDocument(t *testing.T, p page) {
	t.Helper()
	p.CheckStrict(t)
	if lang := htmltest.Attr(p.elements("html")[0], "lang"); lang != "en" {
		t.Errorf("its language is %q", lang)
	}
	level := 0
	for _, n := range p.elements("h1", "h2", "h3", "h4", "h5", "h6") {
		at, _ := strconv.Atoi(n.Data[1:])
		if at > level+1 || (at == 1) != (level == 0) {
			t.Errorf("a heading of level %d stands after one of level %d: %q", at, level, htmltest.Text(n))
		}
		if htmltest.Text(n) == "" {
			t.Errorf("a heading of level %d is empty", at)
		}
		level = at
	}
	if level == 0 {
		t.Error("it has no heading")
	}
	if cookie := p.header.Get("Set-Cookie"); cookie != "" {
		t.Errorf("it sets the cookie %q", cookie)
	}
}

// checkCard sees that a link to the page is shown with a picture that is there.
func checkCard(t *testing.T, p page) {
	t.Helper()
	for _, name := range []string{"og:title", "og:description", "og:image:alt"} {
		if p.meta(name) == "" {
			t.Errorf("a preview has no %s", name)
		}
	}
	if p.meta("twitter:card") != "summary_large_image" || p.meta("og:image:width") != "1200" || p.meta("og:image:height") != "630" {
		t.Errorf("a preview's card is %q, %q by %q", p.meta("twitter:card"), p.meta("og:image:width"), p.meta("og:image:height"))
	}
	picture := get(t, p.meta("og:image"))
	if picture.status != http.StatusOK || picture.header.Get("Content-Type") != "image/png" || len(picture.body) > 60_000 {
		t.Errorf("the picture at %s: %d, %s, %d bytes", p.meta("og:image"), picture.status, picture.header.Get("Content-Type"), len(picture.body))
	}
}

// checkFigures sees that each figure shows what its simulator's JSON says of
// the same query.
func checkFigures(t *testing.T, site string, p page) {
	t.Helper()
	for _, sim := range p.Nodes(htmltest.Class("sim")) {
		id, text := htmltest.Attr(sim, "id"), packed(htmltest.Text(sim))
		var facts map[string]any
		for n := range sim.Descendants() {
			if to := htmltest.Attr(n, "href"); n.Data == "a" && strings.HasPrefix(to, "/api/") {
				if err := json.Unmarshal(get(t, site+to).body, &facts); err != nil {
					t.Errorf("the figure %s leads to %s: %v", id, to, err)
				}
			}
		}
		results := results(facts)
		if len(results) == 0 {
			t.Errorf("the figure %s has no result to compare: %v", id, facts)
		}
		for _, r := range results {
			if !strings.Contains(text, packed(r)) {
				t.Errorf("the figure %s does not show %q, which its JSON has", id, r)
			}
		}
	}
}

// packed is a text without its white space: keys are drawn in parts.
func packed(text string) string { return strings.Join(strings.Fields(text), "") }

// results are the values in a simulator's JSON that a figure has to show:
// slots, and the sentence of the last arrival.
func results(facts map[string]any) []string {
	var list []string
	for name, value := range facts {
		switch value := value.(type) {
		case float64:
			if name == "slot" || strings.HasSuffix(name, "_slot") {
				list = append(list, strconv.Itoa(int(value)))
			}
		case string:
			if name == "key" && !strings.Contains(value, "\ufffd") {
				list = append(list, value)
			}
		case []any:
			if len(value) == 0 && name == "arrivals" {
				list = append(list, "Nobody has arrived")
			}
			if len(value) > 0 && name == "arrivals" {
				last, _ := value[len(value)-1].(map[string]any)
				verdict, _ := last["verdict"].(map[string]any)
				text, _ := verdict["text"].(string)
				list = append(list, text)
			}
			if name == "outcomes" {
				list = append(list, raced(facts, value)...)
				continue
			}
			for _, inner := range value {
				if inner, ok := inner.(map[string]any); ok && name != "arrivals" {
					list = append(list, results(inner)...)
				}
			}
		}
	}
	return list
}

// raced is what the figure of a race shows of each way to end.
func raced(facts map[string]any, outcomes []any) []string {
	var list []string
	for _, o := range outcomes {
		end, _ := o.(map[string]any)
		list = append(list, fmt.Sprintf("%v of %v orders", end["interleavings"], facts["interleavings"]))
		verdicts, _ := end["verdicts"].([]any)
		for _, v := range verdicts {
			verdict, _ := v.(map[string]any)
			list = append(list, fmt.Sprint(verdict["outcome"], verdict["error"]))
		}
	}
	return list
}

// directive finds what an author put into a page as a figure, and as source.
var (
	pathLine   = regexp.MustCompile(`(?m)^path: (\S+)$`)
	figureLine = regexp.MustCompile("(?m)^(:::figure |```scenario )")
	sourceLine = regexp.MustCompile(`(?m)^:::source `)
)

// TestEveryDirective counts: each figure and each piece of source that an
// author wrote into the course is on its page.
func TestEveryDirective(t *testing.T) {
	site := startSite(t)
	pages := 0
	err := fs.WalkDir(content.Files(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(content.Files(), name)
		if err != nil {
			return err
		}
		at := pathLine.FindSubmatch(text)
		if at == nil {
			return nil // no page: words that pages draw on
		}
		pages++
		p := open(t, site+string(at[1]))
		for what, c := range map[string]struct {
			written *regexp.Regexp
			class   string
		}{"figures": {figureLine, "sim"}, "pieces of source": {sourceLine, "source"}} {
			if want, got := len(c.written.FindAll(text, -1)), len(p.Nodes(htmltest.Class(c.class))); got != want {
				t.Errorf("%s has %d %s, and its page %d", name, want, what, got)
			}
		}
		return nil
	})
	if err != nil || pages == 0 {
		t.Fatalf("%d pages: %v", pages, err)
	}
}

// TestEveryLink follows each link of each page: it leads somewhere, and where
// it names a place on a page, that place is there. A page that is found so is
// in the sitemap.
func TestEveryLink(t *testing.T) {
	site := startSite(t)
	listed := map[string]bool{}
	for _, path := range everyPage(t, site) {
		listed[path] = true
	}
	seen := map[string]page{}
	visit := func(address string) page {
		p, ok := seen[address]
		if !ok {
			a := get(t, address)
			p = page{answer: a}
			if strings.HasPrefix(a.header.Get("Content-Type"), "text/html") {
				p = parse(t, a)
			}
			seen[address] = p
		}
		return p
	}
	for path := range listed {
		from := visit(site + path)
		for _, n := range from.Nodes(func(n *html.Node) bool { return true }) {
			for _, name := range []string{"href", "src", "hx-get", "action"} {
				link := htmltest.Attr(n, name)
				if link == "" {
					continue
				}
				to, err := url.Parse(link)
				if err != nil {
					t.Errorf("%s has the link %q: %v", path, link, err)
					continue
				}
				to = must(url.Parse(site + path)).ResolveReference(to)
				if "http://"+to.Host != site {
					if to.Scheme != "https" || htmltest.Text(n) == "" {
						t.Errorf("%s has a link to %s with the text %q", path, link, htmltest.Text(n))
					}
					continue
				}
				place := to.Fragment
				to.Fragment = ""
				p := visit(to.String())
				isPage := strings.HasPrefix(p.header.Get("Content-Type"), "text/html")
				switch {
				case p.status != http.StatusOK:
					t.Errorf("%s leads to %s, which answers %d", path, link, p.status)
				case place != "" && isPage && len(p.Nodes(func(n *html.Node) bool { return htmltest.Attr(n, "id") == place })) != 1:
					t.Errorf("%s leads to %s, and no such place is there", path, link)
				case isPage && to.RawQuery == "" && !listed[to.Path] && p.meta("robots") != "noindex":
					t.Errorf("%s leads to %s, which the sitemap does not list", path, link)
				}
			}
		}
	}
	for _, path := range midway(t, site) {
		checkDocument(t, visit(site+path))
	}
	t.Logf("%d addresses", len(seen))
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestErrorPagesHelp sees that a wrong address says what is wrong with it and
// where to go.
func TestErrorPagesHelp(t *testing.T) {
	site := startSite(t)
	for path, status := range wrong {
		a := get(t, site+path)
		if a.status != status {
			t.Errorf("%s answers %d, want %d", path, a.status, status)
		}
		p := parse(t, a)
		checkDocument(t, p)
		if p.meta("robots") != "noindex" {
			t.Errorf("%s may be indexed", path)
		}
		links := 0
		for n := range p.elements("main")[0].Descendants() {
			if n.Data == "a" {
				links++
				if to := get(t, site+htmltest.Attr(n, "href")); to.status != http.StatusOK {
					t.Errorf("%s leads on to %s, which answers %d", path, htmltest.Attr(n, "href"), to.status)
				}
			}
		}
		if links < 2 {
			t.Errorf("%s leads on to %d places", path, links)
		}
	}
}
