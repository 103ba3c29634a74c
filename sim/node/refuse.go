package node

import (
	"slices"

	"echomq.dev/course/keyspace"
)

// The ways in which a real server says no before it looks at a command's keys.
// miniredis knows none of them.
const (
	readOnly  = "READONLY You can't write against a read only replica."
	outOfRoom = "OOM command not allowed when used memory > 'maxmemory'."
	noKey     = "NOPERM No permissions to access a key"
)

// command is what a server's command table says of a command, as far as a
// refusal depends on it.
type command struct {
	min, max int  // arguments; a max of -1 is no bound
	write    bool // refused by a read-only replica
	denyOOM  bool // refused over the memory limit
	admin    bool // of the category admin
}

// commandTable has the commands that write, and those that the users of the
// course may be refused. INSTALL lacks the deny-oom flag.
func commandTable(name string) (command, bool) {
	switch name {
	case "GET":
		return command{min: 1, max: 1}, true
	case "EMQ.INSTALL":
		return command{min: 2, max: 2, write: true, admin: true}, true
	case "EMQ.ENQUEUE":
		return command{min: 4, max: 4, write: true, denyOOM: true}, true
	case "DEL", "RPOP", "LPOP":
		return command{min: 1, max: -1, write: true}, true
	case "PERSIST", "GETDEL":
		return command{min: 1, max: 1, write: true}, true
	case "HDEL", "SREM", "ZREM":
		return command{min: 2, max: -1, write: true}, true
	case "EXPIRE":
		return command{min: 2, max: -1, write: true}, true
	case "RENAME":
		return command{min: 2, max: 2, write: true}, true
	case "INCR", "DECR":
		return command{min: 1, max: 1, write: true, denyOOM: true}, true
	case "SETNX", "APPEND", "INCRBY", "DECRBY":
		return command{min: 2, max: 2, write: true, denyOOM: true}, true
	case "SET", "MSET", "LPUSH", "RPUSH", "SADD":
		return command{min: 2, max: -1, write: true, denyOOM: true}, true
	case "HSET", "ZADD":
		return command{min: 3, max: -1, write: true, denyOOM: true}, true
	}
	return command{}, false
}

// refuse is the error that a client gets in place of an answer, or empty. Of
// two that apply the one further up wins; a wrong number of words stands above
// both and is left to whoever serves the command.
func (n *Node) refuse(user, name string, args []string) string {
	c, ok := commandTable(name)
	if !ok || len(args) < c.min || c.max >= 0 && len(args) > c.max {
		return ""
	}
	if no := forbid(user, name, c, args); no != "" {
		return no
	}
	switch {
	case n.set.ReadOnly && c.write:
		return readOnly
	case n.set.Full && c.denyOOM:
		return outOfRoom
	}
	return ""
}

// forbid applies the rules of a user. Each of the course's users may do all but
// one thing.
func forbid(user, name string, c command, args []string) string {
	switch user {
	case "noget": // +@all -get
		if name == "GET" {
			return noCommand(user, "get")
		}
	case "noadmin": // +@all -@admin
		if c.admin {
			return noCommand(user, name)
		}
	case "noread": // %W~{emq}:version ~emq:*
		if (name == "GET" || name == "EMQ.INSTALL") && slices.Contains(args, keyspace.VersionKey) {
			return noKey
		}
	}
	return ""
}

func noCommand(user, name string) string {
	return "NOPERM User " + user + " has no permissions to run the '" + name + "' command"
}
