package claim

// actorNote is one line on what an actor does with the key.
func actorNote(actor string) string {
	switch actor {
	case "wire2":
		return "carries echomq:2.0.0; claims an absent key, and otherwise wants its own value there"
	case "wire4":
		return "today’s default, carries echomq:4.0.0; the same rule"
	case "wire6":
		return "asks the module first, then reads the key; never writes it"
	case "install":
		return "an administrator prepares the node for the module: writes echomq:6.0.0 if the key is absent"
	case "enqueue":
		return "EMQ.ENQUEUE reads the key as its caller, and stores a job only if the module’s value is there"
	}
	return ""
}

// caveat is what a reader must know about an actor that the sources do not
// spell out.
func caveat(actor string) string {
	switch actor {
	case "wire6":
		return "EchoMQ’s sources name EMQ.VERSION and a client rule without giving either in full. " +
			"What runs here is this course’s reading: the reply must be an identity of major version 6."
	case "enqueue":
		return "EMQ.ENQUEUE is a stand-in. The sources describe the module’s write verbs as a class; " +
			"the course runs one that follows the class’s rules."
	}
	return ""
}

// checkNote is what a check of a native verb asks.
func checkNote(check string) string {
	switch check {
	case "shape":
		return "the right number of words and keys?"
	case "layout":
		return "both keys of one valid queue, in their roles?"
	case "fence":
		return "the module’s identity in {emq}:version, read as the caller?"
	case "domain":
		return "a branded id of namespace JOB?"
	case "write":
		return "the job’s row and its place in pending"
	}
	return ""
}
