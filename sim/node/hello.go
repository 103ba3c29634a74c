package node

import (
	"fmt"
	"strings"

	"github.com/alicebob/miniredis/v2/server"
)

// hello answers HELLO 3 in miniredis's place, which gives every connection the
// same id and lists a module that this node does not have. What the node says
// of itself is true: it is a miniredis, it names the native module exactly when
// that is loaded, and a read-only node is a replica. With AUTH and a user of
// the course the client comes as that user. Other forms are left to miniredis.
func (n *Node) hello(client *server.Peer, args []string) (answered bool) {
	if len(args) == 0 || args[0] != "3" {
		return false
	}
	switch {
	case len(args) == 1:
	case len(args) == 4 && strings.EqualFold(args[1], "AUTH") && n.set.User != "" && args[2] == n.set.User && args[3] == n.set.User:
		n.enter(client, args[2], false)
		client.OnDisconnect(func() { n.leave(client) })
	default:
		return false
	}
	modules := "*0\r\n"
	if n.set.Module {
		modules = "*1\r\n%2\r\n" + bulks("name", "trafikey") + bulks("ver") + ":6\r\n"
	}
	role := "master"
	if n.set.ReadOnly {
		role = "replica"
	}
	client.Resp3 = true
	client.WriteRaw("%7\r\n" +
		bulks("server", "miniredis", "version", "8.4.0", "proto") + ":3\r\n" +
		bulks("id") + fmt.Sprintf(":%d\r\n", n.clients.Add(1)) +
		bulks("mode", "standalone", "role", role, "modules") + modules)
	return true
}

func bulks(words ...string) string {
	var b strings.Builder
	for _, w := range words {
		fmt.Fprintf(&b, "$%d\r\n%s\r\n", len(w), w)
	}
	return b.String()
}
