package content

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"pgregory.net/rapid"
)

const head = "---\ntitle: A page\ndescription: For a test.\nlede: One `{emq}:version`.\npath: /page\norder: 1\n---\n"

// load parses one page whose front matter is head, seven lines long.
func load(t *testing.T, base, body string) *Page {
	t.Helper()
	course, err := Load(fstest.MapFS{"page.md": {Data: []byte(head + body)}}, base, permissive)
	if err != nil {
		t.Fatal(err)
	}
	return course.Pages[0]
}

// prose is the HTML of a page that is nothing but prose.
func prose(t *testing.T, base, body string) string {
	t.Helper()
	p := load(t, base, body)
	if len(p.Blocks) != 1 {
		t.Fatalf("%d blocks, want 1", len(p.Blocks))
	}
	return p.Blocks[0].(Prose).HTML
}

func TestProse(t *testing.T) {
	for _, c := range []struct{ name, base, body, want string }{
		{"queue key", "", "`emq:{orders}:pending`",
			`<p><code class="k-queue"><span class="k-first">e</span>mq:{orders}:pending</code></p>`},
		{"reserve key", "", "`{emq}:version`",
			`<p><code class="k-reserve"><span class="k-first">{</span>emq}:version</code></p>`},
		{"pattern of keys", "", "`emq:{q}:<type>`",
			`<p><code class="k-queue"><span class="k-first">e</span>mq:{q}:&lt;type&gt;</code></p>`},
		{"neither", "", "`{emq}` and `GET emq:`", `<p><code>{emq}</code> and <code>GET emq:</code></p>`},
		{"key of v1", "", "`emq:payments:wait`", `<p><code>emq:payments:wait</code></p>`},
		{"prefix of queue space", "", "`emq:`", `<p><code class="k-queue"><span class="k-first">e</span>mq:</code></p>`},
		{"code over two lines", "", "`GET\nSET`", `<p><code>GET SET</code></p>`},
		{"external link", "/echomq", "[Valkey](https://valkey.io/topics/)",
			`<p><a href="https://valkey.io/topics/" rel="noopener">Valkey</a></p>`},
		{"autolink", "", "<https://valkey.io>", `<p><a href="https://valkey.io" rel="noopener">https://valkey.io</a></p>`},
		{"site link", "", "[all](/sim)", `<p><a href="/sim">all</a></p>`},
		{"site link under a base", "/echomq", "[all](/sim?a=b#c)", `<p><a href="/echomq/sim?a=b#c">all</a></p>`},
		{"heading", "", "## `reserve/1` & more", `<h2 id="reserve-1-more"><code>reserve/1</code> &amp; more</h2>`},
		{"heading that ends in braces", "", "## The base {emq}", `<h2 id="the-base-emq">The base {emq}</h2>`},
		{"code block", "", "```text\na < b\n```",
			`<pre class="chroma" tabindex="0"><code><span class="line">a &lt; b` + "\n</span></code></pre>"},
		{"table", "", "## On \"keys\"\n\n| a |\n|:-:|\n| b |",
			"<h2 id=\"on-keys\">On &ldquo;keys&rdquo;</h2>\n" +
				`<div class="table" role="group" aria-label="Table: On “keys”" tabindex="0"><table>` +
				"\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>b</td>\n</tr>\n</tbody>\n</table></div>"},
		{"note", "", ":::note On `emq`\nText.\n:::",
			`<div class="aside aside-note" role="note" aria-labelledby="note-on-emq"><p class="aside-title" id="note-on-emq">On <code>emq</code></p>` +
				"\n<p>Text.</p>\n</div>"},
		{"usual title", "", ":::pattern\nText.\n:::",
			`<div class="aside aside-pattern" role="note" aria-labelledby="pattern-the-pattern"><p class="aside-title" id="pattern-the-pattern">The pattern</p>` +
				"\n<p>Text.</p>\n</div>"},
		{"carriage returns", "", "One\r\n\r\nTwo\r\n", "<p>One</p>\n<p>Two</p>"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := strings.TrimSpace(prose(t, c.base, c.body)); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestBlocks(t *testing.T) {
	p := load(t, "", `
Before.

:::figure key key=emq:{orders}:pending
Its first byte, *for one*.
:::

:::source keyspace/keys.go ReserveKey
:::

~~~scenario What `+"`{emq}:version`"+` holds.
start absent
arrive wire4
~~~

:::figure key key={emq}:version
The other.

    :::
:::
After.
`)
	if got, want := p.Lede, `One <code class="k-reserve"><span class="k-first">{</span>emq}:version</code>.`; got != want {
		t.Errorf("lede %s, want %s", got, want)
	}
	if len(p.Blocks) != 6 {
		t.Fatalf("%d blocks, want 6: %+v", len(p.Blocks), p.Blocks)
	}
	want := Figure{ID: "figure-key", Simulator: "key", Query: "key=emq:{orders}:pending",
		Caption: "<p>Its first byte, <em>for one</em>.</p>\n", Label: "Its first byte, for one.", Line: 11}
	if got := p.Blocks[1]; got != want {
		t.Errorf("figure %+v\nwant %+v", got, want)
	}
	code := p.Blocks[2].(Code)
	if code.ID != "source-reservekey" || code.FirstLine != 7 || code.Line != 15 || code.Text != "func ReserveKey() {}\n" || code.Caption != "" {
		t.Errorf("code %+v", code)
	}
	if !strings.Contains(code.HTML, `id="source-reservekey-L7"`) {
		t.Errorf("code without its line's id: %s", code.HTML)
	}
	scenario := p.Blocks[3].(Figure)
	if scenario.Simulator != "claim" || scenario.Query != "text=start absent\narrive wire4\n" || scenario.Label != "What {emq}:version holds." || scenario.Line != 18 {
		t.Errorf("scenario %+v", scenario)
	}
	if second := p.Blocks[4].(Figure); second.ID != "figure-key-2" || second.Line != 23 {
		t.Errorf("second figure %+v", second)
	}
	if got := p.Blocks[5].(Prose).HTML; got != "<p>After.</p>\n" {
		t.Errorf("prose after the last directive: %q", got)
	}
}

// A closing line inside a code block is code.
func TestClosingLineInCode(t *testing.T) {
	got := prose(t, "", ":::note\n```text\n:::\n```\n:::\n")
	if !strings.Contains(got, `<span class="line">:::`) {
		t.Errorf("the code block lost its line: %s", got)
	}
}

func TestContents(t *testing.T) {
	p := load(t, "", "## One\n### Under it\n## One\n## `emq`\n")
	want := []Heading{{"one", "One", "One"}, {"one-2", "One", "One"}, {"emq", "emq", "<code>emq</code>"}}
	if fmt.Sprint(p.TOC) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", p.TOC, want)
	}
}

func TestNeighboursAndOrder(t *testing.T) {
	page := func(title, path, order, more string) *fstest.MapFile {
		return &fstest.MapFile{Data: fmt.Appendf(nil, "---\ntitle: %s\ndescription: d\nlede: l\npath: %s\norder: %s\n%s---\n## S\n", title, path, order, more)}
	}
	course, err := Load(fstest.MapFS{
		"a.md": page("Last", "/last", "10", "prev: /first\nnext: The record hash\n"),
		"b.md": page("First", "/first", "9", "next: /last\n"),
	}, "/echomq", permissive)
	if err != nil {
		t.Fatal(err)
	}
	first, last := course.Pages[0], course.Pages[1]
	if first.Title != "First" || first.Next != (Link{"Last", "/last"}) || first.Prev != (Link{}) {
		t.Errorf("first page: %+v", first)
	}
	if last.Prev != (Link{"First", "/first"}) || last.Next != (Link{Title: "The record hash"}) {
		t.Errorf("last page: %+v", last)
	}
}

var (
	exampleFence = regexp.MustCompile("(?s)\n````markdown\n(.*?)````\n")
	idAttribute  = regexp.MustCompile(` id="([^"]*)"`)
)

// The example in README.md is a page that loads, with every directive in it.
func TestReadmeExample(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	example := exampleFence.FindSubmatch(readme)
	if example == nil {
		t.Fatal("README.md has no example")
	}
	course, err := Load(fstest.MapFS{"example.md": {Data: example[1]}}, "", permissive)
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for _, b := range course.Pages[0].Blocks {
		kinds = append(kinds, fmt.Sprintf("%T", b))
	}
	want := "[content.Prose content.Figure content.Prose content.Code content.Prose content.Figure content.Prose]"
	if fmt.Sprint(kinds) != want {
		t.Errorf("blocks %v, want %v", kinds, want)
	}
	for name := range asides {
		if !strings.Contains(string(example[1]), ":::"+name) {
			t.Errorf("the example leaves out :::%s", name)
		}
	}
	for _, key := range append(requiredKeys, optionalKeys...) {
		if !strings.Contains(string(readme), "`"+key+"`") {
			t.Errorf("README.md does not describe the key %s", key)
		}
	}
}

// However many lines stand above a mistake, it is reported on its own line,
// and what follows it in the page does not hide it.
func TestLineOfMistake(t *testing.T) {
	above := []string{"", "Text.", "```text\n:::\n```", "- a list\n\n  of two", "| a |\n|---|\n| b |", ":::note\nText.\n:::", "> quoted"}
	wrong := []string{":::nonsense\nText.\n:::", "Text <b>bold</b>", "![image](x)", "[link](nowhere)", "##### Deep", "```klingon\n```"}
	rapid.Check(t, func(t *rapid.T) {
		before := strings.Join(rapid.SliceOfN(rapid.SampledFrom(above), 0, 6).Draw(t, "above"), "\n\n") + "\n\n"
		body := before + rapid.SampledFrom(wrong).Draw(t, "wrong") + "\n\n" + rapid.SampledFrom(above).Draw(t, "below")
		_, err := Load(fstest.MapFS{"page.md": {Data: []byte(head + body)}}, "", permissive)
		want := fmt.Sprintf("page.md:%d: ", 1+strings.Count(head+before, "\n"))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Fatalf("page\n%s\ngave %v, want a mistake at %s", body, err, want)
		}
	})
}

// No text makes the parser panic, and what it accepts has ids that are each
// there once and no HTML of the author's.
func FuzzLoad(f *testing.F) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(exampleFence.FindSubmatch(readme)[1]))
	f.Add(head + ":::note\n- a\n\n  :::figure x y\n:::\n:::")
	f.Add(head + "## A\n\n## A\n\n## A-2\n\n:::note A\n:::\n")
	f.Add(head + "<script>x</script> [a](<javascript:x>) \x00\xff")
	f.Add(head + "```scenario\n:::\n")
	f.Add("---\r\ntitle")
	f.Fuzz(func(t *testing.T, source string) {
		course, err := Load(fstest.MapFS{"page.md": {Data: []byte(source)}}, "", permissive)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "page.md:") {
				t.Errorf("error without a place: %v", err)
			}
			return
		}
		seen := map[string]bool{}
		for _, b := range course.Pages[0].Blocks {
			html := ""
			switch b := b.(type) {
			case Prose:
				html = b.HTML
			case Figure:
				html = b.Caption + ` id="` + b.ID + `"`
			case Code:
				html = b.Caption + ` id="` + b.ID + `"`
			}
			for _, id := range idAttribute.FindAllStringSubmatch(html, -1) {
				if seen[id[1]] {
					t.Errorf("id %q twice", id[1])
				}
				seen[id[1]] = true
			}
			if strings.Contains(html, "<script") || strings.Contains(html, "<!--") {
				t.Errorf("raw HTML passed: %s", html)
			}
		}
	})
}
