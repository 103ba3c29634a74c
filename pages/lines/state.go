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
func lenient(q url.Values) (state, error) {
	queue, err := param.Or(q, "queue", example, lines.MaxQueue)
	if err != nil {
		return state{}, err
	}
	return state{queue: queue}.more(q)
}

// strict reads the query of the API.
func strict(q url.Values) (state, error) {
	if err := param.Only(q, "queue", "beside", "threads"); err != nil {
		return state{}, err
	}
	queue, err := param.Required(q, "queue", lines.MaxQueue)
	if err != nil {
		return state{}, err
	}
	return state{queue: queue}.more(q)
}

// more reads what a query may leave out.
func (s state) more(q url.Values) (_ state, err error) {
	if s.beside, err = param.Optional(q, "beside", lines.MaxQueue); err != nil {
		return state{}, err
	}
	given, _, err := param.Once(q, "threads")
	if err != nil {
		return state{}, err
	}
	if s.threads, err = threads(given); err != nil {
		return state{}, err
	}
	return s, nil
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
