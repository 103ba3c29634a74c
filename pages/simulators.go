package pages

import (
	"errors"

	"echomq.dev/course/pages/ask"
	"echomq.dev/course/pages/collide"
	"echomq.dev/course/pages/job"
	"echomq.dev/course/pages/key"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/lines"
	"echomq.dev/course/pages/race"
	"echomq.dev/course/pages/simindex"
	"echomq.dev/course/pages/slot"
	"echomq.dev/course/pages/source"
	"echomq.dev/course/sim/scenario"
)

// questions are the simulators that are asked by typing and choosing, in the
// order of the list.
func questions(site layout.Site, code *source.Library) []ask.Simulator {
	return []ask.Simulator{collide.New(site), key.New(site), slot.New(site), job.New(site), lines.New(site), race.New(site, code)}
}

// simulators are the entries of the list at /sim and /api.
func simulators(asked []ask.Simulator) []simindex.Simulator {
	list := []simindex.Simulator{
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
	}
	for _, s := range asked {
		entry := simindex.Simulator{Name: s.Name, Title: s.Title, About: s.About, Parameters: s.Parameters()}
		for _, state := range s.Worth {
			entry.Samples = append(entry.Samples, simindex.Sample(state))
		}
		list = append(list, entry)
	}
	return list
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
