package main

import (
	"encoding/xml"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"echomq.dev/course/cmd/site/internal/browser"
	"echomq.dev/course/pages/htmltest"
)

// The looks in which every page is checked: a small phone and a desk, by day
// and by night.
var (
	phone     = browser.Look{Width: 360, Height: 740}
	phoneDark = browser.Look{Width: 360, Height: 740, Dark: true}
	desk      = browser.Look{Width: 1440, Height: 900}
	deskDark  = browser.Look{Width: 1440, Height: 900, Dark: true}
)

// everyPage is the path of every page, as the sitemap lists them. A page that
// is added is in every test that walks them.
func everyPage(t *testing.T, site string) []string {
	t.Helper()
	var found struct {
		Locs []string `xml:"url>loc"`
	}
	if err := xml.Unmarshal(get(t, site+"/sitemap.xml").body, &found); err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, l := range found.Locs {
		path, ok := strings.CutPrefix(l, site)
		if !ok {
			t.Fatalf("the sitemap of %s lists %s", site, l)
		}
		paths = append(paths, path)
	}
	if len(paths) < 6 {
		t.Fatalf("the sitemap lists only %q", paths)
	}
	return paths
}

// everySimulator is the name of every simulator.
func everySimulator(t *testing.T, site string) []string {
	t.Helper()
	var names []string
	for _, path := range everyPage(t, site) {
		if name, ok := strings.CutPrefix(path, "/sim/"); ok {
			names = append(names, name)
		}
	}
	return names
}

// midway are addresses in the middle of something: the samples of every
// simulator, arrivals that wait, refusals, odd names, and errors.
func midway(t *testing.T, site string) []string {
	t.Helper()
	var paths []string
	for _, n := range open(t, site+"/sim").Nodes(htmltest.Tag("a")) {
		if to := htmltest.Attr(n, "href"); strings.HasPrefix(to, "/sim/") && strings.Contains(to, "?") {
			paths = append(paths, to)
		}
	}
	if len(paths) == 0 {
		t.Fatal("the list of simulators has no sample")
	}
	return append(paths,
		"/sim/claim?start=absent&do=hold:a:wire2&do=hold:b:wire4&do=step:a&do=step:b",
		"/sim/claim?start=absent&do=wire4&do=enqueue&do=wire6&at=3",
		"/sim/claim?start=string:echomq:3.0.0%0D%0A&do=wire2&keep=1",
		"/sim/claim?start=list&module=none&do=enqueue",
		"/sim/claim?start=hash&do=wire4",
		"/sim/claim?do=wire4&do=set:"+strings.Repeat("x", 128)+"&do=wire4",
		"/present/claim?"+race+"&at=3&ask=1",
		"/present/claim?start=absent&do=wire4&do=enqueue",
		"/present/lines?queue=orders",
		"/sequences?text=arrive",
		"/sim/collide?queue=",
		"/sim/collide?queue=a:b",
		"/sim/collide?queue=%FF%00%1B",
		"/sim/collide?queue="+url.QueryEscape(strings.Repeat("日本", 20)),
		"/sim/key?key=",
		"/sim/key?key="+url.QueryEscape(strings.Repeat("emq:{long}:", 90)),
		"/sim/slot?key=",
		"/sim/slot?key=%FF%7B%7D%00",
		"/sim/slot?key="+strings.Repeat("k", 300),
		"/sim/job?queue=%7Dx&id=JOB0Nb1VTbfnu4",
		"/sim/job?queue=orders&id=job-1",
		"/sim/job?queue=orders&id=ZZZzzzzzzzzzzz",
		"/sim/lines?queue=%7Dx",
		"/sim/lines?queue="+strings.Repeat("q", 128),
		"/present/race?a=wire2&b=wire4&variant=no-nx",
		"/sim/race?a=wire2&b=wire4&c=wire4&variant=no-nx",
		"/sim/race?a=install&b=enqueue&start=string:"+url.QueryEscape("\x00\xff"+strings.Repeat("é", 60)),
	)
}

// wrong are addresses that are answered with an error, and its status.
var wrong = map[string]int{
	"/protocol/nowhere": http.StatusNotFound,
	"/sim/nobody":       http.StatusNotFound,
	"/sim/claim?do=" + "wire9" + strings.Repeat("9", 200): http.StatusBadRequest,
	"/sim/claim?start=absent&do=step:a":                   http.StatusBadRequest,
}

// answer is what is at an address.
type answer struct {
	status int
	header http.Header
	body   []byte
}

func get(t *testing.T, address string) answer {
	t.Helper()
	response, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatalf("%s: %v", address, err)
	}
	return answer{response.StatusCode, response.Header, body}
}

// page is an answer, parsed.
type page struct {
	htmltest.Doc
	answer
}

// open fetches and parses a page that must be there.
func open(t *testing.T, address string) page {
	t.Helper()
	a := get(t, address)
	if a.status != http.StatusOK {
		t.Fatalf("%s answers %d", address, a.status)
	}
	return parse(t, a)
}

func parse(t *testing.T, a answer) page {
	t.Helper()
	doc, err := htmltest.Parse(string(a.body))
	if err != nil {
		t.Fatal(err)
	}
	return page{doc, a}
}

// elements are the elements of a name, in the order of the document.
func (p page) elements(names ...string) []*html.Node {
	return p.Nodes(func(n *html.Node) bool {
		for _, name := range names {
			if n.Data == name {
				return true
			}
		}
		return false
	})
}

// meta is the content of a meta element, by its name or property.
func (p page) meta(name string) string {
	for _, n := range p.elements("meta") {
		if htmltest.Attr(n, "name") == name || htmltest.Attr(n, "property") == name {
			return htmltest.Attr(n, "content")
		}
	}
	return ""
}
