package claim

import (
	"strconv"

	"echomq.dev/course/pages/bytetext"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/web"
	"echomq.dev/course/sim/scenario"
	"echomq.dev/course/sim/trace"
)

// Figure is one live claim: the form that asks, and what came of it.
type Figure struct {
	ID     string // prefix of every id inside, and the id of the swap's target
	Pushes bool   // a change goes into the browser's history: on the simulator's own page
	Form   Form
	Strip  []Station // the start, then every arrival
	Shown  *Arrival  // nil while nobody has arrived
	Held   []Held
	Stuck  string // why no held arrival can be stepped; "" when they can
	Links  Links

	Transcript []Arrival // every arrival, in short
	Text       string    // the scenario in its text form

	Announce string // what a screen reader hears when the figure has changed
}

// Link is one address twice: for the browser, and for htmx in this figure.
type Link struct {
	Href string
	Get  string
}

// Links are the moves of the view that every state offers.
type Links struct {
	Keep, WhatIf Link // at most one is set
	Undo, Reset  Link // set when there is a move
	Permalink    Link
	JSON         string // "" when its address would be too long, as with every Link
	Latest       Link   // set while an earlier move's command is looked at
	Branch       Link   // set then too: forget what came after it
}

// Set reports whether there is such a link.
func (l Link) Set() bool { return l.Href != "" }

// Station is an arrival in the strip.
type Station struct {
	ID      string
	Number  int // counted from 1; 0 for the start
	Actor   string
	Name    string
	Outcome string
	Tone    string
	Value   Value
	Current bool
	Link    Link // not set for what has no command to go to
}

// Held is an arrival that waits.
type Held struct {
	ID    string
	Name  string
	Actor string
	Next  []Word
	Step  Link // not set when the sequence takes no further move
}

// builder makes the view of one state.
type builder struct {
	site layout.Site
	st   state
	tr   *trace.Trace
	id   string
}

// figure shapes a state and its run into what the templates draw.
func figure(site layout.Site, st state, tr *trace.Trace) Figure {
	b := builder{site: site, st: st, tr: tr, id: "claim"}
	if st.fig != "" {
		b.id = st.fig
	}
	at := b.cursor()
	f := Figure{
		ID: b.id, Pushes: st.fig == "", Form: b.form(), Strip: b.strip(at.arrival),
		Held: b.held(), Links: b.links(at), Text: tr.Scenario,
	}
	for i, a := range tr.Arrivals {
		f.Transcript = append(f.Transcript, arrivalView(b.id, i+1, a, 0))
	}
	if at.arrival >= 0 {
		a := arrivalView(b.id, at.arrival+1, tr.Arrivals[at.arrival], at.command)
		f.Shown = &a
	}
	for _, h := range f.Held {
		if f.Stuck = crowded(len(st.sc.Moves)); f.Stuck == "" && !h.Step.Set() {
			f.Stuck = tooLong()
		}
	}
	f.Announce = f.announcement()
	return f
}

// announcement is the figure's news: the key's value where that is what was
// asked for, else the verdict.
func (f Figure) announcement() string {
	if f.Shown == nil || f.Links.WhatIf.Set() {
		next := f.Form.Bound
		if next == "" {
			next = "Who arrives next?"
		}
		return "{emq}:version holds " + f.Form.Found.plain() + ". " + next
	}
	return f.Shown.Actor + ": " + f.Shown.Outcome + ". " + bytetext.Plain(f.Shown.Text)
}

// link is the address of a state. There is none where it would be longer than
// what is served.
func (b builder) link(st state) Link {
	q := st.query()
	get := q
	if st.fig != "" {
		get = "fig=" + st.fig + "&" + q
	}
	l := Link{Href: b.site.Path(Path + "?" + q), Get: b.site.Path(Path + "?" + get)}
	if len(l.Href) > web.MaxURL || len(l.Get) > web.MaxURL {
		return Link{}
	}
	return l
}

func (b builder) strip(shown int) []Station {
	end := latest(b.st.sc.Moves, b.tr.Arrivals).arrival
	strip := []Station{{ID: b.id + "-s0", Value: valueView(b.tr.Start)}}
	for i, a := range b.tr.Arrivals {
		s := Station{
			ID: b.id + "-s" + strconv.Itoa(i+1), Number: i + 1, Actor: actorName(a.Actor), Name: a.Name,
			Outcome: string(a.Verdict.Outcome), Tone: tone(a.Verdict.Outcome),
			Value: valueView(a.After), Current: i == shown,
		}
		switch n := lastCommand(a); {
		case i == end:
			s.Link = b.link(b.st.looking(0))
		case n > 0:
			s.Link = b.link(b.st.looking(n))
		}
		strip = append(strip, s)
	}
	return strip
}

func (b builder) held() []Held {
	var held []Held
	for _, a := range b.tr.Arrivals {
		if a.Verdict.Outcome != trace.Held || a.Name == "" {
			continue
		}
		h := Held{ID: b.id + "-step-" + a.Name, Name: a.Name, Actor: actorName(a.Actor)}
		if a.Next != nil {
			h.Next = words(a.Next.Command)
		}
		if crowded(len(b.st.sc.Moves)) == "" {
			h.Step = b.link(b.st.with(b.st.sc.Then(scenario.Move{Kind: scenario.Step, Name: a.Name})))
		}
		held = append(held, h)
	}
	return held
}

func (b builder) links(at cursor) Links {
	st := b.st
	l := Links{Permalink: b.link(st), JSON: b.site.Path(APIPath + "?" + st.sc.Query())}
	if len(l.JSON) > web.MaxURL {
		l.JSON = ""
	}
	if len(st.sc.Moves) == 0 {
		return l
	}
	l.Undo = b.link(st.with(st.sc.Undo()))
	l.Reset = b.link(st.with(st.sc.Reset()))
	switch {
	case !st.kept():
		l.Keep = b.link(st.keeping(true))
	case st.keep && !st.keeping(false).kept():
		l.WhatIf = b.link(st.keeping(false))
	}
	if n := at.through(st.sc.Moves, b.tr.Arrivals); n < len(st.sc.Moves) {
		l.Latest = b.link(st.looking(0))
		sc := st.sc
		sc.Moves = sc.Moves[:n]
		l.Branch = b.link(st.with(sc))
	}
	return l
}
