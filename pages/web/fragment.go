package web

// A figure's error has a place of its own inside the figure, empty in every
// answer that is none. What was there before an error therefore stays: a form
// with what was typed into it, and the result it led to.

// ErrorID is the id of that place in the figure with an id.
func ErrorID(figure string) string { return figure + "-error" }

// OnError is what htmx does with an error that is answered to a figure with an
// id: the value of hx-status:4xx and 5xx. The address stays too, for it is the
// one of what is shown.
func OnError(figure string) string {
	return "target:#" + ErrorID(figure) + " swap:innerHTML push:false replace:false"
}
