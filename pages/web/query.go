package web

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// MaxURL is the longest URL that is served, path and query as sent, in bytes.
const MaxURL = 8 << 10

// CheckURL refuses a URL over MaxURL with a 400 that names the bound.
func CheckURL(r *http.Request) error {
	sent := r.RequestURI
	if sent == "" { // a request that no server has read
		sent = r.URL.RequestURI()
	}
	if len(sent) > MaxURL {
		return BadRequest(fmt.Sprintf("the URL is %d bytes long; accepted: at most %d bytes (8 KiB)", len(sent), MaxURL))
	}
	return nil
}

// Query reads the query strictly. A pair that cannot be read is a 400 that
// names it: to leave it out, as URL.Query does, would run another scenario than
// the one that was asked for.
func Query(r *http.Request) (url.Values, error) {
	if err := CheckURL(r); err != nil {
		return nil, err
	}
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err == nil {
		return values, nil
	}
	for pair := range strings.SplitSeq(r.URL.RawQuery, "&") {
		if _, err := url.ParseQuery(pair); err != nil {
			return nil, badPair(pair)
		}
	}
	return nil, BadRequest("the query has more parameters than can be read")
}

func badPair(pair string) error {
	name, value, _ := strings.Cut(pair, "=")
	accepted := `percent escapes of two hex digits, with %25 for a percent sign itself`
	if strings.Contains(pair, ";") {
		accepted = `parameters joined with &, with %3B for a semicolon inside a value`
	}
	if decoded, err := url.QueryUnescape(name); err == nil && !strings.Contains(name, ";") {
		return BadParam(decoded, value, accepted)
	}
	return BadRequest(fmt.Sprintf("the query has the part %s, which cannot be read; accepted: %s", Quoted(pair), accepted))
}
