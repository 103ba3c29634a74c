package record

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net"
	"runtime"
	"testing"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"echomq.dev/course/sim/trace"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// dialogue is what a client and its server say in turns.
type dialogue []struct{ ask, answer []byte }

// A client may write a command in pieces and read a reply in pieces: an
// exchange is still one, and both ends get each other's bytes as they were.
func TestExchanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		said := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) struct{ ask, answer []byte } {
			some := rapid.SliceOfN(rapid.Byte(), 1, 60)
			return struct{ ask, answer []byte }{some.Draw(t, "ask"), some.Draw(t, "answer")}
		}), 1, 6).Draw(t, "said")
		writeSize, readSize := rapid.IntRange(1, 20).Draw(t, "write size"), rapid.IntRange(1, 20).Draw(t, "read size")

		client, asked := serve(t, said)
		var seen []*Exchange
		c := Wrap(client, func(x *Exchange) error {
			seen = append(seen, x)
			return nil
		})
		for _, turn := range said {
			for p := range chunks(turn.ask, writeSize) {
				if n, err := c.Write(p); n != len(p) || err != nil {
					t.Fatalf("Write: %d of %d bytes, error %v", n, len(p), err)
				}
			}
			var got []byte
			for b := make([]byte, readSize); len(got) < len(turn.answer); {
				n, err := c.Read(b[:min(readSize, len(turn.answer)-len(got))])
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, b[:n]...)
			}
			if !bytes.Equal(got, turn.answer) {
				t.Fatalf("the client read %q, and the server wrote %q", got, turn.answer)
			}
		}
		c.Close()

		if len(seen) != len(said) {
			t.Fatalf("%d exchanges, want %d", len(seen), len(said))
		}
		for i, turn := range said {
			if !bytes.Equal(seen[i].Sent, turn.ask) || !bytes.Equal(seen[i].Received, turn.answer) {
				t.Fatalf("exchange %d is %q, %q; want %q, %q", i, seen[i].Sent, seen[i].Received, turn.ask, turn.answer)
			}
		}
		for i, got := range <-asked {
			if !bytes.Equal(got, said[i].ask) {
				t.Fatalf("the server read %q, and the client wrote %q", got, said[i].ask)
			}
		}
	})
}

// What was recorded does not change when the client uses its buffer again.
func TestRecordedBytesAreACopy(t *testing.T) {
	client, _ := serve(t, dialogue{{[]byte("PING"), []byte("PONG")}})
	var x *Exchange
	c := Wrap(client, func(e *Exchange) error { x = e; return nil })
	defer c.Close()
	buffer := []byte("PING")
	if _, err := c.Write(buffer); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(c, buffer); err != nil {
		t.Fatal(err)
	}
	copy(buffer, "????")
	if string(x.Sent) != "PING" || string(x.Received) != "PONG" {
		t.Errorf("recorded %q, %q", x.Sent, x.Received)
	}
}

// onSend is called once an exchange, with the bytes that are about to leave
// and before any of them has.
func TestOnSendComesFirst(t *testing.T) {
	client, server := net.Pipe()
	sent := errors.New("onSend has returned")
	calls := 0
	c := Wrap(client, func(x *Exchange) error {
		calls++
		if string(x.Sent) != "PING" || len(x.Received) != 0 {
			t.Errorf("onSend was called with %q, %q", x.Sent, x.Received)
		}
		return sent
	})
	defer c.Close()

	server.Close() // so a write that got there would have another error
	for range 2 {
		if n, err := c.Write([]byte("PING")); n != 0 || !errors.Is(err, sent) {
			t.Errorf("Write = %d, %v; want 0 and onSend's error", n, err)
		}
	}
	if calls != 2 {
		t.Errorf("onSend was called %d times for two writes that it refused", calls)
	}
}

// Bytes that come before anything was sent belong to no exchange.
func TestReadBeforeWrite(t *testing.T) {
	client, server := net.Pipe()
	go func() {
		server.Write([]byte("hello"))
		server.Close()
	}()
	c := Wrap(client, func(*Exchange) error { t.Error("onSend was called"); return nil })
	defer c.Close()
	if got, err := io.ReadAll(c); string(got) != "hello" || err != nil {
		t.Errorf("read %q, error %v", got, err)
	}
}

