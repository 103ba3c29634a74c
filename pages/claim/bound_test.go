package claim

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"echomq.dev/course/pages/htmltest"
	"echomq.dev/course/sim/scenario"
)

// follow asks for every address that a page offers: its links, and what its
// form asks for with each of its actors. It gives the ids of the links and the
// number of actors.
func follow(t *testing.T, h http.Handler, at string) (links string, actors int) {
	t.Helper()
	w, doc := htmltest.Get(t, h, at)
	if w.Code != http.StatusOK {
		t.Fatalf("%.80s: %d", at, w.Code)
	}
	offered := map[string]string{}
	for _, attr := range []string{"href", "hx-get"} {
		for _, n := range doc.Nodes(htmltest.With(attr)) {
			if to := htmltest.Attr(n, attr); n.Data == "a" && (strings.HasPrefix(to, Path+"?") || strings.HasPrefix(to, APIPath+"?")) && htmltest.Attr(n, "rel") != "nofollow" {
				offered[htmltest.Attr(n, "id")+" "] = htmltest.Attr(n, attr)
			}
		}
	}
	var moves []string
	form := doc.ID(t, "claim-form")
	for n := range form.Descendants() {
		if htmltest.Attr(n, "name") == "do" && htmltest.Attr(n, "type") == "hidden" {
			moves = append(moves, htmltest.Attr(n, "value"))
		}
	}
	sent := htmltest.Sent(form)
	for _, n := range doc.Nodes(htmltest.With("name")) {
		if htmltest.Attr(n, "name") == "do" && htmltest.Attr(n, "type") == "radio" {
			sent["do"] = append(moves[:len(moves):len(moves)], htmltest.Attr(n, "value"))
			offered["the actor "+htmltest.Attr(n, "value")] = Path + "?" + sent.Encode()
			actors++
		}
	}
	for who, to := range offered {
		// Of the many points of a long sequence, some are enough.
		if u, err := url.Parse(to); err != nil || len(u.Query().Get("at")) == 2 && !strings.HasSuffix(to, "7") {
			continue
		}
		w, _ := htmltest.Get(t, h, to)
		if w.Code == http.StatusSeeOther { // the form's own words
			w, _ = htmltest.Get(t, h, w.Header().Get("Location"))
		}
		if w.Code != http.StatusOK || len(to) > 8192 {
			t.Errorf("from %.60s…, %s leads to %d with %d bytes: %.80s", at, who, w.Code, len(to), to)
		}
		if strings.HasPrefix(who, "claim-") {
			links += who
		}
	}
	return links, actors
}

// At the bound on moves a page offers no more of them, and says so.
func TestTheLastMove(t *testing.T) {
	h := serve()
	arrive := func(n int) string { return strings.TrimSuffix(strings.Repeat("do=wire4&", n), "&") }
	for _, c := range []struct {
		query  string
		actors int
		steps  bool
		says   string
	}{
		{arrive(63) + "&keep=1", 5, false, ""},
		{arrive(64), 5, false, ""}, // the last arrival can be exchanged
		{arrive(64) + "&keep=1", 0, false, "at most 64 moves"},
		{"do=hold:a:wire4&" + arrive(62), 5, true, ""},
		{"do=hold:a:wire4&" + arrive(63), 5, false, "at most 64 moves"},
		{arrive(63) + "&do=hold:a:wire4", 0, false, "at most 64 moves"},
	} {
		links, actors := follow(t, h, Path+"?"+c.query)
		if actors != c.actors || strings.Contains(links, "claim-step-a") != c.steps {
			t.Errorf("%s: %d actors, links %s", c.query[len(c.query)-40:], actors, links)
		}
		w, _ := htmltest.Get(t, h, Path+"?"+c.query)
		if n := strings.Count(w.Body.String(), "at most 64 moves"); c.says == "" && n != 0 || c.says != "" && n == 0 {
			t.Errorf("%s: the bound is named %d times", c.query[len(c.query)-40:], n)
		}
	}
}

// Connections that are still up count as held: no page offers a ninth.
func TestNoNinthHold(t *testing.T) {
	query := "start=string:echomq:4.0.0"
	for n, name := range "abcdefgh" {
		query += fmt.Sprintf("&do=hold:%c:wire4&do=step:%c", name, name)
		w, _ := htmltest.Get(t, serve(), Path+"?"+query)
		if offered := strings.Contains(w.Body.String(), `id="claim-hold-`); offered != (n < 7) {
			t.Errorf("with %d connected, another is offered: %v", n+1, offered)
		}
	}
}

// At the bound on addresses too, whatever the moves are made of: here an
// address is exactly so long, in bytes.
func TestTheLongestAddress(t *testing.T) {
	h := serve()
	for _, value := range []string{strings.Repeat("x", 128), strings.Repeat("\xff", 128), strings.Repeat("~*", 64)} {
		for _, c := range []struct {
			bytes int
			full  bool
		}{{8192, true}, {4000, false}} {
			sc := scenario.New().Then(scenario.Move{Kind: scenario.Hold, Name: "a", Actor: "wire4"})
			left := func() int { return c.bytes - len(Path+"?"+sc.Query()) - len("&do=set:") }
			for left() > 1200 {
				sc = sc.Then(scenario.Move{Kind: scenario.Set, Value: value})
			}
			for left() > 128 {
				sc = sc.Then(scenario.Move{Kind: scenario.Set, Value: strings.Repeat("x", 100)})
			}
			sc = sc.Then(scenario.Move{Kind: scenario.Set, Value: strings.Repeat("x", left())})
			at := Path + "?" + sc.Query()
			links, actors := follow(t, h, at)
			if len(at) != c.bytes || (actors == 0) != c.full || strings.Contains(links, "claim-step-a") == c.full {
				t.Errorf("%d bytes with %.4q: %d actors, links %s", len(at), value, actors, links)
			}
			if w, _ := htmltest.Get(t, h, at); strings.Contains(w.Body.String(), "over 8192 bytes") != c.full {
				t.Errorf("%d bytes with %.4q: whether it is full is not said", len(at), value)
			}
		}
	}
}
