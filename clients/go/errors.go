package countersign

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Error means that the server refused a call. Hint says what to change.
type Error struct {
	// HTTP status.
	Status int `json:"-"`
	// `urn:countersign:problem:` and a code from docs/reference/errors.md. Empty if the response is not a problem document.
	Type   string `json:"type"`
	Title  string `json:"title"`
	Detail string `json:"detail"`
	// A name from docs/reference/reasons.md.
	Reason string `json:"reason"`
	Hint   string `json:"hint"`
	// What is wrong with the body that was sent, by place.
	Errors []FieldError `json:"errors"`
	// The request's id, which is also in the server's log.
	RequestID string `json:"-"`
}

// Error returns what was wrong, where, and the hint.
func (refused *Error) Error() string {
	first := refused.Detail
	if first == "" {
		first = refused.Title
	}
	if first == "" {
		first = fmt.Sprintf("the server responded with %d", refused.Status)
	}
	parts := []string{first}
	for _, one := range refused.Errors {
		parts = append(parts, one.Pointer+": "+one.Detail)
	}
	if refused.Hint != "" {
		parts = append(parts, refused.Hint)
	}
	return strings.Join(parts, "; ")
}

func errorOf(found *response) *Error {
	var refused Error
	// Proxies also send other documents.
	if json.Unmarshal(found.body, &refused) != nil {
		refused = Error{}
	}
	refused.Status = found.status
	refused.RequestID = found.header.Get("X-Request-Id")
	return &refused
}
