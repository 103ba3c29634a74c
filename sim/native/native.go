// Package native is the native module ("trafikey") as far as the course
// teaches it: three commands that guard themselves with {emq}:version.
//
//	EMQ.VERSION                             the module's identity
//	EMQ.INSTALL 1 {emq}:version             writes it into an absent key
//	EMQ.ENQUEUE 2 <pending> <job> <payload> a write verb, standing in for all
//
// The sources describe write verbs as a class; EMQ.ENQUEUE is the course's own
// stand-in, with the order of checks that the class has. Whether a node loads
// the module is the node's business: without Load its commands are unknown.
//
// Texts of errors are those of the specification's table of replies.
package native

import (
	"github.com/alicebob/miniredis/v2/server"

	"echomq.dev/course/keyspace"
	"echomq.dev/course/sim/resp"
	"echomq.dev/course/sim/trace"
)

// Epoch is the identity that the module requires in the version key, and the
// only one that it ever writes there.
const Epoch = keyspace.Wire6

// VersionKey is the module's mirror of the one reserved key in use.
const VersionKey = keyspace.VersionKey

// Module is the module as one node has loaded it.
type Module struct {
	server Server
	report func(trace.Check)
}

// Server runs commands inside the server on behalf of a client, in that client's
// database, and gives the reply. AsCaller applies the client's rights, AsServer
// does not: the command that the client sent has been let through already.
type Server struct {
	AsCaller, AsServer func(client *server.Peer, words ...string) resp.Value
}

// Load registers the module's commands on a server. Every check that a write
// verb makes is reported as it is made, in the goroutine that serves the
// command.
func Load(srv *server.Server, inside Server, report func(trace.Check)) error {
	m := &Module{server: inside, report: report}
	for _, c := range []struct {
		name    string
		handler func(client *server.Peer, args []string) (reply string)
	}{
		{"EMQ.VERSION", m.version},
		{"EMQ.INSTALL", m.install},
		{"EMQ.ENQUEUE", m.enqueue},
	} {
		if err := srv.Register(c.name, func(client *server.Peer, _ string, args []string) {
			// Written raw: the library's own error writer reads text as UTF-8
			// and would change the bytes of a stored value.
			client.WriteRaw(c.handler(client, args))
		}); err != nil {
			return err
		}
	}
	return nil
}

// version answers EMQ.VERSION. The sources name the command without spelling
// out its reply: a bulk string is the course's reading.
func (m *Module) version(_ *server.Peer, args []string) string {
	if len(args) != 0 {
		return wrongArity("EMQ.VERSION")
	}
	return bulk(Epoch)
}

// install answers EMQ.INSTALL. The key is the only word that the caller brings;
// the value is always the module's own.
func (m *Module) install(client *server.Peer, args []string) string {
	keys, _, fault := shape("EMQ.INSTALL", 1, 0, args)
	if fault != "" {
		return fault
	}
	if keys[0] != VersionKey {
		return errorReply("ERR EMQ.INSTALL takes only the key " + VersionKey)
	}
	switch current := m.server.AsServer(client, "GET", VersionKey); {
	case current.Kind == '-':
		return errorReply(current.Text)
	case current.Null:
		if set := m.server.AsServer(client, "SET", VersionKey, Epoch); set.Kind == '-' {
			return errorReply(set.Text)
		}
		return integer(1)
	case current.Text == Epoch:
		return integer(0)
	default:
		return errorReply(foundForeign(current.Text))
	}
}
