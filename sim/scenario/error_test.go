package scenario_test

import (
	"errors"
	"strings"
	"testing"

	"echomq.dev/course/sim/scenario"
)

// These sentences are what a learner or a teacher reads.
func TestTextRefusals(t *testing.T) {
	const (
		line   = `; accepted: start …, module …, node …, user …, db …, arrive <actor>, hold <name> <actor>, step <name>, reconnect <name>, set "<value>", del, redis <command>`
		start  = `; accepted: absent, string "…", list, hash, set, zset, stream`
		module = `; accepted: none, loaded`
		actors = `; accepted: wire2, wire4, wire6, install, enqueue`
		name   = `; accepted: 1 to 16 of the characters A-Z a-z 0-9 _ -`
		escape = `; accepted are \" \\ \n \r \t \a \b and \xHH; accepted: "…" as redis-cli quotes`
	)
	for _, tt := range []struct{ text, want string }{
		{"jump", `line 1: "jump" is no line of a scenario` + line},
		{"arrive wire4\n\n  jump  # high \r\n", `line 3: "jump  # high" is no line of a scenario` + line},
		{"Start absent", `line 1: "Start absent" is no line of a scenario` + line},
		{"arrive", `line 1: "arrive" is no line of a scenario` + line},
		{"arrive wire4 wire4", `line 1: "arrive wire4 wire4" is no line of a scenario` + line},
		{`arrive "wire4"`, `line 1: "arrive \"wire4\"" is no line of a scenario` + line},
		{`"arrive" wire4`, `line 1: "\"arrive\" wire4" is no line of a scenario` + line},
		{`"del"`, `line 1: "\"del\"" is no line of a scenario` + line},
		{`"start" absent`, `line 1: "\"start\" absent" is no line of a scenario` + line},
		{"hold a", `line 1: "hold a" is no line of a scenario` + line},
		{"step", `line 1: "step" is no line of a scenario` + line},
		{"set echomq:3.0.0", `line 1: "set echomq:3.0.0" is no line of a scenario` + line},
		{"set", `line 1: "set" is no line of a scenario` + line},
		{"del now", `line 1: "del now" is no line of a scenario` + line},
		{"\xef\xbb\xbfdel", `line 1: "\xef\xbb\xbfdel" is no line of a scenario` + line},

		{"arrive wire5", `line 1: "arrive wire5" names "wire5", which is no actor` + actors},
		{"hold a wire5", `line 1: "hold a wire5" names "wire5", which is no actor` + actors},
		{"hold a.b wire4", `line 1: "hold a.b wire4" gives the name "a.b", which does not fit` + name},
		{"hold a\nstep é", `line 1: "hold a" is no line of a scenario` + line},
		{"hold a wire4\nstep é", `line 2: "step \xc3\xa9" gives the name "\xc3\xa9", which does not fit` + name},
		{"hold aaaaaaaaaaaaaaaaa wire4", `line 1: "hold aaaaaaaaaaaaaaaaa wire4" gives the name "aaaaaaaaaaaaaaaaa", which does not fit` + name},
		{"hold a wire4\nhold b wire4\nhold a wire6", `line 3: "hold a wire6" takes a name that is taken; accepted: a name other than a, b`},
		{"step a", `line 1: "step a" comes before anybody is held; accepted: a step after a hold`},
		{"step a\nhold a wire4", `line 1: "step a" comes before anybody is held; accepted: a step after a hold`},
		{"hold a wire4\nhold b wire4\n#\nstep c", `line 4: "step c" names nobody; accepted: a, b`},

		{"start", `line 1: "start" is nothing that the key can start with` + start},
		{"start nil", `line 1: "start nil" is nothing that the key can start with` + start},
		{"start string", `line 1: "start string" is nothing that the key can start with` + start},
		{"start string a", `line 1: "start string a" is nothing that the key can start with` + start},
		{`start absent "a"`, `line 1: "start absent \"a\"" is nothing that the key can start with` + start},
		{`start "absent"`, `line 1: "start \"absent\"" is nothing that the key can start with` + start},
		{`start list "a"`, `line 1: "start list \"a\"" is nothing that the key can start with` + start},
		{`start string "a" "b"`, `line 1: "start string \"a\" \"b\"" is nothing that the key can start with` + start},
		{"start list\nstart list", `line 2: "start list" comes too late; accepted: one start line, before the moves`},
		{"del\nstart list", `line 2: "start list" comes too late; accepted: one start line, before the moves`},
		{"module", `line 1: "module" is no state of the module` + module},
		{"module some", `line 1: "module some" is no state of the module` + module},
		{`module "none"`, `line 1: "module \"none\"" is no state of the module` + module},
		{"module none\nmodule none", `line 2: "module none" comes too late; accepted: one module line, before the moves`},
		{"del\nmodule none", `line 2: "module none" comes too late; accepted: one module line, before the moves`},

		{`set "a`, `line 1: "set \"a" has a value that is not quoted right: no double quote closes it; accepted: "…" as redis-cli quotes`},
		{`set "` + strings.Repeat("a", 1000), `line 1: "set \"` + strings.Repeat("a", 135) + `"…"` + strings.Repeat("a", 20) + `" has a value that is not quoted right: no double quote closes it; accepted: "…" as redis-cli quotes`},
		{`set "\q"`, `line 1: "set \"\\q\"" has a value that is not quoted right: at byte 2: "\\q\"" is no escape` + escape},
		{`set "\x0g"`, `line 1: "set \"\\x0g\"" has a value that is not quoted right: at byte 2: "\\x0g" is no escape` + escape},
		{`set "a"b`, `line 1: "set \"a\"b" goes on right behind a closing quote; accepted: a space, a comment or the line's end there`},
		{`set "a""b"`, `line 1: "set \"a\"\"b\"" goes on right behind a closing quote; accepted: a space, a comment or the line's end there`},
		{`set"a"`, `line 1: "set\"a\"" has a quote inside a word; accepted: a space before a quoted value`},
		{`start string"a"`, `line 1: "start string\"a\"" has a quote inside a word; accepted: a space before a quoted value`},
	} {
		s, err := scenario.Parse(tt.text)
		if err == nil {
			t.Errorf("Parse(%q) = %q, want the error\n%s", tt.text, s, tt.want)
			continue
		}
		checkError(t, err)
		if err.Error() != tt.want {
			t.Errorf("Parse(%q): error\n%s, want\n%s", tt.text, err, tt.want)
		}
	}
}

