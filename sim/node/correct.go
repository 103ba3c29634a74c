package node

import (
	"strings"

	"github.com/alicebob/miniredis/v2/server"
)

// correct is what every command passes before miniredis looks at it. It
// answers in miniredis's place where a real server would say something else,
// and for what the node does not offer.
func (n *Node) correct(srv *server.Server) server.Hook {
	return func(client *server.Peer, command string, args ...string) (answered bool) {
		if command == "HELLO" && n.hello(client, args) {
			return true
		}
		if !offered(command) || !srv.IsRegisteredCommand(command) {
			client.WriteRaw(unknownCommand(command, args))
			return true
		}
		user, inside := n.who(client)
		if inside {
			return false
		}
		no := n.refuse(user, command, args)
		if no == "" {
			no = misused(command, args)
		}
		if no != "" {
			client.WriteRaw("-" + no + "\r\n")
			return true
		}
		return false
	}
}

// offered says no to what cannot be bounded inside one process: a script can
// loop for ever with the node's lock held, and then the node cannot even be
// closed; a blocking read holds its connection; a subscription blocks Close.
// It also keeps the native module's promise that no script may call it.
func offered(command string) bool {
	switch command {
	case "EVAL", "EVALSHA", "EVAL_RO", "EVALSHA_RO", "SCRIPT",
		"SUBSCRIBE", "PSUBSCRIBE", "BLPOP", "BRPOP", "BRPOPLPUSH", "BLMOVE",
		"BZPOPMIN", "BZPOPMAX", "BZMPOP", "XREAD", "XREADGROUP", "WAIT":
		return false
	}
	return true
}

// unknownCommand is the reply of a real server to a command it does not have.
// The name is cut at 128 bytes, and words of the arguments are added for as
// long as they take fewer than 128 together. miniredis says it otherwise. A
// server repeats the name as it was typed; miniredis hands it on in upper case.
func unknownCommand(command string, args []string) string {
	const limit = 128
	var b strings.Builder
	b.WriteString("-ERR unknown command '")
	b.WriteString(printable(upTo(limit, command)))
	b.WriteString("', with args beginning with: ")
	used := 0
	for _, a := range args {
		if used >= limit {
			break
		}
		a = upTo(limit-used, a)
		b.WriteString("'" + printable(a) + "' ")
		used += len(a) + len("'' ")
	}
	b.WriteString("\r\n")
	return b.String()
}

// upTo is what the server's format %.*s takes of s: at most n bytes, and none
// from a NUL on.
func upTo(n int, s string) string {
	s, _, _ = strings.Cut(s[:min(len(s), n)], "\x00")
	return s
}

// printable keeps an error reply on its one line.
func printable(s string) string {
	return strings.NewReplacer("\r", " ", "\n", " ").Replace(s)
}
