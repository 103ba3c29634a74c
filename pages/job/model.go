package job

import (
	"fmt"
	"strconv"
	"strings"

	"echomq.dev/course/keyspace"
	"echomq.dev/course/pages/bytetext"
	"echomq.dev/course/pages/keyview"
	"echomq.dev/course/sim/job"
)

// View is a job's key and its id, ready to be drawn.
type View struct {
	Title   string // what the picture shows
	Hue     string
	Parts   keyview.PartsView
	Prefix  string // bytes before the id, in words
	Tone    string
	Verdict string
	Why     string
	Gate    []Check // what was looked at, in order
	Parsed  *Parsed // nil for a refused id

	Announce string // what a screen reader hears when the answer has changed
}

// Check is one thing that the gate looks at.
type Check struct {
	Tone string
	Name string
}

// Parsed is what a valid id says.
type Parsed struct {
	Namespace string
	Digits    []Digit
	Snowflake string
	Bits      []Bit
	Bounds    []string // where one field of the bits ends, in percent
	Fields    []Field
	Reckoning string // how the instant follows from the time field
	Instant   string
}

// Digit is one base-62 digit and its value.
type Digit struct{ Char, Value string }

// Bit is one bit of the snowflake, to be drawn at X percent.
type Bit struct {
	X   string
	Set bool
}

// Field is one of the three fields of the snowflake.
type Field struct {
	Name   string
	Bits   string
	Middle string // of its place in the drawing, in percent
	Value  string
	Binary string
	Means  string
}

func view(r job.Result) View {
	v := View{
		Title: "The key of the job’s row", Hue: "is-queue",
		Tone: "is-go", Verdict: "accepted",
		Prefix: fmt.Sprintf("%d bytes stand before the id", r.PrefixBytes),
		Gate:   gate(r),
	}
	hue := keyview.Queue
	if r.QueueReason != "" || !r.ValidID() {
		v.Tone, v.Verdict, v.Why = "is-stop", "refused", bytetext.Plain(sentence(r.Reason()))
	}
	switch {
	case !r.ValidID():
		v.Title = "What was asked for: no key is built of it"
	case r.QueueReason != "":
		v.Title = "What the name would build"
		hue = keyview.HueOf(r.Key)
	}
	v.Hue = "is-" + string(hue)
	v.Parts = keyview.Parts(hue, parts(r), faults(r)...)
	if r.ValidID() {
		v.Parsed = parsed(r)
		if v.Why == "" {
			v.Why = fmt.Sprintf("Made at %s UTC by node %d, with sequence %d.",
				v.Parsed.Instant, r.Parsed.Node(), r.Parsed.Sequence())
		}
	}
	v.Announce = v.Verdict + ". " + v.Why
	return v
}

// sentence gives a reason of the code a full stop, and a capital where it does
// not begin with a name.
func sentence(reason string) string {
	if !strings.HasPrefix(reason, "job_key") {
		reason = strings.ToUpper(reason[:1]) + reason[1:]
	}
	return reason + "."
}

// parts are the fields of the key, of a refused id as far as it goes.
func parts(r job.Result) []keyview.Part {
	cut := min(len(r.ID), keyspace.NamespaceBytes)
	list := []keyview.Part{
		{Name: "grammar", Bytes: "emq:{"}, {Name: "queue", Bytes: r.Queue}, {Name: "grammar", Bytes: "}:"}, {Name: "type", Bytes: "job:"},
		{Name: "namespace", Bytes: r.ID[:cut]},
	}
	if rest := r.ID[cut:]; rest != "" {
		list = append(list, keyview.Part{Name: "snowflake, base 62", Bytes: rest})
	}
	return list
}

// faults are the offsets in the key of the bytes that a refusal names.
func faults(r job.Result) []int {
	var list []int
	if r.QueueReason != "" && r.Queue != "" {
		list = append(list, len("emq:{")+r.QueueAt)
	}
	if !r.ValidID() {
		list = append(list, r.PrefixBytes+r.At)
	}
	return list
}

func gate(r job.Result) []Check {
	queue, id := Check{"is-go", "The queue’s name is valid"}, Check{"is-go", "The id is a branded id"}
	if r.QueueReason != "" {
		queue = Check{"is-stop", "The queue’s name is not valid"}
	}
	if !r.ValidID() {
		id = Check{"is-stop", "The id is not a branded id"}
	}
	return []Check{queue, id}
}

func parsed(r job.Result) *Parsed {
	p := &Parsed{
		Namespace: r.Parsed.Namespace,
		Snowflake: strconv.FormatUint(r.Parsed.Snowflake, 10),
		Instant:   strings.TrimSuffix(strings.Replace(r.Instant(), "T", " ", 1), "Z"),
		Reckoning: fmt.Sprintf("%d + %d", int64(keyspace.SnowflakeEpoch), r.Milliseconds()),
	}
	for _, d := range r.Digits() {
		p.Digits = append(p.Digits, Digit{string(rune(d.Byte)), strconv.Itoa(d.Value)})
	}
	binary := fmt.Sprintf("%0*b", allBits, r.Parsed.Snowflake)
	for i := range len(binary) {
		p.Bits = append(p.Bits, Bit{percent(float64(i)), binary[i] == '1'})
	}
	at := 0
	for _, f := range []struct {
		name, means string
		bits        int
		value       int64
	}{
		{"time", "milliseconds since the start of 2024, UTC", job.TimeBits, r.Milliseconds()},
		{"node", "which machine made it, of 1024", job.NodeBits, int64(r.Parsed.Node())},
		{"sequence", "which of its ids in that millisecond, of 4096", job.SequenceBits, int64(r.Parsed.Sequence())},
	} {
		p.Fields = append(p.Fields, Field{
			Name: f.name, Means: f.means, Bits: strconv.Itoa(f.bits), Value: strconv.FormatInt(f.value, 10),
			Middle: percent(float64(at) + float64(f.bits)/2), Binary: binary[at : at+f.bits],
		})
		at += f.bits
		if at < allBits {
			p.Bounds = append(p.Bounds, percent(float64(at)))
		}
	}
	return p
}

// allBits are the bits of a snowflake.
const allBits = job.TimeBits + job.NodeBits + job.SequenceBits

// percent is the place of a bit in the drawing.
func percent(bit float64) string {
	return strconv.FormatFloat(bit/allBits*100, 'f', 3, 64) + "%"
}
