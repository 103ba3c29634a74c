// Command vulndb lays out the Go vulnerability database for govulncheck from
// the module golang.org/x/vulndb, for machines that reach modules and nothing
// else: it prints the file URL that govulncheck's -db takes.
//
// The layout is that of https://go.dev/doc/security/vuln/database: an entry a
// file under ID/, and an index of the modules that have entries.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"time"
)

type entry struct {
	ID       string    `json:"id"`
	Modified time.Time `json:"modified"`
	Affected []struct {
		Package struct {
			Name string `json:"name"`
		} `json:"package"`
		Ranges []struct {
			Events []struct {
				Fixed string `json:"fixed"`
			} `json:"events"`
		} `json:"ranges"`
	} `json:"affected"`
}

type vuln struct {
	ID       string    `json:"id"`
	Modified time.Time `json:"modified"`
	Fixed    string    `json:"fixed,omitempty"`
}

type module struct {
	Path  string `json:"path"`
	Vulns []vuln `json:"vulns"`
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: vulndb <folder of the module golang.org/x/vulndb> <folder to write>")
		os.Exit(2)
	}
	if err := layOut(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "vulndb:", err)
		os.Exit(1)
	}
}

func layOut(from, to string) error {
	files, err := filepath.Glob(filepath.Join(from, "data", "osv", "*.json"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("%s holds no entries: %v", from, err)
	}
	for _, dir := range []string{"ID", "index"} {
		if err := os.MkdirAll(filepath.Join(to, dir), 0o755); err != nil {
			return err
		}
	}
	var latest time.Time
	byPath := map[string]*module{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		var e entry
		if err := json.Unmarshal(text, &e); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if err := os.WriteFile(filepath.Join(to, "ID", e.ID+".json"), text, 0o644); err != nil {
			return err
		}
		if e.Modified.After(latest) {
			latest = e.Modified
		}
		for _, a := range e.Affected {
			m := byPath[a.Package.Name]
			if m == nil {
				m = &module{Path: a.Package.Name}
				byPath[m.Path] = m
			}
			v := vuln{ID: e.ID, Modified: e.Modified}
			for _, r := range a.Ranges {
				for _, ev := range r.Events {
					if ev.Fixed != "" {
						v.Fixed = ev.Fixed
					}
				}
			}
			m.Vulns = append(m.Vulns, v)
		}
	}
	modules := make([]*module, 0, len(byPath))
	for _, m := range byPath {
		modules = append(modules, m)
	}
	sort.Slice(modules, func(i, j int) bool { return modules[i].Path < modules[j].Path })
	if err := write(filepath.Join(to, "index", "modules.json"), modules); err != nil {
		return err
	}
	if err := write(filepath.Join(to, "index", "db.json"), map[string]time.Time{"modified": latest}); err != nil {
		return err
	}
	abs, err := filepath.Abs(to)
	if err != nil {
		return err
	}
	fmt.Println("file://" + abs)
	return nil
}

func write(file string, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}
