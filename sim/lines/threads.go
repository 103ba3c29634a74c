package lines

// Bounds on the threads of the store that is imagined, and how many it has
// unless told otherwise.
const (
	MinThreads     = 2
	MaxThreads     = 16
	DefaultThreads = 4
)

// Threads is the keys of two queues on the threads of a store that puts a key
// where its hashtag says, and the whole key where it has none.
//
// The thread is the slot modulo the number of threads. That is a stand-in: such
// a store has a hash of its own, and would give other numbers. What does not
// depend on the hash is shown truly: equal hashtags go to one thread.
type Threads struct {
	Count  int
	Beside Result // the second queue
	Lanes  []Lane // one for each thread, in order
}

// Lane is what one thread holds of the two queues, the first queue's keys and
// then the second's.
type Lane struct {
	V1, Emq1 [2][]Key
}

// Beside lays a second queue beside the first, on a store with that many
// threads. The number must be within the bounds.
func (r Result) Beside(queue string, threads int) Result {
	t := &Threads{Count: threads, Beside: Of(queue), Lanes: make([]Lane, threads)}
	for i, q := range []Result{r, t.Beside} {
		for _, k := range q.V1.Keys {
			lane := &t.Lanes[k.Slot%threads]
			lane.V1[i] = append(lane.V1[i], k)
		}
		for _, k := range q.Emq1.Keys {
			lane := &t.Lanes[k.Slot%threads]
			lane.Emq1[i] = append(lane.Emq1[i], k)
		}
	}
	r.Threads = t
	return r
}
