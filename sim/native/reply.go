package native

import (
	"strconv"
	"strings"
)

// shape reads numkeys, the keys and the words after them from a command's
// arguments. How many words there are is looked at before any of them, as a
// server does with every command.
func shape(command string, want, after int, args []string) (keys, rest []string, fault string) {
	if len(args) != 1+want+after {
		return nil, nil, wrongArity(command)
	}
	n, err := strconv.ParseInt(args[0], 10, 64)
	switch {
	case err != nil || strconv.FormatInt(n, 10) != args[0]:
		return nil, nil, errorReply("ERR value is not an integer or out of range")
	case n < 0:
		return nil, nil, errorReply("ERR Number of keys can't be negative")
	case n > int64(len(args)-1):
		return nil, nil, errorReply("ERR Number of keys can't be greater than number of args")
	case n != int64(want):
		return nil, nil, errorReply("ERR " + command + " takes exactly " + plural(want))
	}
	return args[1 : 1+want], args[1+want:], ""
}

func plural(keys int) string {
	if keys == 1 {
		return "1 key"
	}
	return strconv.Itoa(keys) + " keys"
}

func wrongArity(command string) string {
	return errorReply("ERR wrong number of arguments for '" + command + "' command")
}

// foundForeign is the text of a fence that found another identity. A server
// makes it with a C format, so the value ends at its first NUL.
func foundForeign(value string) string {
	value, _, _ = strings.Cut(value, "\x00")
	return "EMQWIRE expected " + Epoch + " found " + value
}

// errorReply is an error as RESP has it: one line, so CR and LF at the end are
// dropped and each of those inside becomes a space. Other bytes pass.
func errorReply(text string) string {
	text = strings.TrimRight(text, "\r\n")
	return "-" + strings.NewReplacer("\r", " ", "\n", " ").Replace(text) + "\r\n"
}

func bulk(s string) string { return "$" + strconv.Itoa(len(s)) + "\r\n" + s + "\r\n" }

func integer(n int) string { return ":" + strconv.Itoa(n) + "\r\n" }
