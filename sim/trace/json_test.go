package trace_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"echomq.dev/course/sim/resp"
	"echomq.dev/course/sim/trace"
)

// The names and their order are the contract's, and a reader's eye follows the
// order: this is the whole document, with every member that can be there.
func TestJSON(t *testing.T) {
	absent := trace.Value{Type: "none"}
	foreign := trace.Value{Type: "string", Value: "\xff<&>"}
	source := trace.Source{Function: "fence.ClaimOrVerify", File: "sim/fence/fence.go", Line: 39}
	tr := &trace.Trace{
		Scenario: "start absent\nset \"\\xff<&>\"\n", Permalink: "/sim/claim?start=absent&do=set:%FF%3C%26%3E",
		Start: absent, Module: true, Value: foreign,
		Arrivals: []*trace.Arrival{
			{
				Actor: "operator",
				Steps: []trace.Step{{
					N: 1, Command: []string{"SET", "{emq}:version", "\xff<&>"}, Reply: "OK",
					Sent: "*3\r\n\xff", Received: "+OK\r\n", Source: source, Before: absent, After: foreign, Wrote: true,
				}},
				Verdict: trace.Verdict{Outcome: trace.Done, OK: true, Text: "Set."},
				Wrote:   true, Before: absent, After: foreign,
			},
			{
				Name: "a", Actor: "enqueue",
				Handshake: []trace.Step{{Command: []string{"HELLO", "3"}, Reply: "1# ", Sent: "h", Received: "%"}},
				Alive:     []trace.Step{{Command: []string{"PING"}, Reply: "PONG"}},
				Next:      &trace.Step{Sent: "no command"},
				Checks: []trace.Check{
					{Check: "shape", OK: true},
					{Check: "fence", Read: `"\xff"`, Error: "EMQWIRE found \xff"},
				},
				Verdict: trace.Verdict{Outcome: trace.Refused, Error: "EMQWIRE found \xff", Text: "No."},
				Before:  trace.Value{Type: "list"}, After: trace.Value{Type: "string"},
			},
		},
	}
	// What is broken over lines here is one line there.
	want := strings.Join([]string{
		`{"scenario":"start absent\nset \"\\xff<&>\"\n","permalink":"/sim/claim?start=absent&do=set:%FF%3C%26%3E",`,
		`"start":{"type":"none"},"module":true,"arrivals":[`,
		`{"actor":"operator","handshake":[],"steps":[`,
		`{"n":1,"command":["SET","{emq}:version","\ufffd<&>"],"command_quoted":["\"SET\"","\"{emq}:version\"","\"\\xff<&>\""],`,
		`"reply":"OK","sent":"*3\r\n\ufffd","sent_quoted":"\"*3\\r\\n\\xff\"","received":"+OK\r\n",`,
		`"source":{"function":"fence.ClaimOrVerify","file":"sim/fence/fence.go","line":39},`,
		`"before":{"type":"none"},"after":{"type":"string","value":"\ufffd<&>","value_quoted":"\"\\xff<&>\""},"wrote":true}],`,
		`"verdict":{"outcome":"done","ok":true,"error":"","text":"Set."},"wrote":true,`,
		`"before":{"type":"none"},"after":{"type":"string","value":"\ufffd<&>","value_quoted":"\"\\xff<&>\""}},`,
		`{"name":"a","actor":"enqueue","handshake":[`,
		`{"command":["HELLO","3"],"reply":"1# ","sent":"h","received":"%","source":{"function":"","file":"","line":0}}],"steps":[],`,
		`"alive":[{"command":["PING"],"reply":"PONG","sent":"","received":"","source":{"function":"","file":"","line":0}}],`,
		`"next":{"command":[],"reply":"","sent":"no command","received":"","source":{"function":"","file":"","line":0}},`,
		`"checks":[{"check":"shape","ok":true},`,
		`{"check":"fence","ok":false,"read":"\"\\xff\"","error":"EMQWIRE found \ufffd","error_quoted":"\"EMQWIRE found \\xff\""}],`,
		`"verdict":{"outcome":"refused","ok":false,"error":"EMQWIRE found \ufffd","error_quoted":"\"EMQWIRE found \\xff\"","text":"No."},`,
		`"wrote":false,"before":{"type":"list"},"after":{"type":"string","value":""}}],`,
		`"value":{"type":"string","value":"\ufffd<&>","value_quoted":"\"\\xff<&>\""}}`,
	}, "")
	got, err := tr.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		at := 0
		for at < len(got) && at < len(want) && got[at] == want[at] {
			at++
		}
		t.Errorf("from byte %d on\n%s\nwant\n%s", at, got[at:], want[at:])
	}

	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(tr); err != nil || b.String() != want+"\n" {
		t.Errorf("an encoder that does not escape gives %s, error %v", b.String(), err)
	}
}

