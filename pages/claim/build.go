package claim

import (
	"net/url"
	"strings"

	"echomq.dev/course/keyspace"
	"echomq.dev/course/pages/told"
	"echomq.dev/course/pages/web"
	"echomq.dev/course/sim/console"
	"echomq.dev/course/sim/prefix"
	"echomq.dev/course/sim/scenario"
)

// Build is what can be added to a sequence besides an arrival at once, and how
// its node can be otherwise.
type Build struct {
	Bound      string // why nothing more can be added; "" while it can
	Action     string
	Fields     []Header // the whole state, for the forms that add to it
	Holds      []Pick   // who can be held, under the name As
	As         string
	HoldOpen   bool // its fold, because it was just used
	Reconnects []Pick
	Del        Link
	Set        Typed
	Console    Typed
	Groups     []console.Group
	Node       []Row
	NodeOpen   bool
}

// Typed is a text field that makes a move.
type Typed struct {
	ID      string
	Value   string // what was typed and refused
	Refused string // why
	Open    bool
}

// Pick is a link with what it leads to.
type Pick struct {
	ID, Label string
	Current   bool
	Link      Link
}

// Row is one thing about the node, with its choices.
type Row struct {
	Label string
	Picks []Pick
}

// typed is what came from one of the two fields and was refused.
type typed struct{ param, value, why string }

func (b builder) build(v *prefix.View) Build {
	st := b.st
	moves := st.sc.Moves
	last := scenario.Move{}
	if n := len(moves); n > 0 {
		last = moves[n-1]
	}
	g := Build{
		Bound: crowded(len(moves)), Action: b.site.Path(Path), Fields: fields(st.sc), As: freeName(v),
		HoldOpen: last.Kind == scenario.Hold,
		Set:      b.typedField("set", last.Kind == scenario.Set || last.Kind == scenario.Del),
		Console:  b.typedField("redis", last.Kind == scenario.Redis),
		Groups:   console.Commands(), Node: b.node(), NodeOpen: st.sc.Node != "" || st.sc.User != "" || st.sc.DB != 0,
	}
	// What a field sends may be three times as long as what is typed into it.
	room := len(b.link(st).Href) + len("&do=redis:") + 3*scenario.MaxValue
	if g.Bound == "" && (b.link(st).Href == "" || room > web.MaxURL) {
		g.Bound = tooLong()
	}
	if g.Bound != "" {
		return g
	}
	if g.As != "" {
		for _, actor := range scenario.Actors() {
			m := scenario.Move{Kind: scenario.Hold, Name: g.As, Actor: actor}
			g.Holds = append(g.Holds, Pick{ID: b.id + "-hold-" + actor, Label: told.Role(actor, ""), Link: b.link(st.then(m))})
		}
	}
	for _, a := range v.Arrivals {
		if a.Live {
			m := scenario.Move{Kind: scenario.Reconnect, Name: a.Name}
			g.Reconnects = append(g.Reconnects, Pick{ID: b.id + "-reconnect-" + a.Name, Label: told.Role(a.Actor, "") + " " + a.Name, Link: b.link(st.then(m))})
		}
	}
	g.Del = b.link(st.then(scenario.Move{Kind: scenario.Del}))
	return g
}

func (b builder) typedField(param string, open bool) Typed {
	f := Typed{ID: b.id + "-" + param, Open: open}
	if b.typed.param == param {
		f.Value, f.Refused, f.Open = b.typed.value, b.typed.why, true
	}
	return f
}

// freeName is the first letter that nobody has come under, "" when there is none
// left or as many are held, or still connected, as can be.
func freeName(v *prefix.View) string {
	held := 0
	taken := map[string]bool{}
	for _, a := range v.Arrivals {
		taken[a.Name] = true
		if a.State == prefix.Waiting || a.Live {
			held++
		}
	}
	if held >= scenario.MaxHeld {
		return ""
	}
	for c := 'a'; c <= 'z'; c++ {
		if !taken[string(c)] {
			return string(c)
		}
	}
	return ""
}

