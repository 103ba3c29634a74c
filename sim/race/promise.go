package race

import "echomq.dev/course/sim/trace"

// Promise is something that holds in every order with the fence as EchoMQ has
// it, whoever arrives. A race says where it did not hold.
type Promise string

// The promises.
const (
	// OneIdentity: whoever goes on has the identity that the node ends with.
	OneIdentity Promise = "one_identity"
	// FirstStays: no arrival puts another value in the place of one.
	FirstStays Promise = "first_stays"
	// OwnGoesOn: nobody is refused while {emq}:version holds its identity.
	OwnGoesOn Promise = "own_goes_on"
)

// Promises are all of them.
func Promises() []Promise { return []Promise{OneIdentity, FirstStays, OwnGoesOn} }

// broken are the promises that an order did not keep, as the node saw it.
func broken(t *trace.Trace) []Promise {
	var list []Promise
	kept := map[Promise]func(a *trace.Arrival) bool{
		OneIdentity: func(a *trace.Arrival) bool { return !a.Verdict.OK || holds(t.Value, a.Actor) },
		FirstStays: func(a *trace.Arrival) bool {
			for _, s := range a.Steps {
				if !s.Before.Absent() && s.After != s.Before {
					return false
				}
			}
			return true
		},
		OwnGoesOn: func(a *trace.Arrival) bool { return a.Verdict.OK || !holds(a.After, a.Actor) },
	}
	for _, p := range Promises() {
		for _, a := range t.Arrivals {
			if !kept[p](a) {
				list = append(list, p)
				break
			}
		}
	}
	return list
}

// holds reports whether a value is the identity that an actor stands for.
func holds(v trace.Value, actor string) bool {
	return v == trace.Value{Type: "string", Value: identity(actor)}
}

// Broken is in how many orders a promise did not hold.
func (r *Result) Broken(p Promise) int {
	n := 0
	for _, o := range r.Outcomes {
		for _, b := range o.Broken {
			if b == p {
				n += o.Orders
			}
		}
	}
	return n
}
