package highlight

import (
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestGo(t *testing.T) {
	got := Go("func f() string {\n\treturn \"<\" // no\n}\n", "src", 41, map[int]string{42: "ran now", 99: "never"})
	for _, want := range []string{
		`<pre class="chroma" tabindex="0"><code><span class="line" id="src-L41" data-line="41"><span class="k">func</span>`,
		`<span class="line ran now" id="src-L42" data-line="42">`,
		`<span class="s">&#34;&lt;&#34;</span>`,
		`<span class="c">// no`,
		`<span class="line" id="src-L43" data-line="43">}`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	if strings.Contains(got, "style=") {
		t.Errorf("an inline style in\n%s", got)
	}
	if n := strings.Count(got, "data-line="); n != 3 {
		t.Errorf("%d lines, want 3", n)
	}
	if got := Go("x", "", 1, nil); strings.Contains(got, " id=") {
		t.Errorf("an id without a name: %s", got)
	}
}

// A comment or a raw string over several lines is closed and opened again at
// each line, so that a line can be marked by itself.
func TestGoTokensEndWithTheirLine(t *testing.T) {
	got := Go("/* one\ntwo */\nvar s = `a\nb`\n", "", 1, nil)
	for _, line := range strings.Split(got, `<span class="line"`)[1:] {
		line, _, _ = strings.Cut(line, "</code>")
		if opened, closed := 1+strings.Count(line, "<span"), strings.Count(line, "</span>"); opened != closed {
			t.Errorf("%d spans opened and %d closed in %s", opened, closed, line)
		}
	}
}

func TestPlain(t *testing.T) {
	if got := Plain("klingon", "<b>"); !strings.Contains(got, `<span class="line">&lt;b&gt;`) {
		t.Errorf("a language without a lexer: %s", got)
	}
	if got := Plain("elixir", "def f, do: :ok"); !strings.Contains(got, `<span class="`) {
		t.Errorf("a language with a lexer: %s", got)
	}
	if !Known("elixir") || !Known("text") || Known("klingon") {
		t.Error("Known is wrong about elixir, text or klingon")
	}
}

var tag = regexp.MustCompile(`<[^>]*>`)

// Whatever the code, its text comes out again, and so do its lines.
func TestTextIsKept(t *testing.T) {
	pieces := []string{"func", " ", "\n", "\t", "`", "\"", "'", "/*", "*/", "//", "<", "&", "é", "{", "}", "0x", "a", "\r\n", "\n\n"}
	rapid.Check(t, func(t *rapid.T) {
		code := strings.Join(rapid.SliceOf(rapid.SampledFrom(pieces)).Draw(t, "code"), "")
		got := Go(code, "s", 1, nil)
		want := strings.TrimSuffix(code, "\n") + "\n"
		if text := html.UnescapeString(tag.ReplaceAllString(got, "")); text != want {
			t.Fatalf("text %q, want %q", text, want)
		}
		if last := fmt.Sprintf(`id="s-L%d"`, strings.Count(want, "\n")); !strings.Contains(got, last) {
			t.Fatalf("no %s in\n%s", last, got)
		}
	})
}
