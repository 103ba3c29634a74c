package pages

import (
	"errors"

	"echomq.dev/course/pages/simindex"
	"echomq.dev/course/sim/scenario"
)

// simulators are the entries of the list at /sim and /api.
func simulators() []simindex.Simulator {
	return []simindex.Simulator{
		{
			Name: "claim", Title: "Who may claim the node?",
			About:      "Choose what {emq}:version holds and who arrives. The arrival runs against a live node, and every command, reply and byte of it is shown.",
			Parameters: []string{"start", "module", "node", "user", "db", "do", "at"},
			Samples: []simindex.Sample{
				{Query: "start=absent&do=wire4", Name: "A wire 4 connector finds an empty node"},
				{Query: "start=absent&do=install&do=wire4", Name: "An installed node and a wire 4 connector"},
				{Query: "start=absent&do=wire4&do=enqueue", Name: "A claimed node and a native write"},
				{Query: "start=absent&do=hold:a:wire2&do=hold:b:wire4&do=step:a&do=step:b&do=step:b&do=step:a", Name: "Two connectors race for an empty key"},
			},
		},
		{
			Name: "collide", Title: "Can a queue collide with the reserve?",
			About:      "Type any queue name. Its pending key and {emq}:version are laid side by side, byte for byte, with their hashtags and slots.",
			Parameters: []string{"queue"},
			Samples: []simindex.Sample{
				{Query: "queue=emq", Name: "The queue named emq"},
				{Query: "queue=%7Dx", Name: "A name that empties the hashtag"},
			},
		},
		{
			Name: "key", Title: "Where does this key live?",
			About:      "Give any key. Its bytes tell whether it lies in queue space, in the reserve or in neither, and in which slot.",
			Parameters: []string{"key"},
			Samples: []simindex.Sample{
				{Query: "key=%7Bemq%7D:version", Name: "The version key"},
				{Query: "key=emq:%7Borders%7D:job:JOB0Nb1VTbfnu4", Name: "A job’s row"},
				{Query: "key=emq:payments:wait", Name: "A key of the first line"},
			},
		},
		{
			Name: "slot", Title: "Which slot does this key land in?",
			About:      "Give any key and follow it: the first braces, the bytes that are hashed, CRC16 one byte at a time, and the place among 16384 slots.",
			Parameters: []string{"key"},
			Samples: []simindex.Sample{
				{Query: "key=123456789", Name: "The published check value"},
				{Query: "key=emq:%7Borders%7D:pending", Name: "A queue’s key"},
				{Query: "key=%7B%7Ba%7D%7D", Name: "Braces that do not nest"},
			},
		},
		{
			Name: "job", Title: "What is in the key of a job?",
			About:      "A job’s key with every field named, and its branded id taken apart to the bit, or the byte at which it is refused.",
			Parameters: []string{"queue", "id"},
			Samples: []simindex.Sample{
				{Query: "queue=orders&id=EMQ0OGUWI87UdF", Name: "An id with a node and a sequence"},
				{Query: "queue=orders&id=USRAzL8n0Y58m8", Name: "One more than the largest"},
			},
		},
		{
			Name: "lines", Title: "What do the braces change?",
			About:      "One queue’s keys on v1 and on emq.1, side by side, over the slots of a cluster and on the threads of a store.",
			Parameters: []string{"queue", "beside", "threads"},
			Samples: []simindex.Sample{
				{Query: "queue=payments", Name: "Twelve slots become one"},
				{Query: "queue=orders&beside=payments", Name: "Two queues on four threads"},
				{Query: "queue=emq", Name: "The name that emq.1 keeps back"},
			},
		},
	}
}

// written turns the text form of a scenario into the query of its figure, and
// tells the line of a mistake.
func written(text string) (query string, line int, err error) {
	sc, err := scenario.Parse(text)
	if err != nil {
		if e, ok := errors.AsType[*scenario.Error](err); ok {
			return "", e.Line, err
		}
		return "", 0, err
	}
	return sc.Query(), 0, nil
}
