package main

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// process is a running site.
type process struct {
	cmd  *exec.Cmd
	addr string // host:port that it listens on
	logs *bufio.Scanner
}

// launch starts a command that runs the site on a free port of 127.0.0.1, and
// waits until it listens. The test's end kills what still runs.
func launch(t *testing.T, cmd *exec.Cmd) (*process, error) {
	t.Helper()
	cmd.Env = append(cmd.Env, "ECHOMQ_ADDR=127.0.0.1:0")
	stderr, err := cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	p := &process{cmd: cmd, logs: bufio.NewScanner(stderr)}
	p.addr = p.logged(t, regexp.MustCompile(`msg=listening addr=(\S+)`))
	return p, nil
}

// logged reads the log up to a line that matches and gives the first group.
func (p *process) logged(t *testing.T, line *regexp.Regexp) string {
	t.Helper()
	var seen []string
	for p.logs.Scan() {
		if m := line.FindStringSubmatch(p.logs.Text()); m != nil {
			return m[len(m)-1]
		}
		seen = append(seen, p.logs.Text())
	}
	t.Fatalf("the log ended without %v:\n%s", line, strings.Join(seen, "\n"))
	return ""
}

// exit reads the log to its end and gives the exit code.
func (p *process) exit(t *testing.T) int {
	t.Helper()
	for p.logs.Scan() {
	}
	err := p.cmd.Wait()
	if failed, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
		t.Fatal(err)
	} else if failed != nil {
		return failed.ExitCode()
	}
	return 0
}

func fetch(t *testing.T, url string) (int, string) {
	t.Helper()
	res, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(body)
}

// begin connects and sends the first part of a request.
func begin(t *testing.T, addr, part string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if _, err := io.WriteString(conn, part); err != nil {
		t.Fatal(err)
	}
	return conn
}

// finish sends the rest of the request and reads the answer.
func finish(t *testing.T, conn net.Conn, rest string) (int, string) {
	t.Helper()
	if _, err := io.WriteString(conn, rest); err != nil {
		t.Fatal(err)
	}
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(body)
}

// waiting is a request whose body is not sent: net/http answers only when it
// has read that, so the request is under way for as long as a test likes.
const waiting = "GET /healthz HTTP/1.1\r\nHost: site\r\nContent-Length: 4\r\n\r\n"

// TestTermination ends a site, which runs in an empty directory, with two
// requests open: one asks whether it is ready while it drains, one is answered
// after it has stopped to listen, and the process ends well.
func TestTermination(t *testing.T) {
	for name, signal := range map[string]syscall.Signal{"SIGTERM": syscall.SIGTERM, "SIGINT": syscall.SIGINT} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.Command(built.binary)
			cmd.Dir = t.TempDir()
			p, err := launch(t, cmd)
			if err != nil {
				t.Fatal(err)
			}
			if status, body := fetch(t, "http://"+p.addr+"/readyz"); status != 200 {
				t.Fatalf("/readyz: %d %q", status, body)
			}
			check := begin(t, p.addr, "GET /readyz HTTP/1.1\r\nHost: site\r\n")
			late := begin(t, p.addr, waiting)
			p.logged(t, regexp.MustCompile(`msg=answered .*path=/healthz`)) // by the handler
			if err := cmd.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			p.logged(t, regexp.MustCompile(`msg=draining`))
			if status, body := finish(t, check, "\r\n"); status != 503 || body != "draining\n" {
				t.Errorf("/readyz while draining: %d %q", status, body)
			}
			for { // until nobody listens any more
				conn, err := net.Dial("tcp", p.addr)
				if err != nil {
					break
				}
				_ = conn.Close()
			}
			if status, body := finish(t, late, "body"); status != 200 || body != "ok\n" {
				t.Errorf("the request under way: %d %q", status, body)
			}
			if code := p.exit(t); code != 0 {
				t.Errorf("exit code %d, want 0", code)
			}
		})
	}
}

// TestSecondSignal: who asks twice does not want to wait.
func TestSecondSignal(t *testing.T) {
	cmd := exec.Command(built.binary)
	cmd.Dir = t.TempDir()
	p, err := launch(t, cmd)
	if err != nil {
		t.Fatal(err)
	}
	begin(t, p.addr, waiting)
	p.logged(t, regexp.MustCompile(`msg=answered`))
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	p.logged(t, regexp.MustCompile(`msg=draining`))
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	p.exit(t)
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || status.Signal() != syscall.SIGTERM {
		t.Errorf("it ended with %v, want by the signal", cmd.ProcessState)
	}
}

func TestBadFlagOfTheProcess(t *testing.T) {
	cmd := exec.Command(built.binary, "-max-sessions", "none")
	cmd.Dir = t.TempDir()
	out, err := cmd.CombinedOutput()
	failed, ok := errors.AsType[*exec.ExitError](err)
	if !ok || failed.ExitCode() != 2 || strings.Count(string(out), "\n") != 1 {
		t.Errorf("%v: %q", err, out)
	}
}
