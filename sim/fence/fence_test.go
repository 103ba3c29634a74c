package fence_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"
	"go.uber.org/goleak"

	"echomq.dev/course/sim/fence"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	get  = "GET {emq}:version"
	ask  = "EMQ.VERSION"
	mine = "echomq:4.0.0"
)

func set(identity string) string { return "SET {emq}:version " + identity + " NX" }

// reply is what a client makes of one answer: a value or an error.
type reply struct {
	value any
	err   error
}

func str(s string) reply        { return reply{value: s} }
func null() reply               { return reply{err: redis.Nil} }
func serverSays(s string) reply { return reply{err: serverError(s)} }
func lost(err error) reply      { return reply{err: err} }

// serverError is an error reply as go-redis marks one.
type serverError string

func (e serverError) Error() string { return string(e) }
func (serverError) RedisError()     {}

// script answers each command with the next reply and keeps what was sent.
type script struct {
	replies []reply
	sent    []string
}

func (s *script) Do(ctx context.Context, args ...any) *redis.Cmd {
	s.sent = append(s.sent, strings.TrimSuffix(fmt.Sprintln(args...), "\n"))
	cmd := redis.NewCmd(ctx, args...)
	if len(s.replies) == 0 {
		cmd.SetErr(errors.New("the script has no reply left"))
		return cmd
	}
	r := s.replies[0]
	s.replies = s.replies[1:]
	cmd.SetVal(r.value)
	cmd.SetErr(r.err)
	return cmd
}

// DoRaw gives an error reply as bytes, as go-redis does, and a lost connection
// as an error.
func (s *script) DoRaw(ctx context.Context, args ...any) *redis.RawCmd {
	cmd := redis.NewRawCmd(ctx, args...)
	err := s.Do(ctx, args...).Err()
	if reply := redis.Error(nil); err != nil && !errors.As(err, &reply) {
		cmd.SetErr(err)
	}
	return cmd
}

