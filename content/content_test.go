package content

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"echomq.dev/course/content/gosource"
)

// permissive accepts whatever a page refers to.
var permissive = Checker{
	Figure:   func(string, string) error { return nil },
	Scenario: func(text string) (string, int, error) { return "text=" + text, 0, nil },
	Source: func(file, symbol string) (string, int, error) {
		return "func " + symbol + "() {}\n", 7, nil
	},
	Link: func(string) error { return nil },
}

// strict knows one simulator, one function, one path, and scenarios that have
// no line "nonsense".
var strict = Checker{
	Figure: func(simulator, query string) error {
		if simulator != "claim" {
			return fmt.Errorf("simulator %q: expected claim", simulator)
		}
		if strings.Contains(query, "nowhere") {
			return fmt.Errorf("do %q: expected wire4", "nowhere")
		}
		return nil
	},
	Scenario: func(text string) (string, int, error) {
		for i, line := range strings.Split(text, "\n") {
			if line == "nonsense" {
				return "", i + 1, fmt.Errorf("%q: expected start or arrive", line)
			}
		}
		return "start=absent", 0, nil
	},
	Source: func(file, symbol string) (string, int, error) {
		if file != "sim/fence/fence.go" || symbol != "Claim" {
			return "", 0, fmt.Errorf("symbol %q in %s: expected Claim", symbol, file)
		}
		return "func Claim() {}\n", 7, nil
	},
	Link: func(path string) error {
		if path != "/sim" {
			return errors.New(path + ": expected /sim")
		}
		return nil
	},
}

// The course's own pages load, and the source that they show is there.
func TestOwnPagesLoad(t *testing.T) {
	check := permissive
	check.Source = gosource.Tree{".": os.DirFS("..")}.Find
	course, err := Load(Files(), "", check)
	if err != nil {
		t.Fatal(err)
	}
	if len(course.Pages) == 0 {
		t.Fatal("no page")
	}
	for _, p := range course.Pages {
		if got, ok := course.Page(p.Path); !ok || got != p {
			t.Errorf("page %s is not found by its path", p.Path)
		}
		ids := map[string]bool{}
		for _, h := range p.TOC {
			if ids[h.ID] {
				t.Errorf("%s: id %q twice", p.SourceFile, h.ID)
			}
			ids[h.ID] = true
		}
	}
}
