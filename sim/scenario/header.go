package scenario

import "strconv"

// header is a line or parameter that says something of the node or of the
// arrivals, besides the start and the module. Each may stand once.
type header struct {
	name  string
	read  func(s *Scenario, text string) *Error
	print func(s Scenario) string // empty for what it is without the header
}

func headers() []header {
	return []header{
		{"module", func(s *Scenario, text string) *Error {
			s.Module = text != "none"
			return choose("module", "is no state of the module", text, []string{"none", "loaded"})
		}, func(s Scenario) string {
			if s.Module {
				return ""
			}
			return "none"
		}},
		{"node", func(s *Scenario, text string) *Error {
			s.Node = text
			return choose("node", "is nothing that ails a node", text, Nodes())
		}, func(s Scenario) string { return s.Node }},
		{"user", func(s *Scenario, text string) *Error {
			s.User = text
			return choose("user", "is no user of the course", text, Users())
		}, func(s Scenario) string { return s.User }},
		{"db", func(s *Scenario, text string) *Error {
			n, err := strconv.Atoi(text)
			if err != nil || strconv.Itoa(n) != text || n < 0 || n > MaxDB {
				return &Error{Param: "db", Problem: "is no database", Accepted: "0 to 15"}
			}
			s.DB = n
			return nil
		}, func(s Scenario) string {
			if s.DB == 0 {
				return ""
			}
			return strconv.Itoa(s.DB)
		}},
	}
}

func choose(param, problem, text string, list []string) *Error {
	if contains(list, text) {
		return nil
	}
	return &Error{Param: param, Problem: problem, Accepted: choices(list)}
}
