package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// image is what the Dockerfile says of how the binary is made and run.
type image struct {
	buildEnv   []string // CGO_ENABLED=0
	buildArgs  []string // go build -trimpath …, the output's name left out
	user       string   // 65534:65534
	entrypoint string   // the binary's path in the image
	contents   []string // every COPY of the last stage
	from       string   // the last stage's base
}

// readImage reads the instructions that the tests follow. Each is one line.
func readImage(text string) (image, error) {
	var i image
	for line := range strings.Lines(text) {
		instruction, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch instruction {
		case "FROM":
			i.from, i.contents = rest, nil
		case "COPY":
			i.contents = append(i.contents, rest)
		case "USER":
			i.user = rest
		case "ENTRYPOINT":
			i.entrypoint = strings.Trim(rest, `[]"`)
		case "RUN":
			if before, command, ok := strings.Cut(rest, "go build "); ok {
				i.buildEnv = strings.Fields(before)
				i.buildArgs = withoutOutput(words("build " + command))
			}
		}
	}
	if i.buildArgs == nil || i.user == "" || i.entrypoint == "" {
		return i, fmt.Errorf("the Dockerfile lacks one of: a RUN with go build, USER, ENTRYPOINT: %+v", i)
	}
	return i, nil
}

// words splits a command as a shell does that knows double quotes alone.
func words(command string) []string {
	var list []string
	var word strings.Builder
	quoted := false
	for _, c := range command + " " {
		switch {
		case c == '"':
			quoted = !quoted
		case c == ' ' && !quoted:
			if word.Len() > 0 {
				list = append(list, word.String())
				word.Reset()
			}
		default:
			word.WriteRune(c)
		}
	}
	return list
}

func withoutOutput(args []string) []string {
	for i, arg := range args {
		if arg == "-o" {
			return append(args[:i:i], args[i+2:]...)
		}
	}
	return args
}

var built struct {
	image  image
	binary string
}

// TestMain builds the binary that the tests start, by the Dockerfile's command.
func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "site")
		if err == nil {
			defer func() { _ = os.RemoveAll(dir) }()
			err = buildInto(dir)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		return m.Run()
	}())
}

func buildInto(dir string) error {
	const root = "../.."
	text, err := os.ReadFile(filepath.Join(root, "Dockerfile"))
	if err != nil {
		return err
	}
	if built.image, err = readImage(string(text)); err != nil {
		return err
	}
	built.binary = filepath.Join(dir, "site")
	args := append([]string{"build", "-o", built.binary}, built.image.buildArgs[1:]...)
	command := exec.Command("go", args...)
	command.Dir = root
	command.Env = append(os.Environ(), built.image.buildEnv...)
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("go %q: %w\n%s", args, err, out)
	}
	return nil
}

func TestDockerfile(t *testing.T) {
	i := built.image
	if i.from != "scratch" {
		t.Errorf("the image is made from %q, want scratch", i.from)
	}
	if len(i.contents) != 1 || !strings.HasSuffix(i.contents[0], " "+i.entrypoint) {
		t.Errorf("the image holds %q, want the binary %s alone", i.contents, i.entrypoint)
	}
	if !strings.Contains(strings.Join(i.buildEnv, " "), "CGO_ENABLED=0") {
		t.Errorf("the build's environment is %q, want CGO_ENABLED=0 in it", i.buildEnv)
	}
	if uid, _, ok := strings.Cut(i.user, ":"); !ok || uid == "0" || uid == "root" {
		t.Errorf("the image runs as %q, want a user and a group without privileges", i.user)
	}
}