// fields are a scenario's whole query for a form to send along.
func fields(sc scenario.Scenario) []Header {
	q, err := url.ParseQuery(sc.Query())
	if err != nil {
		panic("a scenario's query is none: " + err.Error())
	}
	var list []Header
	for _, name := range scenarioParams {
		for _, value := range q[name] {
			list = append(list, Header{name, formValue(value)})
		}
	}
	return list
}

// node are the choices of how the node is and who its clients come as. Each
// runs the same moves again, elsewhere.
func (b builder) node() []Row {
	pick := func(id, label string, change func(*scenario.Scenario)) Pick {
		sc := b.st.sc
		change(&sc)
		p := Pick{ID: b.id + "-" + id, Label: label, Current: sc.Query() == b.st.sc.Query()}
		to := b.st.with(sc)
		to.keep = b.st.keep
		p.Link = b.link(to)
		return p
	}
	ails := Row{Label: "The node"}
	for _, node := range append([]string{""}, scenario.Nodes()...) {
		ails.Picks = append(ails.Picks, pick("node-"+node, nodeName(node), func(sc *scenario.Scenario) { sc.Node = node }))
	}
	users := Row{Label: "Arrivals come as"}
	for _, user := range append([]string{""}, scenario.Users()...) {
		users.Picks = append(users.Picks, pick("user-"+user, userName(user), func(sc *scenario.Scenario) { sc.User = user }))
	}
	databases := Row{Label: "Everybody selects database"}
	offered := []int{0, 1}
	if b.st.sc.DB > 1 {
		offered = append(offered, b.st.sc.DB)
	}
	for _, db := range offered {
		databases.Picks = append(databases.Picks, pick(numbered("db-", db), numbered("", db), func(sc *scenario.Scenario) { sc.DB = db }))
	}
	return []Row{ails, users, databases}
}

func nodeName(node string) string {
	switch node {
	case "readonly":
		return "a read-only replica"
	case "full":
		return "over its memory limit"
	}
	return "takes reads and writes"
}

func userName(user string) string {
	switch user {
	case "noread":
		return "a user who may not read " + keyspace.VersionKey
	case "noget":
		return "a user without GET"
	case "noadmin":
		return "a user without admin rights"
	}
	return "a user who may do all"
}

// MoveLine is a move in the list of all, with the ways to another order.
type MoveLine struct {
	ID       string
	Text     string
	Up, Down Link // not set where the order would make no sense
}

// moves are the first n moves as text.
func (b builder) moves(n int) []MoveLine {
	var list []MoveLine
	for i, m := range b.st.sc.Moves[:n] {
		l := MoveLine{ID: numbered(b.id+"-m", i+1), Text: m.String()}
		if n == len(b.st.sc.Moves) && !b.compact {
			l.Up, l.Down = b.swapped(i-1, i), b.swapped(i, i+1)
		}
		list = append(list, l)
	}
	return list
}

// swapped leads to the sequence with two moves exchanged. A step cannot come
// before whom it steps is held: that order is not offered. Whether one makes
// sense otherwise is found by running it.
func (b builder) swapped(i, j int) Link {
	sc := b.st.sc
	if i < 0 || j >= len(sc.Moves) || sc.Moves[i] == sc.Moves[j] {
		return Link{}
	}
	if first := sc.Moves[i]; first.Kind == scenario.Hold && first.Name == sc.Moves[j].Name {
		return Link{}
	}
	sc.Moves = append([]scenario.Move(nil), sc.Moves...)
	sc.Moves[i], sc.Moves[j] = sc.Moves[j], sc.Moves[i]
	return b.link(b.st.with(sc))
}

// text is the scenario's text form with its first n moves alone.
func (b builder) text(n int) string {
	sc := b.st.sc
	sc.Moves = sc.Moves[:n]
	return strings.TrimSuffix(sc.String(), "\n") + "\n"
}
