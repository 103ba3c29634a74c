// Package keyspace is the grammar of EchoMQ's keys as pure functions over
// strings: which key a queue builds, which slot a cluster gives it, which names
// and ids are allowed in it, and which of the two spaces any key belongs to.
//
// Two spaces share one store:
//
//	emq:{q}:<type>    the keys of queue q, one for each type      first byte e
//	{emq}:<suffix>    the reserve, which belongs to no queue      first byte {
//
// The literal text of each shape settles its first byte before a caller has
// any say, and the two bytes differ. A queue may therefore be called anything,
// even emq, without ever building a key of the reserve.
//
// A string is a sequence of bytes here, as it is on the wire. Lengths and
// offsets count bytes, nothing is trimmed, folded or normalised, and bytes that
// are not UTF-8 pass through unchanged. Every offset counts from 0.
//
// testdata/vectors.json holds inputs and expected results that another
// language can read; a port that agrees with that file agrees with this one.
//
// Left out on purpose: connections, commands and the version fence. Nothing
// here reads a clock or holds state, so the same arguments always give the
// same result.
package keyspace
