package race

import (
	"encoding/json"
	"strings"
	"testing"

	"echomq.dev/course/sim/plainjson"
	"echomq.dev/course/sim/variant"
)

func report(t *testing.T, r Race) string {
	t.Helper()
	body, err := plainjson.Marshal(Report{explore(t, r), func(query string) string { return "/base/sim/claim?" + query }})
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// TestJSON holds the form to the letter, for a race whose values are no text.
func TestJSON(t *testing.T) {
	got := report(t, Race{Start: str("a\xffb"), Actors: []string{"wire4", "install"}, Variant: shipped()})
	want := `{"a":"wire4","b":"install","start":{"type":"string","value":"a\ufffdb","value_quoted":"\"a\\xffb\""},"variant":"shipped","function":"fence.ClaimOrVerify",` +
		`"interleavings":2,"promises":[{"promise":"one_identity","broken_in":0},{"promise":"first_stays","broken_in":0},{"promise":"own_goes_on","broken_in":0}],` +
		`"outcomes":[{"interleavings":2,"first":"ab","permalink":"/base/sim/claim?start=string:a%FFb&do=hold:a:wire4&do=hold:b:install&do=step:a&do=step:b",` +
		`"verdicts":[{"name":"a","actor":"wire4","outcome":"refused","ok":false,"error":"{:version_fence, \"a\\xffb\"}"},` +
		`{"name":"b","actor":"install","outcome":"refused","ok":false,"error":"EMQWIRE expected echomq:6.0.0 found a\ufffdb","error_quoted":"\"EMQWIRE expected echomq:6.0.0 found a\\xffb\""}],` +
		`"value":{"type":"string","value":"a\ufffdb","value_quoted":"\"a\\xffb\""},"broken":[]}],` +
		`"orders":[{"order":"ab","outcome":0},{"order":"ba","outcome":0}]}`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestVaried: what is said of the fence that ran is said where one ran that
// claims, and a link leads to the stepper where that runs the same.
func TestVaried(t *testing.T) {
	for _, c := range []struct {
		actors, variant, function string
		links                     bool
	}{
		{"wire4 wire6 enqueue", "shipped", "fence.ClaimOrVerify", true},
		{"wire6 wire2", "no-nx", "variant.NoNX", false},
		{"wire6 install", "no-nx", "", true},
		{"enqueue install", "shipped", "", true},
	} {
		v, _ := variant.Named(c.variant)
		r := Race{Start: absent, Actors: strings.Fields(c.actors), Variant: v}
		text := report(t, r)
		var got struct {
			C, Variant, Function string
			Outcomes             []struct {
				Permalink string
				Broken    []string
			}
		}
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Fatal(err)
		}
		if got.Function != c.function || got.Variant != c.variant || (got.C != "") != (len(r.Actors) == 3) {
			t.Errorf("%s, %s: function %q, variant %q, c %q", c.actors, c.variant, got.Function, got.Variant, got.C)
		}
		for _, o := range got.Outcomes {
			if (o.Permalink != "") != c.links || o.Broken == nil {
				t.Errorf("%s, %s: permalink %q, broken %v", c.actors, c.variant, o.Permalink, o.Broken)
			}
		}
	}
}
