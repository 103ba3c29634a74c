package content

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"
)

func TestSequences(t *testing.T) {
	check := permissive
	check.Scenario = func(text string) (string, int, error) {
		if strings.Contains(text, "arive") {
			return "", 4, errors.New("no such word")
		}
		return "ran", 0, nil
	}
	good := "# title: Who comes first\n# question: Who gets in?\nstart absent\narrive wire4\n"
	course, err := Load(fstest.MapFS{"sequences/02-b.txt": {Data: []byte(good)}, "sequences/01-a.txt": {Data: []byte(strings.ReplaceAll(good, "\n", "\r\n"))}}, "", check)
	if err != nil {
		t.Fatal(err)
	}
	if len(course.Sequences) != 2 || course.Sequences[0].Name != "01-a" {
		t.Fatalf("loaded %+v", course.Sequences)
	}
	want := Sequence{Name: "01-a", Title: "Who comes first", Question: "Who gets in?", Text: good, Query: "ran"}
	if got := course.Sequences[0]; got != want {
		t.Errorf("loaded %+v, want %+v", got, want)
	}
	for text, says := range map[string]string{
		"":                           `sequences/x.txt:1: line "": expected "# title: " and a text`,
		"# title: a\nstart absent\n": `sequences/x.txt:2: line "start absent": expected "# question: " and a text`,
		"# title: a\n# question: b\n\narive wire4\n": "sequences/x.txt:4: no such word",
	} {
		_, err := Load(fstest.MapFS{"sequences/x.txt": {Data: []byte(text)}}, "", check)
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", text, err, says)
		}
	}
}
