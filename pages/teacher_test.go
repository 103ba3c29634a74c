package pages

import (
	"io/fs"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/net/html"

	"echomq.dev/course/content"
	"echomq.dev/course/pages/htmltest"
)

// copied is the course's content in memory, where a test may add to it.
func copied(t *testing.T) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	err := fs.WalkDir(content.Files(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(content.Files(), name)
		files[name] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

const lesson = `---
title: A lesson for Tuesday
description: A page that a teacher has added, with a figure, a scenario, a source and a term.
lede: What happens when two connectors meet.
about: two connectors meet
path: /protocol/the-owned-keyspace/tuesday
order: 35
module: The owned keyspace
label: lesson
prev: /protocol/the-owned-keyspace/the-reserve
next: The exam
---

:::figure slot key=emq:{tuesday}:pending
Where the keys of the class go.
:::

## Two of them

~~~scenario Which of the two stays?
arrive wire2
arrive wire4
~~~

Each hashtag is a name. See [the first dive](/protocol/the-owned-keyspace/the-braced-grammar#one-shape).

:::source sim/fence/fence.go VerifyOnly
:::
`

// Adding a page is adding one Markdown file: it is served with its figures run,
// and stands in the map of the course, the sitemap and the glossary.
func TestAddingAPage(t *testing.T) {
	c := config(t)
	files := copied(t)
	files["pages/tuesday.md"] = &fstest.MapFile{Data: []byte(lesson)}
	c.Content = files
	site, err := New(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	h := c.Site.Base.Mount(site, http.NotFoundHandler())
	const path = "/echomq/protocol/the-owned-keyspace/tuesday"
	w, doc := htmltest.Get(t, h, path)
	if w.Code != http.StatusOK {
		t.Fatalf("%s answers %d", path, w.Code)
	}
	doc.CheckStrict(t)
	for _, want := range []string{"A lesson for Tuesday", "refused", "VerifyOnly", "Where the keys of the class go."} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	for from, to := range map[string]string{
		path:                   "/echomq/glossary#hashtag",
		path + "?":             "/echomq/protocol/the-owned-keyspace", // the breadcrumbs lead to the module
		"/echomq/":             path,
		"/echomq/glossary":     path,
		"/echomq/sitemap.xml":  "",
		"/echomq/llms.txt?x=1": "",
	} {
		w, doc := htmltest.Get(t, h, from)
		if w.Code != http.StatusOK {
			t.Errorf("%s answers %d", from, w.Code)
			continue
		}
		if to == "" {
			if !strings.Contains(w.Body.String(), path) {
				t.Errorf("%s does not list the page", from)
			}
			continue
		}
		if links := doc.Nodes(func(n *html.Node) bool { return htmltest.Attr(n, "href") == to }); len(links) == 0 {
			t.Errorf("%s has no link to %s", from, to)
		}
	}
}

// A mistake in it stops the start, with the file, the line and what was
// expected there.
func TestAddingAMistake(t *testing.T) {
	for wrong, want := range map[string]string{
		"slot key=emq": "pages/tuesday.md:14: figure: simulator \"slod\": accepted: claim, collide, job, key, lines, race, slot",
		"arrive wire4": "pages/tuesday.md:22: scenario: ",
		"VerifyOnly":   "pages/tuesday.md:27: ",
		"#one-shape":   "pages/tuesday.md:25: link to \"#two-shapes\": expected a section of pages/the-braced-grammar.md",
	} {
		c := config(t)
		files := copied(t)
		mistake := map[string]string{"slot key=emq": "slod key=emq", "arrive wire4": "arrive wire5", "VerifyOnly": "VerifyTwice", "#one-shape": "#two-shapes"}[wrong]
		files["pages/tuesday.md"] = &fstest.MapFile{Data: []byte(strings.Replace(lesson, wrong, mistake, 1))}
		c.Content = files
		if _, err := New(t.Context(), c); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q for %q: %v, want %s…", mistake, wrong, err, want)
		}
	}
}
