package claim

import (
	"testing"

	"echomq.dev/course/pages/htmltest"
)

// TestRaceOf: two or three who are held at once are a race, and the page leads to
// all of its orders.
func TestRaceOf(t *testing.T) {
	h := serve()
	for query, want := range map[string]string{
		"start=absent&do=hold:a:wire4&do=hold:b:wire2":                                              "a=wire4&b=wire2&start=absent",
		"start=string:x%26y&do=hold:late:wire4&do=step:late&do=hold:later:install&do=step:later":    "a=wire4&b=install&order=ab&start=string%3Ax%26y",
		"start=absent&do=hold:x:install&do=hold:y:enqueue&do=hold:z:wire6&do=step:x&do=step:y":      "a=install&b=enqueue&c=wire6&start=absent",
		"start=absent&do=hold:b:wire2&do=hold:a:wire4&do=step:a&do=step:a&do=step:a&do=step:b&at=1": "a=wire2&b=wire4&order=bbba&start=absent",
		"start=absent&do=wire4":                                                        "",
		"start=absent&do=hold:a:wire4":                                                 "",
		"start=absent&do=hold:a:wire4&do=hold:b:wire2&do=del":                          "",
		"start=absent&do=hold:a:wire4&do=hold:b:wire2&do=hold:c:wire2&do=hold:d:wire2": "",
		"start=absent&module=none&do=hold:a:wire4&do=hold:b:wire2":                     "",
		"start=absent&node=full&do=hold:a:wire4&do=hold:b:wire2":                       "",
		"start=absent&user=noread&do=hold:a:wire4&do=hold:b:wire2":                     "",
		"start=absent&db=1&do=hold:a:wire4&do=hold:b:wire2":                            "",
	} {
		_, doc := htmltest.Get(t, h, "/sim/claim?"+query)
		got := ""
		for _, n := range doc.Nodes(htmltest.Tag("a")) {
			if htmltest.Attr(n, "id") == "claim-race" {
				got = htmltest.Attr(n, "href")
			}
		}
		if want != "" {
			want = "/sim/race?" + want
		}
		if got != want {
			t.Errorf("%s leads to %q, want %q", query, got, want)
		}
	}
}
