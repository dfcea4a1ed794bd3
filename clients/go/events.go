package countersign

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"net/http"
	"net/url"
	"strings"
	"time"
)

const (
	firstEventPause   = 500 * time.Millisecond
	longestEventPause = 15 * time.Second
	// The server sends something at least every 15 s.
	longestSilence = time.Minute
)

// Event is a CloudEvent 1.0. Its Type decides which members Data has. Later server versions may add types.
type Event struct {
	ID     string `json:"id"`
	Source string `json:"source"`
	Type   string `json:"type"`
	// The session's id, if the event belongs to a session.
	Subject string          `json:"subject"`
	Time    time.Time       `json:"time"`
	Data    json.RawMessage `json:"data"`
}

// Followed is an event, or a gap: events after a position no longer exist. Pass Position as After to continue.
type Followed struct {
	Position string
	Event    *Event
	Gap      bool
}

// EventsOptions chooses events.
type EventsOptions struct {
	// Only this session's events.
	Session string
	// A position, or "0" for everything that is kept. Default: a tenant's events start now, a session's with its first event.
	After string
}

// Events follows the tenant's events, or one session's (docs/reference/events.md), and continues after interruptions. It ends when the caller
// leaves the loop or the context ends, and with an error if a later attempt cannot help.
func (client *Client) Events(ctx context.Context, options EventsOptions) iter.Seq2[Followed, error] {
	path := "/events"
	if options.Session != "" {
		path = "/session/" + url.PathEscape(options.Session) + "/events"
	}
	open := func(ctx context.Context, position string) (io.ReadCloser, error) {
		header := http.Header{"Accept": {"text/event-stream"}}
		if position != "" {
			header.Set("Last-Event-ID", position)
		}
		return client.open(ctx, path, header)
	}
	return follow(ctx, open, options.After, client.sender.pause)
}

type openStream func(ctx context.Context, position string) (io.ReadCloser, error)

func follow(ctx context.Context, open openStream, position string, pause func(context.Context, time.Duration) error) iter.Seq2[Followed, error] {
	return func(yield func(Followed, error) bool) {
		failures := 0
		receive := func(block block) bool {
			failures = 0
			if block.id != "" {
				position = block.id
			}
			if block.data == "" {
				return true
			}
			followed := Followed{Position: position, Gap: block.event == "gap"}
			if !followed.Gap {
				followed.Event = &Event{}
				if err := json.Unmarshal([]byte(block.data), followed.Event); err != nil {
					return yield(Followed{}, err)
				}
			}
			return yield(followed, nil)
		}
		for ctx.Err() == nil {
			goOn, err := readStream(ctx, open, position, receive)
			if err != nil {
				yield(Followed{}, err)
			}
			if !goOn {
				return
			}
			wait := min(firstEventPause<<min(failures, 10), longestEventPause)
			failures++
			if pause(ctx, wait) != nil {
				return
			}
		}
	}
}

// Reads one response to its end. Errors that a later attempt may solve are not returned.
func readStream(ctx context.Context, open openStream, position string, receive func(block) bool) (goOn bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	silence := time.AfterFunc(longestSilence, cancel)
	defer silence.Stop()
	stream, err := open(ctx, position)
	var refused *Error
	if errors.As(err, &refused) && !mayPass(refused.Status) {
		return false, refused
	}
	if err != nil {
		return true, nil
	}
	defer stream.Close()
	for block := range readBlocks(stream) {
		silence.Reset(longestSilence)
		if !receive(block) {
			return false, nil
		}
	}
	return true, nil
}

func mayPass(status int) bool {
	return status < 400 || status >= 500 || status == http.StatusRequestTimeout || status == http.StatusTooManyRequests
}

// A block without data only carries a position.
type block struct{ id, event, data string }

// Reads server-sent events (WHATWG HTML, 9.2.6). A comment counts as an empty block: it shows that the server is there.
func readBlocks(stream io.Reader) iter.Seq[block] {
	return func(yield func(block) bool) {
		reader := bufio.NewReader(stream)
		var current block
		var data []string
		for {
			line, err := reader.ReadString('\n')
			if err != nil {
				return
			}
			line = strings.TrimRight(line, "\r\n")
			if line == "" {
				current.data = strings.Join(data, "\n")
				if !yield(current) {
					return
				}
				current, data = block{}, nil
				continue
			}
			name, value, _ := strings.Cut(line, ":")
			value = strings.TrimPrefix(value, " ")
			switch name {
			case "id":
				current.id = value
			case "event":
				current.event = value
			case "data":
				data = append(data, value)
			}
		}
	}
}