// Each row is the rule's text: what the node answers in turn, what must have
// been sent by then, and how it ends.
func TestRules(t *testing.T) {
	gone := fmt.Errorf("read: %w", io.ErrUnexpectedEOF)
	const wrongType = "WRONGTYPE Operation against a key holding the wrong kind of value"
	const readOnly = "READONLY You can't write against a read only replica."
	const unknown = "ERR unknown command 'EMQ.VERSION', with args beginning with: "
	get1, get3, ask1, ask2 := []string{get}, []string{get, set(mine), get}, []string{ask}, []string{ask, get}
	for _, tt := range []struct {
		name    string
		wire    fence.Wire
		replies []reply
		sent    []string
		pass    fence.Pass
		refused string // the tuple
		lost    error
	}{
		{"own", fence.Wire4(), []reply{str(mine)}, get1, fence.Verified, "", nil},
		{"other", fence.Wire4(), []reply{str("echomq:2.0.0")}, get1, "", `{:version_fence, "echomq:2.0.0"}`, nil},
		{"nearly own", fence.Wire4(), []reply{str(mine + "\n")}, get1, "", `{:version_fence, "echomq:4.0.0\n"}`, nil},
		{"same major", fence.Wire4(), []reply{str("echomq:4.0.1")}, get1, "", `{:version_fence, "echomq:4.0.1"}`, nil},
		{"empty string", fence.Wire4(), []reply{str("")}, get1, "", `{:version_fence, ""}`, nil},
		{"bytes", fence.Wire4(), []reply{str("\xff\x00\"")}, get1, "", `{:version_fence, "\xff\x00\""}`, nil},
		{"the string nil", fence.Wire4(), []reply{str("nil")}, get1, "", `{:version_fence, "nil"}`, nil},
		{"error", fence.Wire4(), []reply{serverSays(wrongType)}, get1, "", `{:version_fence, {:error, "` + wrongType + `"}}`, nil},
		{"error that spells the identity", fence.Wire4(), []reply{serverSays(mine)}, get1, "", `{:version_fence, {:error, "echomq:4.0.0"}}`, nil},
		{"lost at GET", fence.Wire4(), []reply{lost(gone)}, get1, "", "", gone},
		{"timed out at GET", fence.Wire4(), []reply{lost(context.DeadlineExceeded)}, get1, "", "", context.DeadlineExceeded},

		{"claims", fence.Wire4(), []reply{null(), str("OK"), str(mine)}, get3, fence.Claimed, "", nil},
		{"loses to its own kind", fence.Wire4(), []reply{null(), null(), str(mine)}, get3, fence.Claimed, "", nil},
		{"loses to another", fence.Wire4(), []reply{null(), null(), str("echomq:2.0.0")}, get3, "", `{:version_fence, "echomq:2.0.0"}`, nil},
		{"SET says OK and another is there", fence.Wire4(), []reply{null(), str("OK"), str("echomq:2.0.0")}, get3, "", `{:version_fence, "echomq:2.0.0"}`, nil},
		{"SET refused, key absent", fence.Wire4(), []reply{null(), serverSays(readOnly), null()}, get3, "", `{:version_fence, nil}`, nil},
		{"SET refused, own value there", fence.Wire4(), []reply{null(), serverSays(readOnly), str(mine)}, get3, fence.Claimed, "", nil},
		{"read-back absent", fence.Wire4(), []reply{null(), str("OK"), null()}, get3, "", `{:version_fence, nil}`, nil},
		{"read-back an error", fence.Wire4(), []reply{null(), null(), serverSays(wrongType)}, get3, "", `{:version_fence, {:error, "` + wrongType + `"}}`, nil},
		{"read-back an error that spells the identity", fence.Wire4(), []reply{null(), str("OK"), serverSays(mine)}, get3, "", `{:version_fence, {:error, "echomq:4.0.0"}}`, nil},
		{"lost at SET", fence.Wire4(), []reply{null(), lost(gone)}, get3[:2], "", "", gone},
		{"lost at the read-back", fence.Wire4(), []reply{null(), str("OK"), lost(gone)}, get3, "", "", gone},

		{"wire 2 claims", fence.Wire2(), []reply{null(), str("OK"), str("echomq:2.0.0")}, []string{get, set("echomq:2.0.0"), get}, fence.Claimed, "", nil},
		{"wire 2 verifies", fence.Wire2(), []reply{str("echomq:2.0.0")}, get1, fence.Verified, "", nil},
		{"wire 2 meets wire 4", fence.Wire2(), []reply{str(mine)}, get1, "", `{:version_fence, "echomq:4.0.0"}`, nil},

		{"wire 6 verifies", fence.Wire6(), []reply{str("echomq:6.0.0"), str("echomq:6.0.0")}, ask2, fence.Verified, "", nil},
		{"wire 6, a later module of its major", fence.Wire6(), []reply{str("echomq:6.7.8"), str("echomq:6.0.0")}, ask2, fence.Verified, "", nil},
		{"wire 6 never claims", fence.Wire6(), []reply{str("echomq:6.0.0"), null()}, ask2, "", `{:version_fence, :absent}`, nil},
		{"wire 6 meets wire 4", fence.Wire6(), []reply{str("echomq:6.0.0"), str(mine)}, ask2, "", `{:version_fence, "echomq:4.0.0"}`, nil},
		{"wire 6 asks for the very identity", fence.Wire6(), []reply{str("echomq:6.7.8"), str("echomq:6.7.8")}, ask2, "", `{:version_fence, "echomq:6.7.8"}`, nil},
		{"wire 6, another type", fence.Wire6(), []reply{str("echomq:6.0.0"), serverSays(wrongType)}, ask2, "", `{:version_fence, {:error, "` + wrongType + `"}}`, nil},
		{"wire 6, error that spells the identity", fence.Wire6(), []reply{str("echomq:6.0.0"), serverSays("echomq:6.0.0")}, ask2, "", `{:version_fence, {:error, "echomq:6.0.0"}}`, nil},
		{"wire 6, no module", fence.Wire6(), []reply{serverSays(unknown)}, ask1, "", `{:version_fence, {:error, "` + unknown + `"}}`, nil},
		{"wire 6, a module of major 5", fence.Wire6(), []reply{str("echomq:5.0.0")}, ask1, "", `{:version_fence, "echomq:5.0.0"}`, nil},
		{"wire 6, a module of major 60", fence.Wire6(), []reply{str("echomq:60.0.0")}, ask1, "", `{:version_fence, "echomq:60.0.0"}`, nil},
		{"wire 6, no identity", fence.Wire6(), []reply{str("6.0.0")}, ask1, "", `{:version_fence, "6.0.0"}`, nil},
		{"wire 6, half an identity", fence.Wire6(), []reply{str("echomq:6")}, ask1, "", `{:version_fence, "echomq:6"}`, nil},
		{"wire 6, an integer", fence.Wire6(), []reply{{value: int64(6)}}, ask1, "", `{:version_fence, "6"}`, nil},
		{"wire 6, a null", fence.Wire6(), []reply{null()}, ask1, "", `{:version_fence, nil}`, nil},
		{"wire 6, lost at EMQ.VERSION", fence.Wire6(), []reply{lost(gone)}, ask1, "", "", gone},
		{"wire 6, lost at GET", fence.Wire6(), []reply{str("echomq:6.0.0"), lost(gone)}, ask2, "", "", gone},
	} {
		t.Run(tt.name, func(t *testing.T) {
			conn := &script{replies: tt.replies}
			pass, err := tt.wire.Check(context.Background(), conn)
			if !reflect.DeepEqual(conn.sent, tt.sent) {
				t.Errorf("sent %q, want %q", conn.sent, tt.sent)
			}
			if pass != tt.pass {
				t.Errorf("pass is %q, want %q", pass, tt.pass)
			}
			refused, isRefused := errors.AsType[*fence.Refused](err)
			switch {
			case tt.refused != "":
				if !isRefused || refused.Error() != tt.refused {
					t.Errorf("error %v, want the refusal %s", err, tt.refused)
				}
			case tt.lost != nil:
				if isRefused || !errors.Is(err, tt.lost) {
					t.Errorf("error %v, want %v and no refusal", err, tt.lost)
				}
			case err != nil:
				t.Errorf("error %v", err)
			}
		})
	}
}

