package layout

import "net/http"

// OEmbedPath is where other sites ask how to show a page of this one.
const OEmbedPath = "/oembed"

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
