package claim

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"echomq.dev/course/pages/htmltest"
	"echomq.dev/course/sim/console"
)

// href is where a link leads, "" where the element is there and is none.
func href(t *testing.T, h http.Handler, at, id string) string {
	t.Helper()
	_, doc := htmltest.Get(t, h, at)
	return htmltest.Attr(doc.ID(t, id), "href")
}

// Each of these adds to the whole sequence, whatever the form would exchange.
func TestWhatCanBeAdded(t *testing.T) {
	h := serve()
	const at = Path + "?start=absent&do=hold:a:wire4&do=step:a&do=step:a&do=step:a&do=wire2"
	for id, want := range map[string]string{
		"claim-hold-wire6":    at + "&do=hold:b:wire6",
		"claim-reconnect-a":   at + "&do=reconnect:a",
		"claim-del":           at + "&do=del",
		"claim-node-full":     strings.Replace(at, "absent", "absent&node=full", 1),
		"claim-user-noget":    strings.Replace(at, "absent", "absent&user=noget", 1),
		"claim-db-1":          strings.Replace(at, "absent", "absent&db=1", 1),
		"claim-undo":          strings.TrimSuffix(at, "&do=wire2") + "&redo=wire2",
		"claim-m4-down":       strings.Replace(at, "&do=step:a&do=wire2", "&do=wire2&do=step:a", 1),
		"claim-m5-up":         strings.Replace(at, "&do=step:a&do=wire2", "&do=wire2&do=step:a", 1),
		"claim-m5-down":       "",
		"claim-m1-down":       "", // nobody is stepped before being held
		"claim-redo":          "",
		"claim-mermaid":       strings.Replace(at, Path, Path+"/diagram.mmd", 1),
		"claim-svg":           strings.Replace(at, Path, Path+"/diagram.svg", 1),
		"claim-present":       strings.Replace(at, Path, "/present/claim", 1),
		"claim-reset":         Path + "?start=absent",
		"claim-s1":            at + "&at=3",
		"claim-permalink":     at,
		"claim-user-":         at, // as it is
		"claim-hold-enqueue":  at + "&do=hold:b:enqueue",
		"claim-hold-install":  at + "&do=hold:b:install",
		"claim-node-readonly": strings.Replace(at, "absent", "absent&node=readonly", 1),
	} {
		if got := href(t, h, at, id); got != want {
			t.Errorf("%s leads to %q, want %q", id, got, want)
		}
	}
	_, doc := htmltest.Get(t, h, at+"&at=2")
	if found := doc.Nodes(func(n *html.Node) bool { return n.Data == "form" }); len(found) != 0 {
		t.Error("something can be added to an earlier point without forgetting what came after it")
	}
}

// All moves can be taken back, one by one, and made again, by links alone; the
// cursor leaves them be and another move forgets them.
func TestUndoAndRedo(t *testing.T) {
	h := serve()
	const at = Path + "?start=list&do=hold:a:wire4&do=set:%FF%26do%3Dx&do=step:a&do=redis:SET%20k%20%22%5Cx00%22&do=del"
	way := []string{at}
	for range 5 {
		way = append(way, href(t, h, way[len(way)-1], "claim-undo"))
	}
	if got := href(t, h, way[5], "claim-undo"); got != "" || !strings.HasPrefix(way[5], Path+"?start=list&redo=hold:a:wire4&redo=set") {
		t.Fatalf("the way back is %q and then %q", way, got)
	}
	for i := 5; i > 0; i-- {
		if got := href(t, h, way[i], "claim-redo"); got != way[i-1] {
			t.Errorf("again leads from %q to %q, want %q", way[i], got, way[i-1])
		}
	}
	if back := href(t, h, way[1], "claim-back"); !strings.HasSuffix(back, "&at=2&redo=del") {
		t.Errorf("the cursor leads to %q", back)
	}
	if hold := href(t, h, way[1], "claim-hold-wire2"); strings.Contains(hold, "redo") {
		t.Errorf("another move leads to %q", hold)
	}
	if w, _ := htmltest.Get(t, h, Path+"?do=wire4&redo=step:zz"); w.Code != http.StatusOK || href(t, h, Path+"?do=wire4&redo=step:zz", "claim-redo") != "" {
		t.Errorf("a move that cannot be made again: %d", w.Code)
	}
}