// What a refusal carries can be taken apart, not only printed.
func TestGot(t *testing.T) {
	for _, tt := range []struct {
		reply       reply
		value       string
		isValue     bool
		serverError string
		isError     bool
	}{
		{str("echomq:2.0.0"), "echomq:2.0.0", true, "", false},
		{str(""), "", true, "", false},
		{serverSays("WRONGTYPE x"), "WRONGTYPE x", false, "WRONGTYPE x", true},
	} {
		_, err := fence.Wire4().Check(context.Background(), &script{replies: []reply{tt.reply}})
		refused, ok := errors.AsType[*fence.Refused](err)
		if !ok {
			t.Fatalf("%+v: error %v", tt.reply, err)
		}
		got := refused.Got
		if v, ok := got.Value(); ok != tt.isValue || ok && v != tt.value {
			t.Errorf("%+v: Value() = %q, %v", tt.reply, v, ok)
		}
		if v, ok := got.ServerError(); ok != tt.isError || ok && v != tt.serverError {
			t.Errorf("%+v: ServerError() = %q, %v", tt.reply, v, ok)
		}
		if got.IsNil() || got == fence.Absent || got.Is(tt.value) != tt.isValue {
			t.Errorf("%+v: got is %v", tt.reply, got)
		}
	}
}
