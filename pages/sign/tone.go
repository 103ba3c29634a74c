package sign

import "echomq.dev/course/sim/trace"

// Tone is the style of an outcome, which has a word and a shape beside it.
func Tone(o trace.Outcome) string {
	switch {
	case o == trace.Held:
		return "is-wait"
	case o == trace.Done:
		return "is-neutral"
	case o == trace.Failed:
		return "is-lost"
	case o.OK():
		return "is-go"
	}
	return "is-stop"
}
