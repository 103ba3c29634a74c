package sequence

import (
	"strings"

	"echomq.dev/course/keyspace"
	"echomq.dev/course/pages/bytetext"
	"echomq.dev/course/sim/resp"
	"echomq.dev/course/sim/trace"
)

// How much of a text stands in the drawing, in characters. The table has all.
const (
	maxCommand = 26
	maxReply   = 20
	maxValue   = 15
	maxName    = 11
	maxMessage = 96
)

// short is a command as an arrow has it: without {emq}:version, which nearly
// all of them are about, and without what the course always sends.
func short(command []string) string {
	switch {
	case len(command) == 0:
		return "(no command)"
	case strings.HasPrefix(command[0], "EMQ."):
		return cut(bytetext.Plain(command[0]), maxCommand)
	case len(command) > 1 && command[1] == keyspace.VersionKey:
		switch {
		case command[0] == "SET" && len(command) == 4 && strings.EqualFold(command[3], "NX"):
			return "SET … NX"
		case command[0] == "SET" && len(command) == 3:
			return "SET " + cut(resp.Quote(command[2]), maxCommand-len("SET "))
		case (command[0] == "GET" || command[0] == "DEL") && len(command) == 2:
			return command[0]
		}
	}
	return cut(full(command), maxCommand)
}

// full is a command as a person would type it.
func full(command []string) string {
	if len(command) == 0 {
		return "(no command)"
	}
	return resp.Words(command)
}

// brief is a reply as an arrow has it: of an error its first word, of several
// lines the first.
func brief(reply string) string {
	if reply == "" {
		return "no reply"
	}
	if text, isError := strings.CutPrefix(reply, "(error) "); isError {
		code, _, _ := strings.Cut(text, " ")
		return cut("(error) "+plain(code), maxReply)
	}
	line, _, more := strings.Cut(reply, "\n")
	if more {
		return cut(plain(line), maxReply-2) + " …"
	}
	return cut(plain(line), maxReply)
}

// holds is what the key holds, in one word where that is no string.
func holds(v trace.Value) string {
	switch v.Type {
	case "none":
		return "absent"
	case "string":
		return resp.Quote(v.Value)
	}
	return "(" + v.Type + ")"
}

// plain is bytes as text on one line.
func plain(s string) string { return bytetext.Plain(s) }

// cut is s up to a number of characters, the last of them a sign that there is
// more.
func cut(s string, most int) string {
	runes := []rune(s)
	if len(runes) <= most {
		return s
	}
	return string(runes[:most-1]) + "…"
}

// wide is about how many pixels a text takes in the drawing's type.
func wide(s string) int { return 8 * len([]rune(s)) }
