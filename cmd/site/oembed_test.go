package main

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"echomq.dev/course/pages/htmltest"
)

// TestDiscovery goes from the page of each simulator, of each sample and of the
// course to the frame that another site would show of it, as a consumer of
// oEmbed does: from the first kilobytes of the page alone.
func TestDiscovery(t *testing.T) {
	site := startSite(t)
	paths := append(everyPage(t, site), midway(t, site)...)
	found := 0
	for _, path := range paths {
		if strings.HasPrefix(path, "/present/") {
			continue // the same states, for one's own projector
		}
		p := open(t, site+path)
		link := ""
		for _, n := range p.elements("link") {
			if htmltest.Attr(n, "type") == "application/json+oembed" {
				link = htmltest.Attr(n, "href")
			}
		}
		simulator := strings.HasPrefix(path, "/sim/")
		if figures := len(p.Nodes(htmltest.Class("sim"))); (link != "") != (figures > 0) {
			t.Errorf("%.80s has %d figures and the link %q", path, figures, link)
			continue
		}
		if link == "" {
			continue
		}
		found++
		if at := strings.Index(string(p.body), "json+oembed"); at > 4096 {
			t.Errorf("%.80s has its link after %d bytes", path, at)
		}
		var told struct{ Type, HTML string }
		a := get(t, link)
		if err := json.Unmarshal(a.body, &told); err != nil || a.status != 200 || told.Type != "rich" {
			t.Errorf("%.80s leads to %s, which answers %d %s", path, link, a.status, a.body)
			continue
		}
		doc, err := htmltest.Parse(told.HTML)
		if err != nil {
			t.Fatal(err)
		}
		if link := htmltest.Attr(doc.Nodes(htmltest.Tag("a"))[0], "href"); link != site+path {
			t.Errorf("%.80s is quoted as %s", path, link)
		}
		src := htmltest.Attr(doc.Nodes(htmltest.Tag("iframe"))[0], "src")
		if frame := get(t, src); frame.status != 200 || frame.header.Get("X-Frame-Options") != "" {
			t.Errorf("%.80s is framed by %s, which answers %d", path, src, frame.status)
		}
		if want := site + strings.Replace(path, "/sim/", "/embed/", 1); simulator && src != want {
			t.Errorf("%.80s is framed by %s, want %s", path, src, want)
		}
	}
	if found < 12 {
		t.Errorf("only %d pages can be shown elsewhere", found)
	}
	for address, status := range map[string]int{
		"https://example.org/": 404, site + "/sim/nobody": 404, site + "/sim/claim?do=wire9": 404, site + "/glossary": 404,
		site + "/embed/claim?do=wire4": 200, site + "/": 200, site: 200,
		site + "/sim/claim?theme=dark": 200, site + "/sim/claim?theme=blue": 404, site + "/embed/race?a=wire9": 404,
	} {
		if a := get(t, site+"/oembed?url="+url.QueryEscape(address)); a.status != status {
			t.Errorf("asked about %s it answers %d, want %d: %s", address, a.status, status, a.body)
		}
	}
	for _, path := range []string{"/present/claim?do=wire4", "/present/slot?key=a", "/embed/job"} {
		if a := get(t, site+"/oembed?url="+url.QueryEscape(site+path)); a.status != 200 {
			t.Errorf("%s is not known to oEmbed: %d", path, a.status)
		}
	}
	if a := get(t, site+"/oembed?format=yaml&url="+url.QueryEscape(site+"/sim/claim")); a.status != 501 {
		t.Errorf("asked for YAML it answers %d", a.status)
	}
}
