package collide

import (
	"fmt"

	"echomq.dev/course/pages/bytetext"
	"echomq.dev/course/pages/keyview"
	"echomq.dev/course/sim/collide"
)

// View is one comparison, ready to be drawn.
type View struct {
	Queue   string // bytes as given
	Keys    [2]Key // the queue's, then the reserve's
	Valid   bool
	Reason  string
	Verdict string
	Why     string // the verdict in a sentence
	Tone    string

	Announce string // what a screen reader hears when the answer has changed
}

// Key is one of the two keys.
type Key struct {
	Name    string // what builds it
	Key     string
	Picture keyview.View
	First   string
	Hashtag string // "" when the whole key is hashed
	Slot    int
}

func view(r collide.Result) View {
	v := View{
		Queue: r.Queue, Valid: r.Valid, Reason: bytetext.Plain(r.Reason),
		Verdict: r.Verdict(), Why: why(r), Tone: tone(r),
		Keys: [2]Key{
			{"The queue’s key", r.QueueKey, keyview.Of(r.QueueKey, keyview.Queue), first(r.QueueKey), r.QueueHashtag, r.QueueSlot},
			{"The reserve’s key", r.VersionKey, keyview.Of(r.VersionKey, keyview.Reserve), first(r.VersionKey), r.ReserveHashtag, r.ReserveSlot},
		},
	}
	v.Announce = v.Verdict + ". " + v.Why + " The name is valid."
	if !v.Valid {
		v.Announce = v.Verdict + ". " + v.Why + " The name is not valid: " + v.Reason
	}
	return v
}

// first prints the byte that decides, and its value.
func first(key string) string {
	return fmt.Sprintf("%s (0x%02x)", key[:1], key[0])
}

func why(r collide.Result) string {
	if !r.Disjoint() {
		return "Both keys begin with the same byte."
	}
	bytes := fmt.Sprintf("One begins with %s and the other with %s, so they are two keys whatever the name is.", r.QueueKey[:1], r.VersionKey[:1])
	switch {
	case r.SameSlot:
		return bytes + " They do share a slot, which puts them on one cluster node and makes neither the other."
	case r.QueueHashtag == "":
		return bytes + " The name empties the hashtag, so each of this queue’s keys goes to a slot of its own."
	}
	return bytes
}

// tone is the verdict's style: a shared slot is worth a second look and no
// collision.
func tone(r collide.Result) string {
	switch {
	case r.Disjoint() && !r.Valid:
		return "is-neutral" // nobody asks where the keys of no queue lie
	case r.Disjoint():
		return "is-go"
	}
	return "is-stop"
}