// An order that cannot be run is refused like any other sequence, in the
// figure's own place for that.
func TestAnImpossibleOrder(t *testing.T) {
	h := serve()
	at := href(t, h, Path+"?do=hold:a:wire4&do=step:a&do=step:a&do=step:a&do=reconnect:a", "claim-m5-up")
	w, doc := htmltest.Get(t, h, at, htmltest.Partial("div#claim")...)
	if got := doc.One(t, "error-fragment"); w.Code != http.StatusBadRequest || !strings.Contains(got, "reconnect:a") {
		t.Errorf("%s: %d, %q", at, w.Code, got)
	}
}

// What is typed becomes a move at the end; the state that the form sends along
// stays as it was, whatever its bytes are.
func TestTyped(t *testing.T) {
	h := serve()
	for _, at := range []string{
		Path + "?start=absent",
		Path + "?start=string:%FF%00a%0Ab&module=none&node=full&user=noget&db=3&do=hold:a:wire4&do=set:quoted:%0D%FF&do=wire2",
		Path + "?start=zset&do=redis:GET%20%22%5Cx00%20a%22&do=install&keep=1",
	} {
		_, doc := htmltest.Get(t, h, at)
		for _, c := range []struct{ form, param, typed, means string }{
			{"claim-redis-form", "redis", "get  {emq}:version", "redis:GET%20%7Bemq%7D:version"},
			{"claim-redis-form", "redis", `set k "a b"`, "redis:SET%20k%20%22a%20b%22"},
			{"claim-set-form", "set", "echomq:3.0.0", "set:echomq:3.0.0"},
			{"claim-set-form", "set", "", "set:"},
			{"claim-set-form", "set", "&do=del", "set:%26do%3Ddel"},
		} {
			sent := htmltest.Sent(doc.ID(t, c.form))
			sent.Set(c.param, c.typed)
			w, _ := htmltest.Get(t, h, Path+"?"+sent.Encode())
			want := strings.TrimSuffix(at, "&keep=1") + "&do=" + c.means
			if got := w.Header().Get("Location"); w.Code != http.StatusSeeOther || got != want {
				t.Errorf("%q leads with %d to %q, want %q", c.typed, w.Code, got, want)
			}
		}
	}
}

// A refusal keeps what was typed and names what is accepted.
func TestTypedAndRefused(t *testing.T) {
	h := serve()
	for _, c := range []struct{ param, typed, says string }{
		{"redis", "FLUSHALL", "is not let through"},
		{"redis", "", "has no command"},
		{"redis", `get "a`, "redis:get"},
		{"redis", "eval <b> 0", "is not let through"},
		{"set", strings.Repeat("x", 129), "at most 128 bytes"},
	} {
		query := Path + "?start=absent&do=wire4&" + c.param + "=" + url.QueryEscape(c.typed)
		w, doc := htmltest.Get(t, h, query)
		if got := doc.One(t, "error-fragment"); w.Code != http.StatusBadRequest || !strings.Contains(got, c.says) {
			t.Errorf("%s=%s: %d, %q", c.param, c.typed, w.Code, got)
		}
		if got := htmltest.Attr(doc.ID(t, "claim-"+c.param), "value"); got != c.typed {
			t.Errorf("%s=%s: the field holds %q", c.param, c.typed, got)
		}
		if got := doc.One(t, "verdict-word"); got != "claimed" {
			t.Errorf("%s=%s: the result became %q", c.param, c.typed, got)
		}
		doc.CheckStrict(t)
		w, doc = htmltest.Get(t, h, query, htmltest.Partial("div#claim-redis-error")...)
		if got := doc.One(t, "error-fragment"); w.Code != http.StatusBadRequest || !strings.Contains(got, c.says) {
			t.Errorf("%s=%s: the fragment is %d, %q", c.param, c.typed, w.Code, got)
		}
	}
	if w, _ := htmltest.Get(t, h, Path+"?redis=PING&redis=PING"); w.Code != http.StatusBadRequest {
		t.Errorf("two commands at once: %d", w.Code)
	}
	_, doc := htmltest.Get(t, h, Path)
	allowed := doc.One(t, "allowed")
	for _, g := range console.Commands() {
		if !strings.Contains(allowed, strings.Join(g.Commands, " ")) {
			t.Errorf("the list %q lacks %q", allowed, g.Commands)
		}
	}
}