// The innermost function of this module is named with the line of its call,
// however far from the bytes it is.
func TestSource(t *testing.T) {
	client, server := net.Pipe()
	go io.Copy(io.Discard, server)
	var got trace.Source
	for _, tt := range []struct {
		name   string
		layers int // of the standard library between the call and the connection
	}{{"at once", 0}, {"near", 1}, {"far", 10}, {"farther", 11}, {"farthest", 90}} {
		c := Wrap(client, func(x *Exchange) error { got = x.Source; return nil })
		w := io.Writer(c)
		for i := range tt.layers {
			w = bufio.NewWriterSize(w, 16+i) // longer ones are not put together
		}
		want := sendPast(t, w)
		if got != want {
			t.Errorf("%s: the source is %+v, want %+v", tt.name, got, want)
		}
	}
	client.Close()
	server.Close()
}

// sendPast writes more than any buffer holds and says where it did.
func sendPast(t *testing.T, w io.Writer) trace.Source {
	t.Helper()
	much := bytes.Repeat([]byte("x"), 200)
	_, _, line, _ := runtime.Caller(0)
	_, err := w.Write(much)
	if err != nil {
		t.Fatal(err)
	}
	return trace.Source{Function: "record.sendPast", File: "sim/record/record_test.go", Line: line + 1}
}

// Where a program was built must not show. The paths are those that go build
// records plain, with -trimpath, and on another system.
func TestSourceOnEveryMachine(t *testing.T) {
	for _, file := range []string{
		"/home/someone/course/sim/fence/fence.go",
		"echomq.dev/course/sim/fence/fence.go",
		"echomq.dev/course@v1.2.3/sim/fence/fence.go",
		"C:/Users/someone/course/sim/fence/fence.go",
	} {
		for function, want := range map[string]string{
			"echomq.dev/course/sim/fence.ClaimOrVerify":       "fence.ClaimOrVerify",
			"echomq.dev/course/sim/fence.Wire.Check":          "fence.Wire.Check",
			"echomq.dev/course/sim/fence.(*Refused).Error":    "fence.(*Refused).Error",
			"echomq.dev/course/sim/fence.ClaimOrVerify.func1": "fence.ClaimOrVerify.func1",
		} {
			got := source(runtime.Frame{Function: function, File: file, Line: 39})
			if want := (trace.Source{Function: want, File: "sim/fence/fence.go", Line: 39}); got != want {
				t.Errorf("source of %s in %s = %+v, want %+v", function, file, got, want)
			}
		}
	}
}

// serve answers at the other end: it reads each ask whole and then writes its
// answer, in pieces of its own. What it has read comes when it is done.
func serve(t interface{ Errorf(string, ...any) }, said dialogue) (client net.Conn, asked <-chan [][]byte) {
	client, server := net.Pipe()
	done := make(chan [][]byte, 1)
	go func() {
		defer server.Close()
		var got [][]byte
		defer func() { done <- got }()
		for _, turn := range said {
			ask := make([]byte, len(turn.ask))
			if _, err := io.ReadFull(server, ask); err != nil {
				t.Errorf("the server: %v", err)
				return
			}
			got = append(got, ask)
			for p := range chunks(turn.answer, 7) {
				if _, err := server.Write(p); err != nil {
					t.Errorf("the server: %v", err)
					return
				}
			}
		}
	}()
	return client, done
}

// chunks are b in pieces of at most size bytes.
func chunks(b []byte, size int) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		for len(b) > 0 {
			n := min(size, len(b))
			if !yield(b[:n]) {
				return
			}
			b = b[n:]
		}
	}
}

// A client may be of any package outside the module; then there is no source.
func TestIsOurs(t *testing.T) {
	for function, want := range map[string]bool{
		"echomq.dev/course/sim/fence.ClaimOrVerify": true,
		"echomq.dev/courses/sim.F":                  false,
		"github.com/redis/go-redis/v9.(*Conn).Do":   false,
		"main.main": false,
	} {
		if isOurs(function) != want {
			t.Errorf("isOurs(%s) = %v", function, !want)
		}
	}
}
