package lines

import (
	"fmt"
	"net/url"
	"strconv"

	"echomq.dev/course/pages/param"
	"echomq.dev/course/pages/web"
	"echomq.dev/course/sim/lines"
)

// example is the queue of a page that was asked about none.
const example = "payments"

// state is what a query asks about. beside is "" without a second queue: a
// queue of no name can be looked at alone, but not laid beside another.
type state struct {
	queue, beside string
	threads       int
}

// lenient reads the query of a page.
func lenient(q url.Values) (s state, err error) {
	s = state{queue: example, beside: q.Get("beside")}
	if q.Has("queue") {
		s.queue = q.Get("queue")
	}
	for name, value := range map[string]string{"queue": s.queue, "beside": s.beside} {
		if _, err := param.Bounded(name, value, lines.MaxQueue); err != nil {
			return state{}, err
		}
	}
	s.threads, err = threads(q.Get("threads"))
	return s, err
}

// strict reads the query of the API.
func strict(q url.Values) (s state, err error) {
	if err := param.Only(q, "queue", "beside", "threads"); err != nil {
		return state{}, err
	}
	if s.queue, err = param.Required(q, "queue", lines.MaxQueue); err != nil {
		return state{}, err
	}
	if s.beside, err = param.Optional(q, "beside", lines.MaxQueue); err != nil {
		return state{}, err
	}
	given, err := param.Optional(q, "threads", len("16"))
	if err != nil {
		return state{}, err
	}
	s.threads, err = threads(given)
	return s, err
}

// threads reads how many threads the store has.
func threads(given string) (int, error) {
	if given == "" {
		return lines.DefaultThreads, nil
	}
	n, err := strconv.Atoi(given)
	if err != nil || n < lines.MinThreads || n > lines.MaxThreads {
		return 0, web.BadParam("threads", given, fmt.Sprintf("a whole number from %d to %d", lines.MinThreads, lines.MaxThreads))
	}
	return n, nil
}

// result runs the simulator.
func (s state) result() lines.Result {
	r := lines.Of(s.queue)
	if s.beside == "" {
		return r
	}
	return r.Beside(s.beside, s.threads)
}

// choices are the numbers of threads to choose from.
func choices() []string {
	list := make([]string, 0, lines.MaxThreads)
	for n := lines.MinThreads; n <= lines.MaxThreads; n++ {
		list = append(list, strconv.Itoa(n))
	}
	return list
}
