package trace

import "echomq.dev/course/sim/resp"

// Who names the arrival in the middle of a sentence, without an article. Its own
// name stands in quotes, for one that is "a" would read as a word.
func (a *Arrival) Who() string {
	who := a.Actor
	switch a.Actor {
	case "wire2", "wire4", "wire6":
		who = "wire " + a.Actor[len("wire"):] + " connector"
	case "install":
		who = "administrator"
	case "enqueue":
		who = "caller of the native write verb"
	}
	if a.Name != "" {
		who += ` "` + a.Name + `"`
	}
	return who
}

// Waiting is the sentence for an arrival that is held. A run that ends there and
// a view that is cut there say the same.
func (a *Arrival) Waiting() string {
	if a.Next == nil {
		return "The " + a.Who() + " has arrived and has sent nothing yet."
	}
	return "The " + a.Who() + " waits. Its next command, " + resp.Words(a.Next.Command) + ", has not been sent."
}
