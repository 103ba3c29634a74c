// Package race runs two or three arrivals against each other in every order in
// which their commands can reach the node, and says what comes of each order.
//
// Nothing is worked out on paper. Each order is a run of its own, on a node of
// its own: the arrivals are held, and one of them at a time is let to send its
// next command. Who still has one to send is seen in the run, since what an
// arrival reads decides whether it sends another.
package race

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"echomq.dev/course/keyspace"
	"echomq.dev/course/sim/claim"
	"echomq.dev/course/sim/fence"
	"echomq.dev/course/sim/scenario"
	"echomq.dev/course/sim/trace"
	"echomq.dev/course/sim/variant"
)

// The fewest and the most arrivals of a race. Three that send three commands
// each make at most 1,680 orders; a fourth would make 369,600.
const (
	MinArrivals = 2
	MaxArrivals = 3
)

// names are those of the arrivals, in their order.
const names = "abc"

// Name is what the i-th arrival is called, counted from 0.
func Name(i int) string { return names[i : i+1] }

// Race is what is run.
type Race struct {
	Start   trace.Value     // {emq}:version before anybody comes
	Actors  []string        // of a, b and perhaps c: two or three of scenario.Actors
	Variant variant.Variant // the fence of the connectors that claim
}

// Result is what came of every order.
type Result struct {
	Race
	Orders   []Order   // each that can be, the earlier letters first
	Outcomes []Outcome // what they came to, in the order in which they were met
}

// Order is one order of the commands.
type Order struct {
	Order   string // who sent the first command, the second and so on: "abba"
	Outcome int    // which of the outcomes it came to, counted from 0
}

// Outcome is how a race can end. Orders that end with the same verdicts, the
// same value and the same promises broken have one outcome.
type Outcome struct {
	Verdicts []trace.Verdict // of a, b and perhaps c
	Value    trace.Value     // {emq}:version in the end
	Broken   []Promise       // what it breaks
	Orders   int             // how many orders came to it
	First    string          // the first of them
}

// Explore runs every order. An error is the race's, the context's or the node's.
func Explore(ctx context.Context, r Race) (*Result, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	result := &Result{Race: r}
	for next, more := "", true; more; {
		w, err := r.walk(ctx, next)
		if err != nil {
			return nil, err
		}
		end := outcomeOf(w)
		i := slices.IndexFunc(result.Outcomes, end.is)
		if i < 0 {
			i = len(result.Outcomes)
			result.Outcomes = append(result.Outcomes, end)
		}
		result.Outcomes[i].Orders++
		result.Orders = append(result.Orders, Order{w.order, i})
		next, more = w.next()
	}
	return result, nil
}

// Ending are the orders that came to the i-th outcome, the earlier letters first.
func (r *Result) Ending(i int) []string {
	var list []string
	for _, o := range r.Orders {
		if o.Outcome == i {
			list = append(list, o.Order)
		}
	}
	return list
}

// Play runs one order and gives its trace. An order that cannot be, since
// somebody would move who has a verdict or not everybody has one behind it, is
// run as far as it can be, and on from there: played is what was run.
func Play(ctx context.Context, r Race, order string) (tr *trace.Trace, played string, err error) {
	if err := r.check(); err != nil {
		return nil, "", err
	}
	w, err := r.walk(ctx, order)
	return w.trace, w.order, err
}

func (r Race) check() error {
	if n := len(r.Actors); n < MinArrivals || n > MaxArrivals {
		return fmt.Errorf("race: %d arrivals; accepted: %d or %d", n, MinArrivals, MaxArrivals)
	}
	for _, actor := range r.Actors {
		if !slices.Contains(scenario.Actors(), actor) {
			return fmt.Errorf("race: %q is no actor; accepted: %s", actor, strings.Join(scenario.Actors(), ", "))
		}
	}
	return nil
}

// Claims reports whether anybody in the race may claim, and so runs the fence
// that the variant is one of.
func (r Race) Claims() bool {
	return slices.ContainsFunc(r.Actors, func(actor string) bool {
		_, connects := fence.Named(actor)
		return connects && actor != "wire6"
	})
}

// Varied reports whether somebody runs another fence than EchoMQ's.
func (r Race) Varied() bool { return r.Claims() && !r.Variant.Shipped() }

// Scenario is one order in the language of the stepper, which runs the fence as
// EchoMQ has it.
func (r Race) Scenario(order string) scenario.Scenario {
	s := r.held()
	for i := range len(order) {
		s = s.Then(step(order[i]))
	}
	return s
}

// held is the race before the first command: everybody is there and waits.
func (r Race) held() scenario.Scenario {
	s := scenario.New()
	s.Start = r.Start
	for i, actor := range r.Actors {
		s = s.Then(scenario.Move{Kind: scenario.Hold, Name: Name(i), Actor: actor})
	}
	return s
}

func step(name byte) scenario.Move {
	return scenario.Move{Kind: scenario.Step, Name: string(name)}
}

// walk is one order as it was run.
type walk struct {
	order string
	could []string // before each command, whoever had one to send
	trace *trace.Trace
}

// walk runs the order that begins with front, as far as front can be, and goes
// on with the first who has a command to send.
func (r Race) walk(ctx context.Context, front string) (walk, error) {
	s := r.held()
	run, err := claim.StartWith(s, r.Variant.Wire)
	if err != nil {
		return walk{}, err
	}
	defer run.Close()
	if err := run.Continue(ctx, s); err != nil {
		return walk{}, err
	}
	var (
		w     walk
		order []byte
	)
	for {
		could := r.waiting(run)
		if could == "" {
			break
		}
		next := could[0]
		if i := len(order); i < len(front) && strings.IndexByte(could, front[i]) >= 0 {
			next = front[i]
		}
		s = s.Then(step(next))
		if err := run.Continue(ctx, s); err != nil {
			return walk{}, err
		}
		order, w.could = append(order, next), append(w.could, could)
	}
	w.order, w.trace = string(order), run.Trace()
	return w, nil
}

// waiting are the names of those who have a command to send.
func (r Race) waiting(run *claim.Run) string {
	could := ""
	for i := range r.Actors {
		if name := Name(i); run.Waits(name) {
			could += name
		}
	}
	return could
}

// next is what the order after this one begins with: as this one, up to the
// last place where somebody else could have moved, and there the next of those.
func (w walk) next() (front string, more bool) {
	for i := len(w.order) - 1; i >= 0; i-- {
		later := w.could[i][strings.IndexByte(w.could[i], w.order[i])+1:]
		if later != "" {
			return w.order[:i] + later[:1], true
		}
	}
	return "", false
}

func outcomeOf(w walk) Outcome {
	o := Outcome{Value: w.trace.Value, Broken: broken(w.trace), First: w.order}
	for _, a := range w.trace.Arrivals {
		verdict := a.Verdict
		verdict.Text = "" // tells the way there, which differs from order to order
		o.Verdicts = append(o.Verdicts, verdict)
	}
	return o
}

// is reports whether two orders ended alike.
func (o Outcome) is(other Outcome) bool {
	return o.Value == other.Value && slices.Equal(o.Verdicts, other.Verdicts) && slices.Equal(o.Broken, other.Broken)
}

// identity is what an actor stands for: whoever goes on takes the node to be of
// that identity. The native module's callers are of its own.
func identity(actor string) string {
	if w, ok := fence.Named(actor); ok {
		return w.Identity
	}
	return keyspace.Wire6
}
