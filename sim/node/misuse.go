package node

import (
	"strconv"
	"strings"
)

// Errors of a server that looks at a command's arguments.
const (
	syntaxError = "ERR syntax error"
	noInteger   = "ERR value is not an integer or out of range"
	notPositive = "ERR value is out of range, must be positive"
)

// misused is a real server's error for arguments that miniredis takes, or
// refuses in other words; empty for all others.
func misused(command string, args []string) string {
	switch command {
	case "MSET":
		if len(args) >= 2 && len(args)%2 == 1 {
			return "ERR wrong number of arguments for 'mset' command"
		}
	case "SET":
		if len(args) > 2 {
			return misusedSet(args[2:])
		}
	case "LPOP", "RPOP":
		if len(args) > 2 {
			return "ERR wrong number of arguments for '" + strings.ToLower(command) + "' command"
		}
		if len(args) == 2 {
			if n, ok := integer(args[1]); !ok || n < 0 {
				return notPositive
			}
		}
	}
	return ""
}

// misusedSet is for the options behind SET's key and value. NX excludes XX, and
// of the times to live there is one at most.
func misusedSet(options []string) string {
	var only, lives, seconds string
	for i := 0; i < len(options); i++ {
		switch o := strings.ToUpper(options[i]); o {
		case "NX", "XX":
			if only != "" && only != o {
				return syntaxError
			}
			only = o
		case "GET":
		case "KEEPTTL":
			if lives != "" && lives != o {
				return syntaxError
			}
			lives = o
		case "EX", "PX", "EXAT", "PXAT":
			if lives != "" || i+1 == len(options) {
				return syntaxError
			}
			i++
			lives, seconds = o, options[i]
		default:
			return syntaxError
		}
	}
	if lives == "" || lives == "KEEPTTL" {
		return ""
	}
	switch n, ok := integer(seconds); {
	case !ok:
		return noInteger
	case n <= 0:
		return "ERR invalid expire time in 'set' command"
	}
	return ""
}

// integer reads a number as a server does: in the one form that it would print.
func integer(s string) (int64, bool) {
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil && strconv.FormatInt(n, 10) == s
}
