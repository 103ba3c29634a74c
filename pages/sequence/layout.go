package sequence

import (
	"echomq.dev/course/pages/sign"
	"echomq.dev/course/sim/prefix"
	"echomq.dev/course/sim/trace"
)

// Measures of the drawing, in pixels. Labels stand between the node and the
// first client, all at the same place and each behind its client's sign, so that
// they read as a list, on a narrow screen too.
const (
	nodeX     = 118        // middle of the node's line; values stand left of it
	signX     = nodeX + 22 // the sign of whoever sent the command, small
	labelX    = nodeX + 34
	firstX    = labelX + 252 // the first client
	laneWidth = 82
	edge      = 44 // right of the last client

	headH      = 58 // the heads, which a page can keep in sight
	topY       = 64 // below them
	rowHeight  = 44
	labelDown  = 13 // from a row's top to the foot of its label
	askDown    = 20 // to the command's arrow
	replyDown  = 34 // to the reply's, below the sign
	tickHeight = 15
	verdictH   = 30
	dropH      = 26
	waitH      = 34
	footH      = 10
)

// Diagram is a drawing, ready to be printed.
type Diagram struct {
	Width, Height int
	Lanes         []*lane
	Segments      []Segment
	Node          []Hold
	Values        []Value
	Rows          []Row
	Verdicts      []Verdict
	Drops         []Drop
	Waits         []Wait
}

// Segment is a piece of a lifeline.
type Segment struct {
	X, From, To int
	Dashed      bool // held back
}

// Hold is a piece of the node's line, filled while the key holds something.
type Hold struct {
	From, To int
	Absent   bool
}

// Value is what the key holds from here on.
type Value struct {
	Y    int
	Text string
	New  bool // since the view's own command
}

// Row is a command and its reply.
type Row struct {
	N                   int
	ID                  string
	Link                Link
	Says                string // all of it, for whoever does not see it
	Current             bool
	Y, Height           int
	Ask, Reply          int // where the two arrows are
	Command, ReplyShort string
	Error               bool
	Lane                *lane
	Ticks               []Tick
}

// Tick is a check that the node made.
type Tick struct {
	Y    int
	Name string
	OK   bool
}

// Verdict is how an arrival ended.
type Verdict struct {
	X, Y       int
	Tone, Word string
	New        bool // since the view's own command
}

// Drop is a connection that was lost under its client.
type Drop struct{ X, Y int }

// Wait is what a held client would send.
type Wait struct {
	Y    int
	Next string
	Lane *lane
}

// pen draws a view from the top.
type pen struct {
	view prefix.View
	link func(int) Link
	id   string
	d    Diagram
	of   []*lane
	y    int
	fill int // where the piece of the node's line began
}

func draw(id string, v prefix.View, link func(int) Link) Diagram {
	p := &pen{view: v, link: link, id: id, y: topY, fill: topY}
	p.d.Lanes, p.of = lanes(&p.view)
	p.come(0)
	sent := commands(&p.view)
	p.start(sent)
	for _, c := range sent {
		p.command(c)
		p.come(c.step.N)
	}
	p.wait()
	p.y += footH
	p.hold(p.view.Value.Absent())
	for _, l := range p.d.Lanes {
		l.end(p.y)
		p.d.Segments = append(p.d.Segments, l.segments...)
	}
	p.size()
	return p.d
}

// start says what the key holds at first.
func (p *pen) start(sent []at) {
	first := p.view.Value
	if len(sent) > 0 {
		first = sent[0].step.Before
	}
	p.d.Values = append(p.d.Values, Value{Y: topY + labelDown, Text: cut(holds(first), maxValue)})
	p.y += labelDown + 7
}

// come begins the lines of the held arrivals that came behind the n-th command.
func (p *pen) come(n int) {
	for i := range p.view.Arrivals {
		a := &p.view.Arrivals[i]
		if a.Since == n && (n == 0 || len(a.Steps) == 0 || a.Steps[0].N > n) {
			p.of[i].begin(p.y, true)
			if a.State == prefix.Finished && len(a.Steps) == 0 { // it never got as far as a command
				p.verdict(a, p.of[i])
			}
		}
	}
}

