package sequences

import (
	"fmt"
	"sort"
	"strings"

	"echomq.dev/course/content"
	"echomq.dev/course/pages/scenarioq"
	"echomq.dev/course/pages/web"
	"echomq.dev/course/sim/scenario"
)

// Card is a prepared sequence on the shelf.
type Card struct {
	ID              string
	Title, Question string
	Text            string // the scenario without its title and question
	Step, Present   string // addresses, from before the first command
}

// Form takes a text of the reader's own.
type Form struct {
	Action string
	Text   string
	Bound  int // bytes that the text may take in an address
	Wrong  *Mistake
}

// Mistake is what is wrong with the text.
type Mistake struct {
	Text  string
	Lines []Line // the text, when the mistake is one line's
}

// Line is a line of the text, counted from 1.
type Line struct {
	Number int
	Text   string
	Wrong  bool
}

// mistake is a mistake as it was found; line 0 is the whole text.
type mistake struct {
	line int
	text string
}

func (h Handler) shelf() []Card {
	cards := make([]Card, 0, len(h.Sequences))
	for _, s := range h.Sequences {
		cards = append(cards, Card{
			ID: "seq-" + s.Name, Title: s.Title, Question: s.Question, Text: moves(s),
			Step:    h.Site.Path("/sim/claim?" + s.Query + "&at=0"),
			Present: h.Site.Path(scenarioq.Stage + "?" + s.Query + "&at=0"),
		})
	}
	return cards
}

// moves is a sequence's text without its first two lines, which the card has.
func moves(s content.Sequence) string {
	lines := strings.SplitN(s.Text, "\n", 3)
	return strings.TrimRight(lines[len(lines)-1], "\n")
}

func (h Handler) form(text string) Form {
	action := h.Site.Path(RunPath)
	return Form{Action: action, Text: strings.ToValidUTF8(text, "\uFFFD"), Bound: web.MaxURL - len(action) - len("?text=")}
}

// mistaken is the form with a mistake beside it.
func (f Form) mistaken(m mistake) Form {
	wrong := &Mistake{Text: m.text}
	if m.line > 0 {
		for i, line := range strings.Split(strings.ReplaceAll(f.Text, "\r\n", "\n"), "\n") {
			wrong.Lines = append(wrong.Lines, Line{Number: i + 1, Text: line, Wrong: i+1 == m.line})
		}
		wrong.Text = strings.TrimPrefix(wrong.Text, fmt.Sprintf("line %d: ", m.line))
		wrong.Text = fmt.Sprintf("Line %d: ", m.line) + wrong.Text
	}
	f.Wrong = wrong
	return f
}

// lineOf is the line of a text on which its n-th move stands: the first line
// up to which the text has as many.
func lineOf(text string, move int) int {
	lines := strings.Split(text, "\n")
	return 1 + sort.Search(len(lines)-1, func(i int) bool {
		sc, err := scenario.Parse(strings.Join(lines[:i+1], "\n"))
		return err == nil && len(sc.Moves) >= move
	})
}
