package content

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"pgregory.net/rapid"
)

const terms = `## hash slot
also: slot, slots
Where a key goes.

## hashtag
also: hashtags
What decides the slot, and the wire
identity does not.

## NX
An option.

## wire
A version.

## wire identity
Its name.
`

// marked parses a page with the glossary above.
func marked(t *testing.T, base, body string) *Page {
	t.Helper()
	course, err := Load(fstest.MapFS{"page.md": {Data: []byte(head + body)}, "glossary.md": {Data: []byte(terms)}}, base, permissive)
	if err != nil {
		t.Fatal(err)
	}
	return course.Pages[0]
}

func TestMark(t *testing.T) {
	a := func(id, text string) string {
		return `<a href="/glossary#` + id + `" class="term">` + text + `</a>`
	}
	for _, c := range []struct{ name, body, want string }{
		{"first use", "A hashtag and a hashtag.", "<p>A " + a("hashtag", "hashtag") + " and a hashtag.</p>"},
		{"other form", "Two hashtags, one hashtag.", "<p>Two " + a("hashtag", "hashtags") + ", one hashtag.</p>"},
		{"a term's forms are one term", "A slot, a hash slot.", "<p>A " + a("hash-slot", "slot") + ", a hash slot.</p>"},
		{"longest form", "A wire identity, a wire.", "<p>A " + a("wire-identity", "wire identity") + ", a " + a("wire", "wire") + ".</p>"},
		{"longest form although used", "One wire identity is a wire identity of a wire.",
			"<p>One " + a("wire-identity", "wire identity") + " is a wire identity of a " + a("wire", "wire") + ".</p>"},
		{"capital at the start", "Hashtags.", "<p>" + a("hashtag", "Hashtags") + ".</p>"},
		{"no other capital", "HASHTAG and nx and Nx, then NX.", "<p>HASHTAG and nx and Nx, then " + a("nx", "NX") + ".</p>"},
		{"words of their own", "wired rewire wire-bound cross-wire wire_x 2wire", "<p>wired rewire wire-bound cross-wire wire_x 2wire</p>"},
		{"number behind", "wire 4", "<p>" + a("wire", "wire") + " 4</p>"},
		{"over two lines", "A wire\nidentity and\nwire", "<p>A " + a("wire-identity", "wire\nidentity") + " and\n" + a("wire", "wire") + "</p>"},
		{"at the end of a line", "A hashtag\nand", "<p>A " + a("hashtag", "hashtag") + "\nand</p>"},
		{"no part of a longer form over two lines", "A wire identity. One wire\nidentity, a wire.",
			"<p>A " + a("wire-identity", "wire identity") + ". One wire\nidentity, a " + a("wire", "wire") + ".</p>"},
		{"before a hard break", "A hashtag  \nand", "<p>A " + a("hashtag", "hashtag") + "<br>\nand</p>"},
		{"before an apostrophe", "A wire's end", "<p>A " + a("wire", "wire") + "&rsquo;s end</p>"},
		{"inside emphasis", "**a hashtag** here", "<p><strong>a " + a("hashtag", "hashtag") + "</strong> here</p>"},
		{"not in code", "`hashtag` and hashtag", "<p><code>hashtag</code> and " + a("hashtag", "hashtag") + "</p>"},
		{"not in a link", "[a hashtag](/sim), a hashtag", `<p><a href="/sim">a hashtag</a>, a ` + a("hashtag", "hashtag") + "</p>"},
		{"not in a heading", "## The hashtag\n\nA hashtag.", "<h2 id=\"the-hashtag\">The hashtag</h2>\n<p>A " + a("hashtag", "hashtag") + ".</p>"},
		{"in a list", "- one\n- hashtag", "<ul>\n<li>one</li>\n<li>" + a("hashtag", "hashtag") + "</li>\n</ul>"},
		{"several in one text", "NX, slots, NX, wire, end", "<p>" + a("nx", "NX") + ", " + a("hash-slot", "slots") + ", NX, " + a("wire", "wire") + ", end</p>"},
		{"beside other letters", "Überwire wireß", "<p>Überwire wireß</p>"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := marked(t, "", c.body)
			if got := strings.TrimSpace(p.Blocks[0].(Prose).HTML); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// Terms are marked in the order in which a reader meets them: table cells but
// not their heads, asides but not their titles, captions of both kinds.
func TestMarkOnceAPage(t *testing.T) {
	p := marked(t, "/echomq", `
| wire |
|---|
| hashtag |

:::note On NX
A wire.
:::

~~~scenario About NX and a hashtag.
arrive wire4
~~~

:::figure claim x
A slot and a wire.
:::

NX and a wire identity.
`)
	var all []string
	for _, b := range p.Blocks {
		switch b := b.(type) {
		case Prose:
			all = append(all, b.HTML)
		case Figure:
			all = append(all, b.Caption)
			if strings.Contains(b.Label, "<") {
				t.Errorf("label %q", b.Label)
			}
		}
	}
	var got []string
	for _, part := range strings.Split(strings.Join(all, ""), `<a href="/echomq/glossary#`)[1:] {
		id, _, _ := strings.Cut(part, `"`)
		got = append(got, id)
	}
	if want := "[hashtag wire nx hash-slot wire-identity]"; fmt.Sprint(got) != want {
		t.Errorf("marked %v, want %s", got, want)
	}
	if html := strings.Join(all, ""); !strings.Contains(html, "<th>wire</th>") || !strings.Contains(html, ">On NX</p>") {
		t.Errorf("a head or a title is marked:\n%s", html)
	}
}

// A definition marks the other terms in it, not its own, and a term knows the
// pages that use it.
func TestTerms(t *testing.T) {
	page := func(path, order, body string) *fstest.MapFile {
		return &fstest.MapFile{Data: fmt.Appendf(nil, "---\ntitle: Page %s\ndescription: d\nlede: A wire.\npath: %s\norder: %s\n---\n%s\n", path, path, order, body)}
	}
	course, err := Load(fstest.MapFS{
		"a.md": page("/a", "2", "A hashtag. See [it](/glossary#wire-identity)."), "pages/b.md": page("/b", "1", "NX"),
		"glossary.md": {Data: []byte(terms)},
	}, "", permissive)
	if err != nil {
		t.Fatal(err)
	}
	if got := course.Pages[0].Lede; got != `A <a href="/glossary#wire" class="term">wire</a>.` {
		t.Errorf("lede %s", got)
	}
	hashtag, wire := course.Terms[1], course.Terms[3]
	want := `<p>What decides the <a href="/glossary#hash-slot" class="term">slot</a>, and the <a href="/glossary#wire-identity" class="term">wire` + "\n" + `identity</a> does not.</p>` + "\n"
	if hashtag.ID != "hashtag" || fmt.Sprint(hashtag.Also) != "[hashtags]" || hashtag.HTML != want {
		t.Errorf("term %+v\nwant %s", hashtag, want)
	}
	if fmt.Sprint(hashtag.Pages) != "[{Page /a /a}]" || fmt.Sprint(wire.Pages) != "[{Page /b /b} {Page /a /a}]" {
		t.Errorf("hashtag on %v, wire on %v", hashtag.Pages, wire.Pages)
	}
}

// However prose is cut into lines, marking adds links and nothing else, and
// the links are the same.
func TestMarkKeepsTheText(t *testing.T) {
	word := rapid.SampledFrom([]string{"hash", "slot", "hashtag", "wire", "identity", "NX", "Wire", "(wire)", "*slot*", "`NX`", "a", "wire's", "wire-like"})
	links := func(html string) string {
		var ids []string
		for _, part := range strings.Split(html, `<a href="/glossary#`)[1:] {
			id, _, _ := strings.Cut(part, `"`)
			ids = append(ids, id)
		}
		return fmt.Sprint(ids)
	}
	rapid.Check(t, func(r *rapid.T) {
		words := rapid.SliceOfN(word, 1, 12).Draw(r, "words")
		var broken strings.Builder
		for i, w := range words {
			if i > 0 {
				broken.WriteString(rapid.SampledFrom([]string{" ", "\n"}).Draw(r, "between"))
			}
			broken.WriteString(w)
		}
		body := "A " + broken.String()
		withTerms := marked(t, "", body).Blocks[0].(Prose).HTML
		if got, want := plain(withTerms), plain(prose(t, "", body)); got != want {
			r.Fatalf("%q became %q", want, got)
		}
		if got, want := links(withTerms), links(marked(t, "", "A "+strings.Join(words, " ")).Blocks[0].(Prose).HTML); got != want {
			r.Fatalf("%q marks %s, on one line %s", body, got, want)
		}
	})
}

// No glossary makes the parser panic, and where it loads, marking leaves the
// text of the page alone.
func FuzzGlossary(f *testing.F) {
	f.Add(terms, "A wire\nidentity and *NX*.")
	f.Add("## a\nalso: b,, c\nd", "b c\n\n- a")
	f.Add("## \xff\n\xff", "\xff")
	f.Add("##  \nalso:\n", "|a|\n|-|\n|b|")
	f.Fuzz(func(t *testing.T, terms, body string) {
		pages := fstest.MapFS{"page.md": {Data: []byte(head + body)}}
		without, err := Load(pages, "", permissive)
		if err != nil {
			return
		}
		pages["glossary.md"] = &fstest.MapFile{Data: []byte(terms)}
		with, err := Load(pages, "", permissive)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "glossary.md:") {
				t.Errorf("error without a place: %v", err)
			}
			return
		}
		for i, b := range without.Pages[0].Blocks {
			if want, ok := b.(Prose); ok {
				if got := with.Pages[0].Blocks[i].(Prose).HTML; plain(got) != plain(want.HTML) {
					t.Errorf("%q became %q", want.HTML, got)
				}
			}
		}
	})
}
