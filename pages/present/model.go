package present

import (
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"echomq.dev/course/content"
	"echomq.dev/course/pages/bytetext"
	"echomq.dev/course/pages/keyview"
	"echomq.dev/course/pages/scenarioq"
	"echomq.dev/course/pages/sequence"
	"echomq.dev/course/pages/sign"
	"echomq.dev/course/pages/told"
	"echomq.dev/course/pages/web"
	"echomq.dev/course/sim/prefix"
	"echomq.dev/course/sim/scenario"
	"echomq.dev/course/sim/trace"
)

// stageID is the id of the swap's target, and begins those inside it.
const stageID = "stage"

// Stage is a sequence at one command, ready to be drawn. At the start it has
// no Exchange and says who will come.
type Stage struct {
	Title    string // the prepared sequence's, or the simulator's
	Question string // "" for a sequence that nobody prepared
	N        int    // the command that is shown; 0 at the start
	Exchange *Exchange
	Cast     []string // at the start: who will come, in order
	Was, Is  Value
	Changed  bool
	Said     string // what happened and why; bytes
	Verdict  *Verdict
	Diagram  templ.Component // nil while nobody is there
	Nav      Nav
	Announce string
}

// Exchange is a command with its reply.
type Exchange struct {
	Mark     sign.Mark
	Who      string
	Command  []keyview.Word
	Hidden   bool // the reply has not been asked for
	Reply    []string
	IsError  bool
	Function string // that sent it; "" where no Go of the course did
	Place    string // file:line
}

// Value is what the key holds.
type Value struct {
	Text   string // of anything but a string
	String string // the bytes of a string
	Quoted bool   // it is a string
}

// Verdict is how an arrival ended with this command.
type Verdict struct{ Tone, Word string }

// Nav are the addresses around the view, "" where there is nothing.
type Nav struct{ First, Back, Forward, Last, Page string }

// stage shapes a view. With ask the next command is shown too, without its
// reply; there is one then.
func (h Handler) stage(at scenarioq.View, tr *trace.Trace, ask bool) Stage {
	v := prefix.At(tr, at.At)
	s := Stage{
		Title: "Who may claim the node?", N: v.N,
		Was: valueOf(v.Was), Is: valueOf(v.Value), Changed: v.Changed(), Said: told.At(&v),
		Nav: h.nav(at, v.Total, ask),
	}
	if p, ok := h.prepared(at.Scenario); ok {
		s.Title, s.Question = p.Title, p.Question
	}
	marks := sign.Marks(tr.Arrivals)
	if a, step := v.Arrival(), v.Step(); a != nil {
		s.Exchange = exchange(marks[v.Current.Arrival], &a.Arrival, step)
		if o := a.Verdict.Outcome; v.Ended() && o != trace.Done {
			s.Verdict = &Verdict{Tone: sign.Tone(o), Word: string(o)}
		}
	}
	if ask {
		i, step := next(tr, v.N+1)
		s.ask(exchange(marks[i], tr.Arrivals[i], step))
	} else if v.N == 0 {
		s.Cast = cast(at.Scenario)
	}
	if len(v.Arrivals) > 0 {
		s.Diagram = sequence.Figure(stageID+"-diagram", v, func(n int) sequence.Link {
			to := h.link(scenarioq.View{Scenario: at.Scenario, At: n}, false)
			return sequence.Link{Href: to, Attributes: templ.Attributes{"hx-get": to}}
		})
	}
	s.Announce = s.announcement()
	return s
}

// ask turns the stage to the command that comes next: the value is what it
// finds, and nothing has been answered.
func (s *Stage) ask(e *Exchange) {
	s.N++
	s.Exchange = e
	s.Exchange.Hidden, s.Exchange.Reply, s.Exchange.IsError = true, nil, false
	s.Was, s.Changed, s.Verdict = s.Is, false, nil
	s.Said = told.Asked(s.Exchange.Who)
}

// next is the n-th command of the trace, which has as many, and the place of
// whoever sends it.
func next(tr *trace.Trace, n int) (arrival int, step *trace.Step) {
	for i, a := range tr.Arrivals {
		for j := range a.Steps {
			if a.Steps[j].N == n {
				return i, &a.Steps[j]
			}
		}
	}
	return 0, &trace.Step{} // a trace numbers its commands without gaps
}

