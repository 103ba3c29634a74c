package static

import (
	"strconv"
	"strings"
)

// identity is the content coding of a body sent as it is.
const identity = "identity"

// accepts is a client's Accept-Encoding field as RFC 9110 section 12.5.3 reads
// it: a weight between 0 and 1 for each coding named, and for "*" the rest.
type accepts map[string]float64

// parseAccept reads all lines of the field. A weight that is not a number
// counts as 0: to send a coding that may have been refused is worse than to
// send more bytes.
func parseAccept(lines []string) accepts {
	a := accepts{}
	for item := range strings.SplitSeq(strings.Join(lines, ","), ",") {
		coding, parameters, _ := strings.Cut(item, ";")
		coding = strings.ToLower(strings.TrimSpace(coding))
		if coding == "" {
			continue
		}
		if coding == "x-gzip" { // RFC 9110 section 8.4.1.3: the same coding
			coding = "gzip"
		}
		a[coding] = weight(parameters)
	}
	return a
}

// weight reads the q parameter of one item; no parameter is 1.
func weight(parameters string) float64 {
	for parameter := range strings.SplitSeq(parameters, ";") {
		name, value, _ := strings.Cut(parameter, "=")
		if !strings.EqualFold(strings.TrimSpace(name), "q") {
			continue
		}
		q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if err != nil || !(q >= 0 && q <= 1) {
			return 0
		}
		return q
	}
	return 1
}

// of gives the weight of one coding; 0 is refused.
func (a accepts) of(coding string) float64 {
	if q, ok := a[coding]; ok {
		return q
	}
	if q, ok := a["*"]; ok {
		return q
	}
	if coding == identity {
		// Not named is still accepted, behind everything that is named with a
		// weight: three decimals is the finest that the grammar knows.
		return 0.0001
	}
	return 0
}

// choose gives the form that the client weighs highest, among equals the
// smallest one. It gives false where the client refuses every form there is.
func (f *file) choose(a accepts) (form, bool) {
	var best form
	var bestQ float64
	for _, form := range f.forms {
		if q := a.of(form.coding); q > bestQ {
			best, bestQ = form, q
		}
	}
	return best, bestQ > 0
}
