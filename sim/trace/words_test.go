package trace

import "testing"

func TestWords(t *testing.T) {
	next := &Step{Command: []string{"SET", "{emq}:version", "a b"}}
	for _, c := range []struct {
		arrival      Arrival
		who, waiting string
	}{
		{Arrival{Actor: "wire4", Name: "a", Next: next}, `wire 4 connector "a"`, `The wire 4 connector "a" waits. Its next command, SET {emq}:version "a b", has not been sent.`},
		{Arrival{Actor: "wire2", Name: "b"}, `wire 2 connector "b"`, `The wire 2 connector "b" has arrived and has sent nothing yet.`},
		{Arrival{Actor: "install", Name: "c"}, `administrator "c"`, `The administrator "c" has arrived and has sent nothing yet.`},
		{Arrival{Actor: "enqueue", Name: "d"}, `caller of the native write verb "d"`, `The caller of the native write verb "d" has arrived and has sent nothing yet.`},
		{Arrival{Actor: "console"}, "console", "The console has arrived and has sent nothing yet."},
	} {
		if who, waiting := c.arrival.Who(), c.arrival.Waiting(); who != c.who || waiting != c.waiting {
			t.Errorf("%s %s is %q: %s", c.arrival.Actor, c.arrival.Name, who, waiting)
		}
	}
}