func TestQueryRefusals(t *testing.T) {
	const (
		move   = ` is no move; accepted: wire2, wire4, wire6, install, enqueue, hold:<name>:<actor>, step:<name>, reconnect:<name>, set:<value>, del, redis:<command>`
		start  = ` is nothing that the key can start with; accepted: absent, string:<value>, list, hash, set, zset, stream`
		actors = `; accepted: wire2, wire4, wire6, install, enqueue`
		name   = `; accepted: 1 to 16 of the characters A-Z a-z 0-9 _ -`
	)
	for _, tt := range []struct{ query, param, want string }{
		{"do=", "do", `move 1: ""` + move},
		{"do=wire5", "do", `move 1: "wire5"` + move},
		{"do=wire2&do=arrive%20wire4", "do", `move 2: "arrive wire4"` + move},
		{"do=hold", "do", `move 1: "hold"` + move},
		{"do=step", "do", `move 1: "step"` + move},
		{"do=set", "do", `move 1: "set"` + move},
		{"do=del:", "do", `move 1: "del:"` + move},
		{"do=wire4:a", "do", `move 1: "wire4:a"` + move},
		{"do=hold:a", "do", `move 1: "hold:a" names no actor` + actors},
		{"do=hold:a:", "do", `move 1: "hold:a:" names no actor` + actors},
		{"do=hold:a:wire4:b", "do", `move 1: "hold:a:wire4:b" names "wire4:b", which is no actor` + actors},
		{"do=hold::wire4", "do", `move 1: "hold::wire4" gives no name` + name},
		{"do=hold:wire4", "do", `move 1: "hold:wire4" names no actor` + actors},
		{"do=step:", "do", `move 1: "step:" gives no name` + name},
		{"do=step:a%00", "do", `move 1: "step:a\x00" gives the name "a\x00", which does not fit` + name},
		{"do=step:a", "do", `move 1: "step:a" comes before anybody is held; accepted: a step after a hold`},
		{"do=hold:a:wire4&do=step:b", "do", `move 2: "step:b" names nobody; accepted: a`},
		{"do=hold:a:wire4&do=hold:a:wire4", "do", `move 2: "hold:a:wire4" takes a name that is taken; accepted: a name other than a`},
		{"start=", "start", `""` + start},
		{"start=string", "start", `"string"` + start},
		{"start=absent:", "start", `"absent:"` + start},
		{"start=list:a", "start", `"list:a"` + start},
		{"start=absent&start=list", "start", `"absent&start=list" is more than one value; accepted: one start`},
		{"module=", "module", `"" is no state of the module; accepted: none, loaded`},
		{"module=None", "module", `"None" is no state of the module; accepted: none, loaded`},
		{"module=none&module=none", "module", `"none&module=none" is more than one value; accepted: one module`},
	} {
		s, err := fromQuery(t, tt.query)
		if err == nil {
			t.Errorf("FromQuery(%q) = %q, want the error\n%s", tt.query, s, tt.want)
			continue
		}
		checkError(t, err)
		if e := (*scenario.Error)(nil); err.Error() != tt.want || !errors.As(err, &e) || e.Param != tt.param {
			t.Errorf("FromQuery(%q): error\n%s, want\n%s", tt.query, err, tt.want)
		}
	}
}

