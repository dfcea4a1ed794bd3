package countersign

import (
	"net/url"
	"regexp"
)

var next = regexp.MustCompile(`<([^>]*)>;\s*rel="next"`)

// Reads `after` from the header Link (RFC 8288). It is empty on the last page.
func nextCursor(link string) string {
	found := next.FindStringSubmatch(link)
	if found == nil {
		return ""
	}
	target, err := url.Parse(found[1])
	if err != nil {
		return ""
	}
	return target.Query().Get("after")
}
