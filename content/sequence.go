package content

import (
	"path"
	"strings"
)

// sequencesDir holds the prepared sequences, a scenario a file.
const sequencesDir = "sequences"

// Sequence is a scenario that somebody prepared for a class: a title, a
// question to ask before it is stepped through, and the scenario itself.
type Sequence struct {
	Name     string // the file's name without its ending
	Title    string // plain text
	Question string // plain text
	Text     string // the scenario as its author wrote it, title and question in its comments
	Query    string // the query of the claim simulator that runs it
}

// readSequence reads a file of two comments and a scenario:
//
//	# title: First come decides
//	# question: Which of the others still get in?
//	start absent
//	arrive wire4
//
// The comments belong to the scenario's language, so a file can be pasted
// wherever a scenario can.
func readSequence(name string, source []byte, check Checker, wrong *mistakes) (Sequence, bool) {
	s := Sequence{Name: strings.TrimSuffix(path.Base(name), path.Ext(name)), Text: strings.ReplaceAll(string(source), "\r\n", "\n")}
	lines := strings.SplitN(s.Text, "\n", 3)
	ok := true
	for i, field := range []struct {
		prefix string
		value  *string
	}{{"# title: ", &s.Title}, {"# question: ", &s.Question}} {
		value, found := "", false
		if i < len(lines) {
			value, found = strings.CutPrefix(lines[i], field.prefix)
		}
		if *field.value = strings.TrimSpace(value); !found || *field.value == "" {
			got := ""
			if i < len(lines) {
				got = lines[i]
			}
			wrong.add(name, i+1, "line %q: expected %q and a text", shorten(got), field.prefix)
			ok = false
		}
	}
	query, line, err := check.Scenario(s.Text)
	if err != nil {
		wrong.add(name, max(line, 1), "%v", err)
		ok = false
	}
	s.Query = query
	return s, ok
}
