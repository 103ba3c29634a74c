package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"echomq.dev/course/pages/guard"
	"echomq.dev/course/pages/web"
)

// config is what the flags and the environment say, read into the types that
// the parts of the site take: nothing in it can be invalid.
type config struct {
	addr        string // host and port to listen on
	base        web.Base
	ancestors   guard.Ancestors
	proxies     []netip.Prefix
	maxSessions int
	sessionIdle time.Duration
	logLevel    slog.Level
}

// setting is one flag and its environment variable: ECHOMQ_MAX_SESSIONS is
// that of -max-sessions. The flag wins.
type setting struct {
	name  string
	value string // the default, then what was given
	help  string
	read  func(value string) error
}

// env is the name of a setting's environment variable.
func (s setting) env() string {
	return "ECHOMQ_" + strings.ToUpper(strings.ReplaceAll(s.name, "-", "_"))
}

// settings lists every setting, each with how its value goes into c. The base
// path and the public URL are read together at the end: each bounds the other.
func settings(c *config, basePath, publicURL *string) []setting {
	return []setting{
		{"addr", ":8080", "`address` to listen on, as host:port or :port", func(v string) (err error) {
			c.addr, err = parseAddr(v)
			return err
		}},
		{"base-path", "", "`path` that the site is mounted at, such as /echomq", func(v string) error {
			*basePath = v
			_, err := web.NewBase(v, "")
			return err
		}},
		{"public-url", "", "`URL` that readers reach the site's host under, for canonical links and embeds", func(v string) error {
			*publicURL = v
			return nil
		}},
		{"frame-ancestors", "*", "`hosts` whose pages may frame /embed, with spaces between; * is every host", func(v string) (err error) {
			c.ancestors, err = guard.ParseAncestors(v)
			return err
		}},
		{"trusted-proxies", "", "addresses or `CIDRs`, with commas between, whose X-Forwarded-For is believed", func(v string) (err error) {
			c.proxies, err = parsePrefixes(v)
			return err
		}},
		{"max-sessions", "10000", "the `number` of live sessions kept; the least recently used one makes room", func(v string) (err error) {
			c.maxSessions, err = parseCount(v)
			return err
		}},
		{"session-idle", "30m", "how long a session is kept without a request, a `duration`", func(v string) (err error) {
			c.sessionIdle, err = parseIdle(v)
			return err
		}},
		{"log-level", "info", "the least `level` that is logged: debug, info, warn or error; debug shows what learners typed", func(v string) (err error) {
			c.logLevel, err = parseLevel(v)
			return err
		}},
	}
}

// readConfig reads the flags over the environment over the defaults. Its error
// is one line that names the flag or the variable, the value and what would be
// accepted; for -h it is flag.ErrHelp.
func readConfig(args []string, getenv func(string) string) (config, error) {
	var c config
	var basePath, publicURL string
	list := settings(&c, &basePath, &publicURL)

	flags := flag.NewFlagSet("site", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // the error is printed once, by run
	flags.Usage = func() {}
	given := map[string]bool{}
	for i := range list {
		flags.Func(list[i].name, list[i].help, func(v string) error {
			list[i].value, given[list[i].name] = v, true
			return nil
		})
	}
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return config{}, err
	} else if err != nil {
		return config{}, errors.New(strings.Join(strings.Fields(err.Error()), " ")) // it may quote what holds line ends
	}
	if rest := flags.Args(); len(rest) > 0 {
		return config{}, fmt.Errorf("unexpected argument %q: accepted: flags alone, see -h", rest[0])
	}
	source := map[string]string{} // what each value came from, as an error names it
	for _, s := range list {
		from, value := "-"+s.name, s.value
		// A variable that is set and empty is how many a script says "not set".
		if v := getenv(s.env()); v != "" && !given[s.name] {
			from, value = s.env(), v
		}
		source[s.name] = from
		if err := s.read(value); err != nil {
			return config{}, fmt.Errorf("%s: %w", from, err)
		}
	}
	var err error
	if c.base, err = web.NewBase(basePath, publicURL); err != nil {
		return config{}, fmt.Errorf("%s: %w", source["public-url"], err)
	}
	return c, nil
}

// usage prints what -h asks for.
func usage(w io.Writer) {
	fmt.Fprint(w, "site serves the course.\n\nFlags, each with its environment variable (a flag wins):\n\n")
	for _, s := range settings(&config{}, new(string), new(string)) {
		kind, help := flag.UnquoteUsage(&flag.Flag{Name: s.name, Usage: s.help, Value: text("")})
		fmt.Fprintf(w, "  -%s %s   (%s, default %q)\n\t%s\n", s.name, kind, s.env(), s.value, help)
	}
}

// text is the flag.Value that UnquoteUsage wants to see.
type text string

func (t text) String() string   { return string(t) }
func (t text) Set(string) error { return nil }

func parseAddr(v string) (string, error) {
	host, port, err := net.SplitHostPort(v)
	if err != nil || !listenable(host) {
		return "", fmt.Errorf("%q: accepted: host:port or :port, such as :8080", v)
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return "", fmt.Errorf("%q: %q is not a port; accepted: 0 to 65535", v, port)
	}
	return v, nil
}

// listenable reports whether a host is an IP address or can be a name. A name
// whose last part is a number is an address with a mistake.
func listenable(host string) bool {
	if _, err := netip.ParseAddr(host); err == nil || host == "" {
		return true
	}
	last := host[strings.LastIndex(host, ".")+1:]
	if _, err := strconv.Atoi(last); err == nil {
		return false
	}
	return !strings.ContainsFunc(host, func(c rune) bool {
		return !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.ContainsRune("-._", c))
	})
}

func parsePrefixes(v string) ([]netip.Prefix, error) {
	var prefixes []netip.Prefix
	for part := range strings.SplitSeq(v, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		prefix, err := netip.ParsePrefix(part)
		if addr, addrErr := netip.ParseAddr(part); addrErr == nil && addr.Zone() == "" {
			addr = addr.Unmap() // the form in which a peer's address is compared
			prefix, err = netip.PrefixFrom(addr, addr.BitLen()), nil
		}
		if err != nil {
			return nil, fmt.Errorf("%q: %q is neither; accepted: addresses or CIDRs such as 10.0.0.0/8, with commas between", v, part)
		}
		prefixes = append(prefixes, prefix.Masked())
	}
	return prefixes, nil
}

func parseCount(v string) (int, error) {
	const most = 1_000_000 // at 256 KB a session at most, 256 GB
	n, err := strconv.Atoi(v)
	if err != nil || n < 1 || n > most {
		return 0, fmt.Errorf("%q: accepted: a whole number from 1 to %d", v, most)
	}
	return n, nil
}

func parseIdle(v string) (time.Duration, error) {
	d, err := time.ParseDuration(v)
	if err != nil || d < time.Second || d > 24*time.Hour {
		return 0, fmt.Errorf("%q: accepted: a duration from 1s to 24h, such as 30m", v)
	}
	return d, nil
}

func parseLevel(v string) (slog.Level, error) {
	switch strings.ToLower(v) {
	case "debug":
		return slog.LevelDebug, nil
	case "info":
		return slog.LevelInfo, nil
	case "warn":
		return slog.LevelWarn, nil
	case "error":
		return slog.LevelError, nil
	}
	return 0, fmt.Errorf("%q: accepted: debug, info, warn or error", v)
}