// Each bound holds what is at it and refuses what is one over, in both forms.
func TestBounds(t *testing.T) {
	repeat := strings.Repeat
	for _, tt := range []struct {
		name, text, query string // query is "" where the bound is the text's own
		want              string // the end of the error; "" where it fits
	}{
		{"64 moves", repeat("del\n", 64), repeat("&do=del", 64), ""},
		{"65 moves", repeat("del\n", 65), repeat("&do=del", 65), `"del" is one move too many; accepted: at most 64 moves`},
		{"66 moves, the last one no move", repeat("del\n", 65) + "jump", repeat("&do=del", 65) + "&do=jump", `"del" is one move too many; accepted: at most 64 moves`},
		{"a value of 128 bytes", `set "` + repeat("a", 128) + `"`, "do=set:" + repeat("a", 128), ""},
		{"a value of 128 escaped bytes", `set "` + repeat(`\xff`, 128) + `"`, "do=set:" + repeat("%ff", 128), ""},
		{"a value of 129 bytes", `set "` + repeat("a", 129) + `"`, "do=set:" + repeat("a", 129), ` holds a value of 129 bytes; accepted: at most 128 bytes a value`},
		{"a start of 128 bytes", `start string "` + repeat("a", 128) + `"`, "start=string:" + repeat("a", 128), ""},
		{"a start of 129 bytes", `start string "` + repeat("a", 129) + `"`, "start=string:" + repeat("a", 129), ` holds a value of 129 bytes; accepted: at most 128 bytes a value`},
		{"a name of 16 bytes", "hold " + repeat("a", 16) + " wire4", "do=hold:" + repeat("a", 16) + ":wire4", ""},
		{"a name of 17 bytes", "hold " + repeat("a", 17) + " wire4", "do=hold:" + repeat("a", 17) + ":wire4", ` gives the name "` + repeat("a", 17) + `", which does not fit; accepted: 1 to 16 of the characters A-Z a-z 0-9 _ -`},
		{"a text of 64 KiB", "#" + repeat(" ", 64<<10-1), "", ""},
		{"a text of 64 KiB and a byte", "#" + repeat(" ", 64<<10), "", ` is a text of 65537 bytes; accepted: at most 65536 bytes`},
		{"a query of 8181 bytes", fill("set \"%s\"\n", `\xff`, 8181), fill("&do=set:%s", "%ff", 8181), ""},
		{"a query of 8182 bytes", fill("set \"%s\"\n", `\xff`, 8182), fill("&do=set:%s", "%ff", 8182), ` is a query of 8182 bytes; accepted: at most 8181 bytes`},
	} {
		_, err := scenario.Parse(tt.text)
		checkBound(t, "text with "+tt.name, err, tt.want)
		if tt.query != "" {
			_, err = fromQuery(t, strings.TrimPrefix(tt.query, "&"))
			checkBound(t, "query with "+tt.name, err, tt.want)
		}
	}
}

func checkBound(t *testing.T, name string, err error, want string) {
	t.Helper()
	switch {
	case want == "" && err != nil:
		t.Errorf("%s: error %v", name, err)
	case want != "" && (err == nil || !strings.HasSuffix(err.Error(), want)):
		t.Errorf("%s: error %v, want one that ends in %s", name, err, want)
	}
	if err != nil {
		checkError(t, err)
	}
}

// fill writes sets of values until the scenario's query has n bytes. A set
// takes 8 bytes of the query, each escaped byte 3 and each plain one 1.
func fill(format, escaped string, n int) string {
	var b strings.Builder
	left := n - len("start=absent")
	for left > 0 {
		room := left - len("&do=set:")
		bytes := min(room/3, scenario.MaxValue)
		plain := 0
		if room/3 < scenario.MaxValue {
			plain = room % 3
		} else if rest := left - len("&do=set:") - 3*bytes; rest > 0 && rest < len("&do=set:") {
			bytes -= 3 // leaves enough room for one more set
		}
		b.WriteString(strings.Replace(format, "%s", strings.Repeat(escaped, bytes)+strings.Repeat("a", plain), 1))
		left -= len("&do=set:") + 3*bytes + plain
	}
	return b.String()
}
