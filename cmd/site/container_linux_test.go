package main

import (
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// TestStatic: the image holds no loader and no library, so the binary must ask
// for none.
func TestStatic(t *testing.T) {
	f, err := elf.Open(built.binary)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP || p.Type == elf.PT_DYNAMIC {
			t.Errorf("the binary has a segment %v", p.Type)
		}
	}
	if libraries, err := f.ImportedLibraries(); err == nil && len(libraries) > 0 {
		t.Errorf("the binary needs %v", libraries)
	}
}

// TestEmptyRoot runs the binary as the image does: its root directory holds
// nothing else, and its user owns nothing. Only root may set that up; another
// user's run has an empty directory and an empty environment in its place.
func TestEmptyRoot(t *testing.T) {
	root := t.TempDir()
	cmd := exec.Command(built.binary)
	cmd.Dir, cmd.Env = root, []string{}
	if os.Geteuid() == 0 {
		var uid, gid uint32
		if _, err := fmt.Sscanf(built.image.user, "%d:%d", &uid, &gid); err != nil {
			t.Fatalf("USER %s: %v", built.image.user, err)
		}
		binary, err := os.ReadFile(built.binary)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, built.image.entrypoint), binary, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(root, 0o555); err != nil {
			t.Fatal(err)
		}
		cmd = exec.Command(built.image.entrypoint)
		cmd.Dir, cmd.Env = "/", []string{}
		cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: root, Credential: &syscall.Credential{Uid: uid, Gid: gid}}
	} else {
		t.Log("not root: the process runs in an empty directory, its root is the machine's own")
	}
	p, err := launch(t, cmd)
	if err != nil {
		t.Fatal(err)
	}
	if status, body := fetch(t, "http://"+p.addr+"/healthz"); status != 200 || body != "ok\n" {
		t.Errorf("/healthz: %d %q", status, body)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if code := p.exit(t); code != 0 {
		t.Errorf("exit code %d, want 0", code)
	}
}
