package layout

import (
	"net/http"
	"net/url"

	"echomq.dev/course/pages/web"
)

// OEmbedPath is where other sites ask how to show a page of this one.
const OEmbedPath = "/oembed"

// Discoverable lets other sites find out how to show the page in the very state
// that was asked for. An address that is too long to be asked about has no
// such link.
func (p Page) Discoverable(r *http.Request) Page {
	p.OEmbed = OEmbed(p.Site, r)
	return p
}

// OEmbed is where others ask about the very state that a request asks for,
// without a format; "" where the address would be too long.
func OEmbed(site Site, r *http.Request) string {
	state := r.URL.EscapedPath()
	if r.URL.RawQuery != "" {
		state += "?" + r.URL.RawQuery
	}
	about := OEmbedPath + "?url=" + url.QueryEscape(site.Base.URL(r, state))
	if len(about)+len("&format=json") > web.MaxURL-len(site.Path("")) {
		return ""
	}
	return site.Base.URL(r, about)
}

// Picture is a picture of the site for previews; its sizes are in pixels.
type Picture struct {
	URL           string
	Width, Height int
}

// Pictures are those that there are, the largest first.
func (s Site) Pictures(r *http.Request) []Picture {
	if s.Files == nil {
		return nil
	}
	return []Picture{
		{s.Base.URL(r, s.Files.Path(card)), 1200, 630},
		{s.Base.URL(r, s.Files.Path(touch)), 180, 180},
	}
}