func (p *pen) command(c at) {
	l := p.of[c.index]
	if c.first && c.arrival.Reconnect {
		p.drop(l)
	}
	l.begin(p.y+4, false)
	r := Row{
		N: c.step.N, Y: p.y, Height: rowHeight, Ask: p.y + askDown, Reply: p.y + replyDown, Lane: l,
		Command: short(c.step.Command), ReplyShort: brief(c.step.Reply),
		Error: isError(c.step.Reply), Current: c.step.N == p.view.N,
		Says: "Command " + itoa(c.step.N) + ", " + who(c.arrival) + ": " + short(c.step.Command) + ", answered " + brief(c.step.Reply),
	}
	if c.last {
		for _, k := range c.arrival.Checks {
			r.Ticks = append(r.Ticks, Tick{Y: r.Ask + 11 + tickHeight*len(r.Ticks), Name: k.Check, OK: k.OK})
		}
		extra := tickHeight * len(r.Ticks)
		r.Reply += extra
		r.Height += extra
	}
	if p.id != "" {
		r.ID = p.id + "-" + itoa(r.N)
	}
	if p.link != nil {
		r.Link = p.link(r.N)
	}
	p.d.Rows = append(p.d.Rows, r)
	if c.step.Before != c.step.After {
		p.change(c.step, r.Reply-5, r.Current)
	}
	p.y += r.Height
	if c.last && !sign.ByHand(c.arrival.Actor) {
		p.verdict(c.arrival, l)
	}
}

// change ends a piece of the node's line where the key changed.
func (p *pen) change(s *trace.Step, y int, now bool) {
	was := p.y
	p.y = y
	p.hold(s.Before.Absent())
	p.y = was
	p.d.Values = append(p.d.Values, Value{Y: y + 4, Text: cut(holds(s.After), maxValue), New: now})
}

// hold draws the node's line from where it was left to here.
func (p *pen) hold(absent bool) {
	p.d.Node = append(p.d.Node, Hold{From: p.fill, To: p.y, Absent: absent})
	p.fill = p.y
}

// drop breaks the line of a connection that was lost. Its client goes on.
func (p *pen) drop(l *lane) {
	l.end(p.y + 4)
	p.d.Drops = append(p.d.Drops, Drop{X: l.X, Y: p.y + dropH/2})
	p.y += dropH
}

// verdict ends an arrival's line, but for a connection that stays open.
func (p *pen) verdict(a *prefix.Arrival, l *lane) {
	l.end(p.y)
	p.d.Verdicts = append(p.d.Verdicts, Verdict{X: l.X, Y: p.y, Tone: sign.Tone(a.Verdict.Outcome), Word: string(a.Verdict.Outcome), New: a == p.view.Arrival()})
	p.y += verdictH
	if a.Live || a.Lost {
		l.begin(p.y, false)
	}
}

// wait says of each held client what it would send.
func (p *pen) wait() {
	for i := range p.view.Arrivals {
		a := &p.view.Arrivals[i]
		if a.State != prefix.Waiting {
			continue
		}
		w := Wait{Y: p.y, Lane: p.of[i], Next: "its first command"}
		if a.Next != nil {
			w.Next = short(a.Next.Command)
		}
		p.d.Waits = append(p.d.Waits, w)
		p.y += waitH
	}
}

// size is the room that all of it takes.
func (p *pen) size() {
	right := firstX - laneWidth/2
	if n := len(p.d.Lanes); n > 0 {
		right = p.d.Lanes[n-1].X + edge
	}
	for _, r := range p.d.Rows {
		right = max(right, labelX+wide(itoa(r.N)+" "+r.Command+" → "+r.ReplyShort)+8)
	}
	p.d.Width, p.d.Height = right, p.y
}

func isError(reply string) bool { return len(reply) > 7 && reply[:7] == "(error)" }

// moved puts a group's origin somewhere.
func moved(x, y int) string { return "translate(" + itoa(x) + " " + itoa(y) + ")" }

// small does too, and makes the group smaller.
func small(x, y int) string { return moved(x, y) + " scale(.75)" }
