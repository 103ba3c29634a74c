package claim

import (
	"slices"

	"github.com/a-h/templ"

	"echomq.dev/course/pages/embedsnippet"
	"echomq.dev/course/pages/keyview"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/scenarioq"
	"echomq.dev/course/pages/sequence"
	"echomq.dev/course/pages/sign"
	"echomq.dev/course/pages/source"
	"echomq.dev/course/pages/told"
	"echomq.dev/course/pages/valuediff"
	"echomq.dev/course/pages/web"
	"echomq.dev/course/pages/wire"
	"echomq.dev/course/sim/prefix"
	"echomq.dev/course/sim/scenario"
	"echomq.dev/course/sim/trace"
)

// Figure is one sequence at one of its commands, and what can be added to it.
type Figure struct {
	ID       string // prefix of every id inside, and the id of the swap's target
	Pushes   bool   // a change goes into the browser's history: on the simulator's own page
	Compact  bool   // it is one of several things on a page
	Lean     bool   // and came with it: what few look at follows when they ask
	Alone    bool   // and nothing of it can follow, so all but the rarer moves is there
	Strip    []Station
	NoModule bool
	Nobody   bool // has arrived
	Bar      Bar
	Earlier  bool // an earlier point than the end
	Said     Said
	Held     []Held
	Stuck    string // why no held arrival can be stepped; "" when they can
	Node     valuediff.View

	Exchanges []Exchange
	Coming    int        // commands that are still to come
	Alive     []Exchange // of the arrival at the cursor
	Handshake []Exchange // of it, too
	Step      *Step      // nil before the first command
	Diagram   templ.Component
	Lanes     int // lifelines in it, besides the node's

	Form  Form
	Build Build
	Moves []MoveLine
	Text  string // the scenario in its text form, as far as the view goes
	Later int    // moves that are not in it
	Links Links
	Embed embedsnippet.Frame // this view, for other sites

	Announce string // what a screen reader hears when the figure has changed
}

// Step is the evidence of the command at the cursor.
type Step struct {
	Bytes  wire.View
	Source source.View
	By     string // id of the source's element
}

// Link is one address twice: for the browser, and for htmx in this figure.
type Link struct {
	Href string
	Get  string
}

// Links are the moves of the view that every state offers.
type Links struct {
	Keep, WhatIf      Link // at most one is set
	Undo, Redo, Reset Link // set when there is a move, or one that was taken back
	Permalink         Link
	JSON              string // "" when its address would be too long, as with every Link
	Mermaid, SVG      string // of the view
	Present           string
	Race              string // every order of a sequence that is one
	Latest            Link   // set while an earlier point is looked at
	Branch            Link   // set then too, where there is something after it to forget
}

// Set reports whether there is such a link.
func (l Link) Set() bool { return l.Href != "" }

// builder makes the view of one state.
type builder struct {
	site    layout.Site
	sources *source.Library
	st      state
	tr      *trace.Trace
	typed   typed // what was typed and refused
	id      string
	compact bool
	lean    bool // leaves out the evidence and the rarer moves
	alone   bool // leaves out the rarer moves alone
	marks   []sign.Mark
}

// figure shapes a state and its run into what the templates draw.
func (b builder) figure() Figure {
	b.id, b.compact = "claim", b.st.fig != ""
	if b.compact {
		b.id = b.st.fig
	}
	b.marks = sign.Marks(b.tr.Arrivals)
	v, at := b.view()
	moves := at.through(b.st.sc.Moves, b.tr.Arrivals)
	if !b.st.looks || v.N == v.Total && at == latest(b.st.sc.Moves, b.tr.Arrivals) {
		moves = len(b.st.sc.Moves)
	}
	earlier := moves < len(b.st.sc.Moves) || v.N < v.Total
	f := Figure{
		Embed: embedsnippet.Frame{Site: b.site, ID: b.id, Simulator: "claim", Title: "Who may claim the node?", Query: b.st.query()},
		ID:    b.id, Pushes: !b.compact, Compact: b.compact, Lean: b.lean, Alone: b.alone, Strip: b.strip(&v, at), Nobody: len(b.tr.Arrivals) == 0, NoModule: !b.st.sc.Module,
		Bar: b.bar(&v, earlier), Earlier: earlier, Said: b.said(&v, at), Node: valuediff.At(b.tr, v.N),
		Exchanges: b.exchanges(v, at), Coming: v.Total - v.N,
		Moves: b.moves(moves), Text: b.text(moves), Later: len(b.st.sc.Moves) - moves,
	}
	f.Links = b.links(moves, earlier)
	f.Held, f.Stuck = b.held(&v, earlier)
	if !earlier {
		f.Form, f.Build = b.form(), b.build(&v)
	}
	if !b.lean {
		b.evidence(&f, &v, at)
	}
	f.Announce = f.announcement()
	return f
}

