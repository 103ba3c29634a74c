package lines

import (
	"echomq.dev/course/sim/plainjson"
	"echomq.dev/course/sim/trace"
)

// MarshalJSON writes the result in the form of the course's contract, with the
// core's keys, the wrap and the threads as further members.
func (r Result) MarshalJSON() ([]byte, error) {
	return plainjson.Marshal(struct {
		Queue       string   `json:"queue"`
		QueueQuoted string   `json:"queue_quoted,omitempty"`
		Lines       []Family `json:"lines"`
		Core        Family   `json:"core"`
		Wrap        Wrap     `json:"wrap"`
		Threads     *Threads `json:"threads,omitempty"`
	}{r.Queue, trace.Quoted(r.Queue), []Family{r.V1, r.Emq1}, r.Core, r.Wrap, r.Threads})
}

// MarshalJSON writes a family. One that is refused has a list of no keys.
func (f Family) MarshalJSON() ([]byte, error) {
	keys := f.Keys
	if keys == nil {
		keys = []Key{}
	}
	var refused *string // emq.1 alone refuses names
	if f.Line == "emq1" {
		refused = &f.Refused
	}
	return plainjson.Marshal(struct {
		Line    string  `json:"line"`
		Keys    []Key   `json:"keys"`
		Slots   int     `json:"slots"`
		Refused *string `json:"refused,omitempty"`
	}{f.Line, keys, f.Slots(), refused})
}

// MarshalJSON writes a key with the server's name of its type.
func (k Key) MarshalJSON() ([]byte, error) {
	return plainjson.Marshal(struct {
		Type          string `json:"type"`
		RedisType     string `json:"redis_type"`
		Key           string `json:"key"`
		KeyQuoted     string `json:"key_quoted,omitempty"`
		Hashtag       string `json:"hashtag"`
		HashtagQuoted string `json:"hashtag_quoted,omitempty"`
		Slot          int    `json:"slot"`
	}{k.Type, k.TYPE, k.Key, trace.Quoted(k.Key), k.Hashtag, trace.Quoted(k.Hashtag), k.Slot})
}

// MarshalJSON writes what the wrap made of the name.
func (w Wrap) MarshalJSON() ([]byte, error) {
	return plainjson.Marshal(struct {
		Once        string `json:"once"`
		OnceQuoted  string `json:"once_quoted,omitempty"`
		Twice       string `json:"twice"`
		TwiceQuoted string `json:"twice_quoted,omitempty"`
		Refused     string `json:"refused"`
	}{w.Once, trace.Quoted(w.Once), w.Twice, trace.Quoted(w.Twice), w.Refused})
}

// lane counts one thread's keys, the first queue's and then the second's.
type lane struct {
	Thread int    `json:"thread"`
	V1     [2]int `json:"v1"`
	Emq1   [2]int `json:"emq1"`
}

// MarshalJSON writes how many keys of each queue every thread holds, and by
// which rule.
func (t Threads) MarshalJSON() ([]byte, error) {
	lanes := make([]lane, 0, len(t.Lanes))
	for i, l := range t.Lanes {
		lanes = append(lanes, lane{i,
			[2]int{len(l.V1[0]), len(l.V1[1])},
			[2]int{len(l.Emq1[0]), len(l.Emq1[1])}})
	}
	return plainjson.Marshal(struct {
		Count        int    `json:"count"`
		Rule         string `json:"rule"`
		Beside       string `json:"beside"`
		BesideQuoted string `json:"beside_quoted,omitempty"`
		Refused      string `json:"beside_refused,omitempty"`
		Lanes        []lane `json:"lanes"`
	}{t.Count, "slot modulo count, a stand-in for the store's own hash",
		t.Beside.Queue, trace.Quoted(t.Beside.Queue), t.Beside.Emq1.Refused, lanes})
}