func exchange(m sign.Mark, a *trace.Arrival, s *trace.Step) *Exchange {
	e := &Exchange{
		Mark: m, Who: told.Role(a.Actor, a.Name), Command: keyview.Words(s.Command), Reply: strings.Split(s.Reply, "\n"),
		IsError: strings.HasPrefix(s.Reply, "(error)"), Function: s.Source.Function,
	}
	if s.Source.File != "" {
		e.Place = s.Source.File + ":" + strconv.Itoa(s.Source.Line)
	}
	return e
}

func valueOf(v trace.Value) Value {
	switch v.Type {
	case "string":
		return Value{String: v.Value, Quoted: true}
	case "none":
		return Value{Text: "absent"}
	case "zset":
		return Value{Text: "a sorted set"}
	}
	return Value{Text: "a " + v.Type}
}

// cast are those who will come, in the order of the scenario, without what
// they will do.
func cast(sc scenario.Scenario) []string {
	var list []string
	for _, m := range sc.Moves {
		who := ""
		switch m.Kind {
		case scenario.Arrive, scenario.Hold:
			who = told.Role(m.Actor, m.Name)
		case scenario.Set, scenario.Del:
			who = told.Role("operator", "")
		case scenario.Redis:
			who = told.Role("console", "")
		case scenario.Reconnect:
			who = m.Name + ", reconnecting"
		}
		if who != "" && (len(list) == 0 || list[len(list)-1] != who || m.Kind == scenario.Arrive) {
			list = append(list, who)
		}
	}
	return list
}

// prepared is the prepared sequence that a scenario is.
func (h Handler) prepared(sc scenario.Scenario) (content.Sequence, bool) {
	query := sc.Query()
	i := slices.IndexFunc(h.Sequences, func(s content.Sequence) bool { return s.Query == query })
	if i < 0 {
		return content.Sequence{}, false
	}
	return h.Sequences[i], true
}

// nav leads forward in two steps, first to the command and then to its reply,
// and back in one.
func (h Handler) nav(at scenarioq.View, total int, ask bool) Nav {
	look := func(n int, ask bool) string {
		return h.link(scenarioq.View{Scenario: at.Scenario, At: n}, ask)
	}
	n := Nav{Page: h.Site.Path(scenarioq.Page + "?" + at.Query())}
	if len(n.Page) > web.MaxURL { // for want of room it leads to the end
		n.Page = h.Site.Path(scenarioq.Page + "?" + at.Scenario.Query())
	}
	if at.At > 0 || ask {
		n.First = look(0, false)
	}
	switch {
	case ask:
		n.Back = look(at.At, false)
		n.Forward = look(at.At+1, false)
	case at.At < total:
		n.Forward = look(at.At, true)
	}
	if !ask && at.At > 0 {
		n.Back = look(at.At-1, false)
	}
	if at.At < total {
		n.Last = look(scenarioq.Last, false)
	}
	return n
}

// link is the address of a view here, "" where it would be too long.
func (h Handler) link(v scenarioq.View, ask bool) string {
	to := scenarioq.Stage + "?" + v.Query()
	if ask {
		to += "&ask=1"
	}
	if to = h.Site.Path(to); len(to) > web.MaxURL {
		return ""
	}
	return to
}

// announcement is what a screen reader hears.
func (s Stage) announcement() string {
	said := bytetext.Plain(told.Capital(s.Said))
	if s.Exchange == nil {
		return "Before the first command. " + said
	}
	heard := "Command " + strconv.Itoa(s.N) + ", " + s.Exchange.Who + ": " + s.Exchange.command() + ". "
	if s.Exchange.Hidden {
		return heard + "Its reply is hidden."
	}
	return heard + "Reply: " + bytetext.Plain(strings.Join(s.Exchange.Reply, ", ")) + ". " + said
}

// long reports whether the exchange needs smaller type to leave room for the
// diagram: it would take more than three lines of a screen.
func (e Exchange) long() bool {
	const line = 36 // characters of the large type beside the key's value
	return len(e.command()) > line || len(e.Reply) > 1 || len(e.Reply) == 1 && len(e.Reply[0]) > line
}

// command is the command as text.
func (e Exchange) command() string {
	texts := make([]string, len(e.Command))
	for i, w := range e.Command {
		texts[i] = w.Text
	}
	return strings.Join(texts, " ")
}
