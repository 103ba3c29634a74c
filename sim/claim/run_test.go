package claim

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"echomq.dev/course/sim/scenario"
)

func TestScratch(t *testing.T) {
	for _, txt := range []string{"start absent\narrive wire4\narrive enqueue\n", "hold a wire4\nhold b wire2\nstep a\nstep b\nstep b\nstep a\nstep b\nstep a\n", "arrive install\narrive wire6\narrive enqueue", "start string \"a\\r\\n\\xff\\x00b\\n\"\narrive enqueue\nmodule", "module none\narrive wire6\narrive install\narrive enqueue"} {
		s, err := scenario.Parse(txt)
		if err != nil {
			fmt.Println(err)
			continue
		}
		tr, err := Execute(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := json.MarshalIndent(tr, "", " ")
		fmt.Println(string(b))
	}
}
