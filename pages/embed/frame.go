package embed

import "echomq.dev/course/pages/layout"

// The files that a frame asks for, and the script that a host page may.
const (
	styles = "frame.css"
	script = "embed-frame.js"
	host   = "embed.js"
	icon   = "favicon.svg" // nobody asks for it in a frame
)

// Assets names the static files that frames and their hosts link.
func Assets() []string { return []string{styles, script, host, icon} }

// frame is what the document says around a figure.
type frame struct {
	Site    layout.Site
	Title   string
	Theme   string // "light", "dark", or "" to follow the host
	Full    string // the full page of the same state
	Failed  bool   // there is no state to show
	Choices *sets
	OEmbed  string // where others ask about this very frame
}

// scheme are the colour schemes that the document has.
func (f frame) scheme() string {
	if f.Theme != "" {
		return f.Theme
	}
	return "light dark"
}

func (f frame) asset(name string) string { return f.Site.Path(f.Site.Files.Path(name)) }
