package present

import "strings"

// split takes the names of keys apart. "Page Up" and "Page Down" are one key
// each.
func split(keys string) []string {
	var list []string
	for _, word := range strings.Fields(keys) {
		if n := len(list); n > 0 && list[n-1] == "Page" {
			list[n-1] += " " + word
			continue
		}
		list = append(list, word)
	}
	return list
}