// A trace of nothing has a list of no arrivals, not null.
func TestJSONOfNothing(t *testing.T) {
	got, err := (&trace.Trace{Start: trace.Value{Type: "none"}, Value: trace.Value{Type: "none"}}).MarshalJSON()
	const want = `{"scenario":"","permalink":"","start":{"type":"none"},"module":false,"arrivals":[],"value":{"type":"none"}}`
	if err != nil || string(got) != want {
		t.Errorf("%s, error %v; want %s", got, err, want)
	}
}

// Whatever the bytes are, JSON has them exactly: plain when they are UTF-8,
// and else in the quoted companion, which is there in that case alone.
func TestJSONKeepsEveryByte(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"))
		if rapid.Bool().Draw(t, "as text") {
			s = rapid.String().Draw(t, "text")
		}
		got, err := json.Marshal(&trace.Trace{
			Value: trace.Value{Type: "string", Value: s},
			Arrivals: []*trace.Arrival{{
				Steps:   []trace.Step{{N: 1, Command: []string{"SET", s}, Reply: s, Sent: s, Received: s}},
				Checks:  []trace.Check{{Error: s}},
				Verdict: trace.Verdict{Error: s},
			}},
		})
		if err != nil {
			t.Fatal(err)
		}
		var doc struct {
			Value    map[string]string
			Arrivals []struct {
				Steps   []map[string]any
				Checks  []map[string]any
				Verdict map[string]any
			}
		}
		if err := json.Unmarshal(got, &doc); err != nil {
			t.Fatalf("%s: %v", got, err)
		}
		a := doc.Arrivals[0]
		for name, of := range map[string]map[string]any{
			"value": {"value": doc.Value["value"]}, "reply": a.Steps[0], "sent": a.Steps[0], "received": a.Steps[0], "error": a.Verdict,
		} {
			if name == "value" && doc.Value["value_quoted"] != "" {
				of["value_quoted"] = doc.Value["value_quoted"]
			}
			checkBytes(t, name, of[name], of[name+"_quoted"], s)
		}
		if s != "" { // a check that failed for no reason has no error
			checkBytes(t, "check", a.Checks[0]["error"], a.Checks[0]["error_quoted"], s)
		}
		plain := a.Steps[0]["command"].([]any)
		quoted, ok := a.Steps[0]["command_quoted"].([]any)
		if !ok {
			checkBytes(t, "command", plain[1], nil, s)
			return
		}
		if quoted[0] != `"SET"` || plain[0] != "SET" {
			t.Fatalf("the command is %v, %v", plain, quoted)
		}
		checkBytes(t, "command", plain[1], quoted[1], s)
	})
}

func checkBytes(t *rapid.T, name string, plain, quoted any, want string) {
	if utf8.ValidString(want) {
		if plain != want || quoted != nil {
			t.Fatalf("%s of %q is %q, quoted %v", name, want, plain, quoted)
		}
		return
	}
	text, _ := quoted.(string)
	exact, rest, err := resp.Unquote(text)
	if err != nil || rest != "" || exact != want {
		t.Fatalf("%s of %q has the quoted form %q, error %v", name, want, text, err)
	}
	if lossy, ok := plain.(string); !ok || lossy == "" {
		t.Fatalf("%s of %q has the plain form %v", name, want, plain)
	}
}

func TestOutcomes(t *testing.T) {
	for outcome, ok := range map[trace.Outcome]bool{
		"verified": true, "claimed": true, "installed": true, "unchanged": true, "written": true, "done": true,
		"refused": false, "held": false, "failed": false,
	} {
		if outcome.OK() != ok {
			t.Errorf("%s: OK() = %v", outcome, !ok)
		}
	}
}
