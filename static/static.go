// Package static holds the site's style sheet, scripts and icon, and serves
// them.
//
// Every file is embedded in the binary, compressed once when the server
// starts, and named by its content: /static/site.css is linked as
// /static/site.<hash>.css, which a browser may keep for a year because other
// content gets another name. The plain name answers too, for a short while, so
// that a person or another site can point at it.
//
// The package leaves out what depends on the site: the base path in front of
// /static/ is put there by whoever makes links.
package static

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// Prefix is the path that all of the files sit under.
const Prefix = "/static/"

//go:embed assets
var embedded embed.FS

// Files is the set of files, ready to be sent. It does not change after New,
// and any number of requests may use it at once.
type Files struct {
	byPath map[string]target // by what follows Prefix in the URL, plain or hashed
	links  map[string]string // plain name to the path with the hash
}

// target is what one URL leads to.
type target struct {
	file      *file
	immutable bool // the URL holds the content's hash
}

// New reads and compresses the embedded files. Each name in required, such as
// "site.css" or "vendor/htmx-4.0.1.min.js", must be one of them, so that a page
// that needs a file which is not there stops the start and not a reader.
func New(required ...string) (*Files, error) {
	assets, err := fs.Sub(embedded, "assets")
	if err != nil {
		return nil, err
	}
	return load(assets, required)
}

// load is New over any file system.
func load(assets fs.FS, required []string) (*Files, error) {
	f := &Files{byPath: map[string]target{}, links: map[string]string{}}
	err := fs.WalkDir(assets, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		body, err := fs.ReadFile(assets, name)
		if err != nil {
			return err
		}
		return f.add(name, body)
	})
	if err != nil {
		return nil, fmt.Errorf("static files: %w", err)
	}
	for name, parts := range joined {
		if err := f.join(assets, name, parts); err != nil {
			return nil, fmt.Errorf("static files: %w", err)
		}
	}
	for _, name := range required {
		if _, ok := f.links[name]; !ok {
			return nil, fmt.Errorf("static file %q is not among the embedded files", name)
		}
	}
	return f, nil
}

// joined are files that are made of others, one behind the other. A frame on
// another site's page sends for one style sheet, and has the rules of the pages
// and then its own in it.
var joined = map[string][]string{"frame.css": {"site.css", "embed.css"}}

// join adds a joined file, if its parts are there.
func (f *Files) join(assets fs.FS, name string, parts []string) error {
	var whole []byte
	for _, part := range parts {
		if _, ok := f.links[part]; !ok {
			return nil
		}
		body, err := fs.ReadFile(assets, part)
		if err != nil {
			return err
		}
		whole = append(whole, body...)
	}
	return f.add(name, whole)
}

func (f *Files) add(name string, body []byte) error {
	sum := sha256.Sum256(body)
	hash := hex.EncodeToString(sum[:8])
	sent, err := newFile(name, hash, body)
	if err != nil {
		return err
	}
	hashed := withHash(name, hash)
	f.byPath[name] = target{file: sent}
	f.byPath[hashed] = target{file: sent, immutable: true}
	f.links[name] = Prefix + hashed
	return nil
}

// withHash puts the hash before a name's extension, or at its end where the
// name has none.
func withHash(name, hash string) string {
	ext := path.Ext(name)
	return strings.TrimSuffix(name, ext) + "." + hash + ext
}

// Path gives the path to link for a file: "site.css" is
// "/static/site.<16 hex digits>.css". A name that is not there gives its plain
// path, which answers 404; the names that pages use belong in New's list.
func (f *Files) Path(name string) string {
	if link, ok := f.links[name]; ok {
		return link
	}
	return Prefix + name
}
