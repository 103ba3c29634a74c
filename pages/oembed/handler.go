// Package oembed tells other sites how to show a page of this one, as oEmbed
// (https://oembed.com, version 1.0) has it: given the address of a simulator's
// state or of a course page, it answers with a frame of the figure there.
package oembed

import (
	"context"
	"encoding/xml"
	"html"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"echomq.dev/course/pages/embedsnippet"
	"echomq.dev/course/pages/layout"
	"echomq.dev/course/pages/param"
	"echomq.dev/course/pages/web"
)

// Path is where it answers, inside the site.
const Path = layout.OEmbedPath

// least is the smallest size that a consumer may have room for, in CSS pixels. It
// gets a frame of just that size, which scrolls.
const least = 1

// Handler answers for the site. Find gives the figure of a page of the site, by
// its path without the base path and its query; false where there is no such
// page, or no figure on it.
type Handler struct {
	Site layout.Site
	Find func(ctx context.Context, path, query string) (embedsnippet.Frame, bool)
}

// answer is what the specification calls a response of type rich.
type answer struct {
	XMLName         xml.Name `json:"-" xml:"oembed"`
	Type            string   `json:"type" xml:"type"`
	Version         string   `json:"version" xml:"version"`
	Title           string   `json:"title" xml:"title"`
	ProviderName    string   `json:"provider_name" xml:"provider_name"`
	ProviderURL     string   `json:"provider_url" xml:"provider_url"`
	HTML            string   `json:"html" xml:"html"`
	Width           int      `json:"width" xml:"width"`
	Height          int      `json:"height" xml:"height"`
	ThumbnailURL    string   `json:"thumbnail_url,omitempty" xml:"thumbnail_url,omitempty"`
	ThumbnailWidth  int      `json:"thumbnail_width,omitempty" xml:"thumbnail_width,omitempty"`
	ThumbnailHeight int      `json:"thumbnail_height,omitempty" xml:"thumbnail_height,omitempty"`
}

// Answer answers a consumer. Parameters that the specification does not have
// are not looked at, as it asks.
func (h Handler) Answer(w http.ResponseWriter, r *http.Request) error {
	q, err := web.Query(r)
	if err != nil {
		return err
	}
	format, _, err := param.Once(q, "format")
	if err != nil {
		return err
	}
	if format != "" && format != "json" && format != "xml" {
		return &web.Error{
			Status: http.StatusNotImplemented, Title: "There is no such format", Param: "format", Given: format, Accepted: "json or xml",
			Detail: "the format " + web.Quoted(format) + " is not spoken here; accepted: json or xml",
		}
	}
	address, err := param.Required(q, "url", web.MaxURL)
	if err != nil {
		return err
	}
	widest, err := most(q, "maxwidth", embedsnippet.Widest)
	if err != nil {
		return err
	}
	// A consumer that has told how much room there is gets a frame that fills it:
	// it may take styles out, and with them how far the frame would grow.
	width := widest
	if !q.Has("maxwidth") {
		width = embedsnippet.Column
	}
	f, page, ok := h.find(r, address)
	if !ok {
		return web.NotFound("no figure of this site is at " + web.Quoted(address) + "; accepted: the address of a simulator or of a course page, such as " + h.Site.Base.URL(r, "/sim/claim"))
	}
	height, err := most(q, "maxheight", embedsnippet.Height(f.Simulator))
	if err != nil {
		return err
	}
	a := answer{
		Type: "rich", Version: "1.0", Title: f.Title, ProviderName: layout.CourseName, ProviderURL: h.Site.Base.URL(r, "/"),
		HTML:  markup(page, f.Title, embedsnippet.Attributes(h.Site.Base.URL(r, f.Path()), f.Title, width, widest, height)),
		Width: width, Height: height,
	}
	a.picture(h.Site, r, q)
	if format == "xml" {
		return sendXML(w, a)
	}
	return web.JSON(w, http.StatusOK, a)
}

// markup is the frame, with what WordPress needs around it. WordPress gives a
// frame its height only where a quotation stands before it, and shows that where
// the frame does not come; everybody else leaves it hidden. It takes styles out,
// and without them a frame has a border that its height does not count.
func markup(page, title, attributes string) string {
	return `<blockquote hidden style="display:none"><a href="` + html.EscapeString(page) + `">` + html.EscapeString(title) + `</a></blockquote>` +
		`<iframe frameborder="0" ` + attributes + `></iframe>`
}

// find is the figure at an address, and the page that a reader without frames
// may have in its place. It takes the site's own host and base path off. The
// scheme may be another: whoever stands in front of the site may speak it for
// it. An address with &amp; for & is read as it was meant, as web.Copied has it
// for pages: WordPress's editor asks with one for a post of somebody who may not
// write HTML.
func (h Handler) find(r *http.Request, address string) (f embedsnippet.Frame, page string, ok bool) {
	u, err := url.Parse(strings.ReplaceAll(address, "&amp;", "&"))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.User != nil {
		return f, "", false
	}
	home, err := url.Parse(h.Site.Base.URL(r, "/"))
	if err != nil || !strings.EqualFold(u.Host, home.Host) {
		return f, "", false
	}
	path := u.EscapedPath()
	if path == "" {
		path = "/"
	}
	path, ok = strings.CutPrefix(path, strings.TrimSuffix(home.Path, "/"))
	if !ok || !strings.HasPrefix(path, "/") {
		return f, "", false
	}
	if f, ok = h.Find(r.Context(), path, u.RawQuery); !ok {
		return f, "", false
	}
	switch {
	case path == "/embed/"+f.Simulator:
		path = f.Page()
	case u.RawQuery != "":
		path += "?" + embedsnippet.Escaped(u.RawQuery)
	}
	return f, h.Site.Base.URL(r, path), true
}

// most is a size within what the consumer has room for.
func most(q url.Values, name string, size int) (int, error) {
	given, ok, err := param.Once(q, name)
	if err != nil || !ok {
		return size, err
	}
	n, err := strconv.Atoi(given)
	if err != nil || n < least {
		return 0, web.BadParam(name, given, "a whole number of pixels from 1")
	}
	return min(n, size), nil
}

// picture adds the largest picture of the site that fits: it has to obey the
// same bounds. most has read them already.
func (a *answer) picture(site layout.Site, r *http.Request, q url.Values) {
	for _, p := range site.Pictures(r) {
		width, _ := most(q, "maxwidth", p.Width)
		height, _ := most(q, "maxheight", p.Height)
		if width == p.Width && height == p.Height {
			a.ThumbnailURL, a.ThumbnailWidth, a.ThumbnailHeight = p.URL, p.Width, p.Height
			return
		}
	}
}

func sendXML(w http.ResponseWriter, a answer) error {
	body, err := xml.Marshal(a)
	if err != nil {
		return err
	}
	header := w.Header()
	header.Set("Content-Type", "text/xml; charset=utf-8")
	header.Set("Access-Control-Allow-Origin", "*")
	header.Set("Cache-Control", "no-cache")
	_, err = w.Write([]byte(`<?xml version="1.0" encoding="utf-8" standalone="yes"?>` + "\n" + string(body) + "\n"))
	return err
}
