// Command site serves the course: everything is inside the binary, so it needs
// no file, no database and no network beside the port that it listens on.
//
// Exit codes: 0 after SIGTERM or SIGINT, and for -h; 1 where it could not start
// or its listener failed; 2 for a flag or an environment variable that does not
// make sense. This package alone reads either.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
)

const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

func main() {
	os.Exit(run(os.Args[1:], os.Getenv, os.Stdout, os.Stderr))
}

// run is main with the process's surroundings handed in.
func run(args []string, getenv func(string) string, stdout, stderr io.Writer) int {
	c, err := readConfig(args, getenv)
	if errors.Is(err, flag.ErrHelp) {
		usage(stdout)
		return exitOK
	}
	if err != nil {
		fmt.Fprintf(stderr, "site: %v\n", err)
		return exitUsage
	}
	log := slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: c.logLevel}))
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	if err := serve(ctx, stop, c, log); err != nil {
		fmt.Fprintf(stderr, "site: %v\n", err)
		return exitFailed
	}
	return exitOK
}
