package main

import (
	"bytes"
	"log/slog"
	"net"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"
)

// environment is an environment of the pairs given.
func environment(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i+1 < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func TestDefaults(t *testing.T) {
	c, err := readConfig(nil, environment())
	if err != nil {
		t.Fatal(err)
	}
	if c.addr != ":8080" || c.base.Path("/") != "/" || c.base.Origin() != "" || c.ancestors.String() != "*" || c.proxies != nil ||
		c.maxSessions != 10_000 || c.sessionIdle != 30*time.Minute || c.logLevel != slog.LevelInfo {
		t.Errorf("%+v", c)
	}
}

func TestFlagsOverEnvironment(t *testing.T) {
	env := environment(
		"ECHOMQ_ADDR", "127.0.0.1:1", "ECHOMQ_BASE_PATH", "/echomq", "ECHOMQ_PUBLIC_URL", "https://school.example",
		"ECHOMQ_FRAME_ANCESTORS", "'self' https://lms.example", "ECHOMQ_TRUSTED_PROXIES", "10.1.2.3/8, 192.0.2.1,::ffff:192.0.2.2,fd00::/8",
		"ECHOMQ_MAX_SESSIONS", "5", "ECHOMQ_SESSION_IDLE", "90s", "ECHOMQ_LOG_LEVEL", "DEBUG")
	c, err := readConfig([]string{"-addr", ":2", "-max-sessions=7", "-frame-ancestors", "'none'"}, env)
	if err != nil {
		t.Fatal(err)
	}
	if c.addr != ":2" || c.maxSessions != 7 || c.ancestors.String() != "'none'" {
		t.Errorf("the flags do not win: %+v", c)
	}
	if c.base.Path("/sim") != "/echomq/sim" || c.base.Origin() != "https://school.example" || c.sessionIdle != 90*time.Second || c.logLevel != slog.LevelDebug {
		t.Errorf("the environment is not read: %+v", c)
	}
	want := []netip.Prefix{
		netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("192.0.2.1/32"),
		netip.MustParsePrefix("192.0.2.2/32"), netip.MustParsePrefix("fd00::/8"),
	}
	if !slices.Equal(c.proxies, want) {
		t.Errorf("proxies %v, want %v", c.proxies, want)
	}
	// An empty flag is given; an empty variable is not.
	if c, err = readConfig([]string{"-base-path="}, env); err != nil || c.base.Path("/sim") != "/sim" {
		t.Errorf("an empty flag does not win: %v, %v", c.base, err)
	}
}

// TestBadSettings: each is one line that names where the value stood and the
// value, with exit code 2 and nothing on the standard output.
func TestBadSettings(t *testing.T) {
	for _, c := range []struct {
		args []string
		env  []string
		want []string
	}{
		{args: []string{"-addr", "8080"}, want: []string{"-addr", `"8080"`, "accepted"}},
		{args: []string{"-addr", ":http"}, want: []string{"-addr", `"http"`, "65535"}},
		{args: []string{"-addr", ":70000"}, want: []string{"-addr", `"70000"`}},
		{args: []string{"-addr", "999.9.9.9:80"}, want: []string{"-addr", `"999.9.9.9:80"`, "accepted"}},
		{args: []string{"-addr", "bad host:80"}, want: []string{"-addr", `"bad host:80"`, "accepted"}},
		{args: []string{"-public-url", "https://x:99999"}, want: []string{"-public-url", `"https://x:99999"`, "accepted"}},
		{args: []string{"-public-url", "https://x:"}, want: []string{"-public-url", "accepted"}},
		{args: []string{"-public-url", "https://x;y"}, want: []string{"-public-url", "accepted"}},
		{args: []string{"-public-url", "https://x/#"}, want: []string{"-public-url", "accepted"}},
		{args: []string{"-bad\nflag"}, want: []string{"-bad flag"}},
		{args: []string{"-base-path", "echomq"}, want: []string{"-base-path", `"echomq"`, "accepted"}},
		{args: []string{"-public-url", "school.example"}, want: []string{"-public-url", `"school.example"`, "accepted"}},
		{env: []string{"ECHOMQ_PUBLIC_URL", "https://school.example/other"}, want: []string{"ECHOMQ_PUBLIC_URL", "/other", "accepted"}},
		{args: []string{"-frame-ancestors", "*; script-src *"}, want: []string{"-frame-ancestors", `"*; script-src *"`, "accepted"}},
		{args: []string{"-trusted-proxies", "10.0.0.0/8,proxy"}, want: []string{"-trusted-proxies", `"proxy"`, "accepted"}},
		{args: []string{"-trusted-proxies", "10.0.0.0/33"}, want: []string{"-trusted-proxies", `"10.0.0.0/33"`}},
		{args: []string{"-trusted-proxies", "fe80::1%eth0"}, want: []string{"-trusted-proxies", "eth0"}},
		{args: []string{"-max-sessions", "0"}, want: []string{"-max-sessions", `"0"`, "1000000"}},
		{args: []string{"-max-sessions", "many\nlines"}, want: []string{"-max-sessions", `"many\nlines"`}},
		{env: []string{"ECHOMQ_MAX_SESSIONS", "-1"}, want: []string{"ECHOMQ_MAX_SESSIONS", `"-1"`}},
		{args: []string{"-session-idle", "30"}, want: []string{"-session-idle", `"30"`, "30m"}},
		{args: []string{"-session-idle", "-5m"}, want: []string{"-session-idle", `"-5m"`}},
		{args: []string{"-log-level", "loud"}, want: []string{"-log-level", `"loud"`, "debug, info, warn or error"}},
		{args: []string{"-nonsense"}, want: []string{"-nonsense"}},
		{args: []string{"-addr"}, want: []string{"-addr"}},
		{args: []string{"serve"}, want: []string{`"serve"`, "accepted"}},
	} {
		var stdout, stderr bytes.Buffer
		code := run(c.args, environment(c.env...), &stdout, &stderr)
		line := stderr.String()
		if code != 2 || stdout.Len() > 0 || strings.Count(line, "\n") != 1 || !strings.HasPrefix(line, "site: ") {
			t.Errorf("%q %q: exit code %d, stderr %q", c.args, c.env, code, line)
		}
		for _, part := range c.want {
			if !strings.Contains(line, part) {
				t.Errorf("%q %q: %q does not say %s", c.args, c.env, line, part)
			}
		}
	}
}

func TestHelp(t *testing.T) {
	for _, arg := range []string{"-h", "--help"} {
		var stdout, stderr bytes.Buffer
		if code := run([]string{arg}, environment(), &stdout, &stderr); code != 0 || stderr.Len() > 0 {
			t.Errorf("%s: exit code %d, stderr %q", arg, code, &stderr)
		}
		for _, s := range settings(&config{}, new(string), new(string)) {
			if !strings.Contains(stdout.String(), "-"+s.name+" ") || !strings.Contains(stdout.String(), s.env()) {
				t.Errorf("%s: nothing about -%s and %s", arg, s.name, s.env())
			}
		}
	}
}

func TestPortInUse(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	var stdout, stderr bytes.Buffer
	code := run([]string{"-addr", taken.Addr().String()}, environment(), &stdout, &stderr)
	if code != 1 || strings.Count(stderr.String(), "\n") != 1 || !strings.Contains(stderr.String(), "cannot listen") {
		t.Errorf("exit code %d, stderr %q", code, &stderr)
	}
}