// evidence is what the figure shows besides what was said and what it led to.
func (b builder) evidence(f *Figure, v *prefix.View, at cursor) {
	for _, m := range b.marks[:len(v.Arrivals)] {
		f.Lanes = max(f.Lanes, m.Lane+1)
	}
	f.Diagram = sequence.Figure(b.id+"-seq", *v, b.arrow(v.Total))
	if at.arrival >= 0 {
		a := v.Arrivals[at.arrival]
		f.Handshake, f.Alive = outside(b.id+"-h", a.Handshake), outside(b.id+"-l", a.Alive)
	}
	if s := v.Step(); s != nil {
		f.Step = b.step(v, s)
	}
}

// step is the evidence of the view's command.
func (b builder) step(v *prefix.View, s *trace.Step) *Step {
	e := &Step{Bytes: wire.Of(b.id+"-bytes", s.Sent, s.Received), By: b.id + "-src"}
	ran := source.Ran(v.Arrival().Steps, s.Source.Function, v.N)
	for i := range ran {
		to := b.to(ran[i].N, v.Total)
		ran[i].Href, ran[i].Get = to.Href, to.Get
	}
	e.Source = b.sources.View(s.Source.Function, s.Source.File, ran, s.N)
	return e
}

// arrow is where the diagram's arrows lead.
func (b builder) arrow(total int) func(n int) sequence.Link {
	return func(n int) sequence.Link {
		to := b.to(n, total)
		return sequence.Link{Href: to.Href, Attributes: templ.Attributes{"hx-get": to.Get}}
	}
}

// announcement is the figure's news: the key's value where that is what was
// asked for, else the one sentence.
func (f Figure) announcement() string {
	if !f.Earlier && (f.Nobody || f.Links.WhatIf.Set()) {
		next := f.Form.Bound
		if next == "" {
			next = "Who arrives next?"
		}
		return "{emq}:version holds " + f.Form.Found.Plain() + ". " + next
	}
	if !f.Earlier {
		return f.Said.plain()
	}
	return f.Said.plain() + " " + f.Bar.position() + "."
}

// position is where the cursor stands, in words.
func (b Bar) position() string {
	if b.N == 0 {
		return numbered("Before the first command of ", b.Total)
	}
	return numbered(numbered("Command ", b.N)+" of ", b.Total)
}

// link is the address of a state. There is none where it would be longer than
// what is served.
func (b builder) link(st state) Link {
	q := st.query()
	l := Link{Href: b.site.Path(Path + "?" + q)}
	l.Get = l.Href
	if st.fig != "" {
		l.Get = b.site.Path(Path + "?fig=" + st.fig + "&" + q)
	}
	if len(l.Href) > web.MaxURL || len(l.Get) > web.MaxURL {
		return Link{}
	}
	return l
}

// held are those who wait at the view's command.
func (b builder) held(v *prefix.View, earlier bool) (held []Held, stuck string) {
	for i, a := range v.Arrivals {
		if a.State != prefix.Waiting {
			continue
		}
		h := Held{ID: b.id + "-step-" + a.Name, Name: a.Name, Mark: b.marks[i], Actor: told.Role(a.Actor, "")}
		if a.Next != nil {
			h.Next = keyview.Words(a.Next.Command)
		}
		if why := crowded(len(b.st.sc.Moves)); why != "" {
			stuck = why
		} else if !earlier {
			h.Step = b.link(b.st.then(scenario.Move{Kind: scenario.Step, Name: a.Name}))
			if !h.Step.Set() {
				stuck = tooLong()
			}
		}
		held = append(held, h)
	}
	if earlier {
		stuck = ""
	}
	return held, stuck
}

func (b builder) links(moves int, earlier bool) Links {
	st := b.st
	view := state{sc: st.sc, looks: st.looks, at: st.at}.query()
	l := Links{
		Permalink: b.link(st), JSON: b.plain(APIPath, st.sc.Query()), Mermaid: b.plain(Path+"/diagram.mmd", view),
		SVG: b.plain(Path+"/diagram.svg", view), Present: b.plain(scenarioq.Stage, view),
	}
	if q := raceOf(st.sc, b.tr); q != "" {
		l.Race = b.plain(racePath, q)
	}
	if len(st.redo) > 0 && crowded(len(st.sc.Moves)) == "" {
		l.Redo = b.link(st.again())
	}
	if len(st.sc.Moves) == 0 {
		return l
	}
	if l.Undo = b.link(st.back()); !l.Undo.Set() {
		l.Undo = b.link(st.with(st.sc.Undo()))
	}
	l.Reset = b.link(st.with(st.sc.Reset()))
	switch {
	case !st.kept():
		l.Keep = b.link(st.keeping(true))
	case st.keep && !st.keeping(false).kept():
		l.WhatIf = b.link(st.keeping(false))
	}
	if earlier {
		l.Latest = b.link(st.latest())
		if moves < len(st.sc.Moves) {
			sc := st.sc
			sc.Moves = slices.Clip(sc.Moves[:moves])
			l.Branch = b.link(st.with(sc))
		}
	}
	return l
}

// plain is an address that is the same wherever it stands, "" for one that is
// too long.
func (b builder) plain(path, query string) string {
	to := b.site.Path(path + "?" + query)
	if len(to) > web.MaxURL {
		return ""
	}
	return to
}
