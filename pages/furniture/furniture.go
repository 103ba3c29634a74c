// Package furniture is what the site holds for programs that read sites:
// sitemap.xml and robots.txt for search engines, llms.txt for language models.
//
// All three are made of the course's own list of places when they are asked
// for, so a page that is added is in them without a line written here.
package furniture

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"strconv"

	"echomq.dev/course/pages/layout"
)

// Place is a page that a reader can be sent to.
type Place struct {
	Path  string // from the site's base, with a leading slash
	Title string
	About string // one or two sentences
}

// Simulator is a place that programs can ask too, at /api/{name}.
type Simulator struct {
	Place
	API        string   // path of its JSON
	Parameters []string // of its query
	Example    string   // a query, encoded
}

// Handler answers for the three files.
type Handler struct {
	Site       layout.Site
	Pages      []Place // in reading order, the front page first
	Simulators []Simulator
}

// namespace is the sitemap protocol's, version 0.9.
const namespace = "http://www.sitemaps.org/schemas/sitemap/0.9"

type urlset struct {
	XMLName xml.Name `xml:"urlset"`
	XMLNS   string   `xml:"xmlns,attr"`
	URLs    []loc    `xml:"url"`
}

type loc struct {
	Loc string `xml:"loc"`
}

// Sitemap lists the address of every page. States of a simulator are not in
// it: they have no end, and the page that they are states of is.
func (h Handler) Sitemap(w http.ResponseWriter, r *http.Request) error {
	set := urlset{XMLNS: namespace}
	for _, p := range h.places() {
		set.URLs = append(set.URLs, loc{h.Site.Base.URL(r, p.Path)})
	}
	body, err := xml.MarshalIndent(set, "", " ")
	if err != nil {
		return err
	}
	return send(w, "application/xml; charset=utf-8", append([]byte(xml.Header), body...))
}

// Robots lets every crawler read the pages, keeps it out of the JSON, which
// says the same again, and names the sitemap.
func (h Handler) Robots(w http.ResponseWriter, r *http.Request) error {
	return send(w, "text/plain; charset=utf-8", fmt.Appendf(nil, "User-agent: *\nDisallow: %s\n\nSitemap: %s\n",
		h.Site.Path("/api/"), h.Site.Base.URL(r, "/sitemap.xml")))
}

// places are all pages, the simulators' behind the others.
func (h Handler) places() []Place {
	places := append([]Place(nil), h.Pages...)
	for _, s := range h.Simulators {
		places = append(places, s.Place)
	}
	return places
}

func send(w http.ResponseWriter, contentType string, body []byte) error {
	header := w.Header()
	header.Set("Content-Type", contentType)
	header.Set("Cache-Control", "no-cache")
	header.Set("Content-Length", strconv.Itoa(len(body)))
	_, err := w.Write(body)
	return err
}
