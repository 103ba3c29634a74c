package content

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The keys of a front matter. Each stands on a line of its own, "key: value",
// once; a value is the rest of its line, as it is, without quotes.
var (
	requiredKeys = []string{"title", "description", "lede", "path", "order"}
	optionalKeys = []string{"about", "module", "label", "prev", "next"}
)

// field is a value with the line that it stands on.
type field struct {
	value string
	line  int
}

// frontMatter is what stands between the two lines of three hyphens.
type frontMatter map[string]field

// line returns where a key stands; a key that is not there belongs on line 1.
func (f frontMatter) line(key string) int { return max(f[key].line, 1) }

// splitFrontMatter reads the front matter of a page whose lines end in "\n",
// and returns with it the rest of the page and how many lines precede it.
func splitFrontMatter(name, source string, wrong *mistakes) (front frontMatter, body string, before int) {
	front = frontMatter{}
	first, rest, _ := strings.Cut(source, "\n")
	if first != "---" {
		wrong.add(name, 1, "line %q: expected --- and a front matter", shorten(first))
		return front, source, 0
	}
	for n := 2; ; n++ {
		line, after, more := strings.Cut(rest, "\n")
		if line == "---" {
			front.require(name, wrong)
			return front, after, n
		}
		if !more {
			wrong.add(name, 1, "front matter without an end: expected a second line ---")
			return front, "", n
		}
		front.add(name, line, n, wrong)
		rest = after
	}
}

// add reads one line of a front matter.
func (f frontMatter) add(name, line string, n int, wrong *mistakes) {
	if strings.TrimSpace(line) == "" {
		return
	}
	key, value, ok := strings.Cut(line, ": ")
	value = strings.TrimSpace(value)
	known := slices.Concat(requiredKeys, optionalKeys)
	switch {
	case !slices.Contains(known, strings.TrimSuffix(key, ":")):
		wrong.add(name, n, "front matter %q: expected a key of %s", shorten(line), strings.Join(known, ", "))
	case !ok || value == "":
		wrong.add(name, n, "front matter %q: expected \"key: value\"", shorten(line))
	case f[key].line != 0:
		wrong.add(name, n, "front matter key %q again: expected it once, as on line %d", key, f[key].line)
	default:
		f[key] = field{value, n}
	}
}

// require reports the keys that a page cannot be without.
func (f frontMatter) require(name string, wrong *mistakes) {
	for _, key := range requiredKeys {
		if f[key].line == 0 {
			wrong.add(name, 1, "front matter without %q: expected %s", key, strings.Join(requiredKeys, ", "))
		}
	}
}

// fill moves the front matter into the page, all but what needs Markdown or
// the other pages.
func (f frontMatter) fill(p *Page, wrong *mistakes) {
	p.Title = f["title"].value
	p.Description = f["description"].value
	p.About = f["about"].value
	p.Module = f["module"].value
	p.Label = f["label"].value
	if at, ok := f["path"]; ok {
		if at.value[0] != '/' || path.Clean(at.value) != at.value || strings.ContainsAny(at.value, "?# ") {
			wrong.add(p.SourceFile, at.line, "path %q: expected one like /module/page", at.value)
		} else {
			p.Path = at.value
		}
	}
	if at, ok := f["order"]; ok {
		n, err := strconv.Atoi(at.value)
		if err != nil || n < 0 {
			wrong.add(p.SourceFile, at.line, "order %q: expected a whole number from 0", at.value)
		}
		p.Order = n
	}
}

// shorten keeps a quoted line of a message readable.
func shorten(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	cut := most
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}
