package node

import (
	"fmt"
	"strings"

	"github.com/alicebob/miniredis/v2/server"
)

// hello answers HELLO 3 in miniredis's place, which gives every connection the
// same id and lists a module that this node does not have. What the node says
// of itself is true: it is a miniredis, and it names the native module exactly
// when that is loaded. Other forms of HELLO are left to miniredis.
func (n *Node) hello(client *server.Peer) {
	modules := "*0\r\n"
	if n.module {
		modules = "*1\r\n%2\r\n" + bulks("name", "trafikey") + bulks("ver") + ":6\r\n"
	}
	client.Resp3 = true
	client.WriteRaw("%7\r\n" +
		bulks("server", "miniredis", "version", "8.4.0", "proto") + ":3\r\n" +
		bulks("id") + fmt.Sprintf(":%d\r\n", n.clients.Add(1)) +
		bulks("mode", "standalone", "role", "master", "modules") + modules)
}

func bulks(words ...string) string {
	var b strings.Builder
	for _, w := range words {
		fmt.Fprintf(&b, "$%d\r\n%s\r\n", len(w), w)
	}
	return b.String()
}
