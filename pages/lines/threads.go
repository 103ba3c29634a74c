package lines

import (
	"fmt"
	"strconv"

	"echomq.dev/course/pages/bytetext"
	"echomq.dev/course/sim/lines"
)

// Threads is two queues on the threads of a store, ready to be drawn.
type Threads struct {
	Queues  [2]string // bytes
	Lanes   []Lane
	V1      string // what the lanes show, in words
	Emq1    string
	StandIn string // which rule placed the keys, and what does not depend on it
}

// Lane is one thread.
type Lane struct {
	Name     string
	V1, Emq1 []Share
}

// Share is how many keys of one queue a thread has.
type Share struct {
	Second bool // of the two queues
	Queue  string
	Keys   int
}

func threadsView(r lines.Result) *Threads {
	t := r.Threads
	if t == nil {
		return nil
	}
	v := &Threads{
		Queues: [2]string{r.Queue, t.Beside.Queue},
		StandIn: fmt.Sprintf("Each key stands on the thread that its slot modulo %d names. That is a stand-in: a store that locks on "+
			"hashtags has a hash of its own and would number the threads otherwise. Whatever its hash is, equal hashtags give one thread.", t.Count),
	}
	var v1, emq1 [2][]int
	for i, l := range t.Lanes {
		lane := Lane{Name: strconv.Itoa(i)}
		for q := range v.Queues {
			lane.V1 = share(lane.V1, q, v.Queues[q], len(l.V1[q]))
			lane.Emq1 = share(lane.Emq1, q, v.Queues[q], len(l.Emq1[q]))
			if len(l.V1[q]) > 0 {
				v1[q] = append(v1[q], i)
			}
			if len(l.Emq1[q]) > 0 {
				emq1[q] = append(emq1[q], i)
			}
		}
		v.Lanes = append(v.Lanes, lane)
	}
	v.V1 = fmt.Sprintf("On v1 %s, and %s.", spread(v.Queues[0], v1[0]), spread(v.Queues[1], v1[1]))
	v.Emq1 = fmt.Sprintf("On emq.1 %s, and %s.", spread(v.Queues[0], emq1[0]), spread(v.Queues[1], emq1[1]))
	switch {
	case len(emq1[0]) != 1 || len(emq1[1]) != 1 || emq1[0][0] != emq1[1][0]:
	case r.Wrap.Once == t.Beside.Wrap.Once:
		v.Emq1 += " Both names are wrapped alike, so these are the same keys twice."
	default:
		v.Emq1 += " That the two meet is chance; another number of threads may part them."
	}
	return v
}

// share adds a queue's keys on one thread, if there are any.
func share(list []Share, q int, queue string, keys int) []Share {
	if keys == 0 {
		return list
	}
	return append(list, Share{Second: q == 1, Queue: queue, Keys: keys})
}

// spread says on which threads a queue's keys are.
func spread(queue string, threads []int) string {
	name := bytetext.Plain(queue)
	if queue == "" {
		name = "the queue of no name"
	}
	switch len(threads) {
	case 0:
		return name + " is refused and has no keys"
	case 1:
		return fmt.Sprintf("all keys of %s are on thread %d", name, threads[0])
	}
	return fmt.Sprintf("the keys of %s are on %d threads", name, len(threads))
}
