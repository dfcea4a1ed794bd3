package countersign

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"
)

// Opens the streams in order: a text that breaks off, or an error. Then it ends the context.
type streams struct {
	left      []any
	positions []string
	pauses    []time.Duration
}

func (streams *streams) read(t *testing.T, after string) (read []Followed, failed error) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	open := func(_ context.Context, position string) (io.ReadCloser, error) {
		streams.positions = append(streams.positions, position)
		if len(streams.left) == 0 {
			cancel()
			return nil, ctx.Err()
		}
		following := streams.left[0]
		streams.left = streams.left[1:]
		if err, isError := following.(error); isError {
			return nil, err
		}
		return io.NopCloser(strings.NewReader(following.(string))), nil
	}
	pause := func(_ context.Context, wait time.Duration) error {
		streams.pauses = append(streams.pauses, wait)
		return ctx.Err()
	}
	for followed, err := range follow(ctx, open, after, pause) {
		if err != nil {
			failed = err
			continue
		}
		read = append(read, followed)
	}
	return read, failed
}

func TestABrokenStreamContinuesAfterTheLastPositionEvenOfABlockWithoutData(t *testing.T) {
	streams := &streams{left: []any{"id: 1\ndata: {\"type\":\"a\"}\n\nid: 2\n\n", errLost, ": \n\nid: 3\r\ndata: {\r\ndata: }\r\n\r\n"}}
	read, err := streams.read(t, "0")
	if err != nil || len(read) != 2 || read[0].Event.Type != "a" || read[1].Position != "3" {
		t.Fatal(read, err)
	}
	if !slices.Equal(streams.positions, []string{"0", "2", "2", "3"}) {
		t.Fatal(streams.positions)
	}
}

func TestAnIncompleteBlockIsNotReturned(t *testing.T) {
	if read, _ := (&streams{left: []any{"id: 1\ndata: {}\n"}}).read(t, ""); len(read) != 0 {
		t.Fatal(read)
	}
}

func TestThePausesGrowWhileAttemptsBringNothing(t *testing.T) {
	streams := &streams{left: []any{errLost, errLost, errLost, errLost, errLost, errLost, errLost, "id: 1\n\n", errLost}}
	streams.read(t, "")
	var halves []int
	for _, pause := range streams.pauses {
		halves = append(halves, int(pause/(500*time.Millisecond)))
	}
	if !slices.Equal(halves, []int{1, 2, 4, 8, 16, 30, 30, 1, 2, 4}) {
		t.Fatal(halves)
	}
}

func TestAGapIsReported(t *testing.T) {
	read, _ := (&streams{left: []any{"id: 9\nevent: gap\ndata: {\"after\":\"1\"}\n\n"}}).read(t, "")
	if !slices.Equal(read, []Followed{{Position: "9", Gap: true}}) {
		t.Fatal(read)
	}
}

func TestARefusalThatARetryCannotChangeIsAnError(t *testing.T) {
	streams := &streams{left: []any{&Error{Status: 429}, &Error{Status: 503}, &Error{Status: 404}, "id: 1\n\n"}}
	_, err := streams.read(t, "")
	var refused *Error
	if !errors.As(err, &refused) || refused.Status != 404 || len(streams.left) != 1 {
		t.Fatal(err, streams.left)
	}
}
