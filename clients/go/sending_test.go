package countersign

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"testing"
	"time"
)

// Scripted responses, and a clock that moves with the pauses. A nil response is a network failure.
type script struct {
	left   []*response
	sent   []outgoing
	pauses []time.Duration
	time   time.Time
}

var errLost = errors.New("the network failed")

func (script *script) sender() *sender {
	return &sender{
		once: func(_ context.Context, out outgoing) (*response, error) {
			script.sent = append(script.sent, out)
			following := script.left[0]
			script.left = script.left[1:]
			if following == nil {
				return nil, errLost
			}
			return following, nil
		},
		pause: func(_ context.Context, wait time.Duration) error {
			script.pauses = append(script.pauses, wait)
			script.time = script.time.Add(wait)
			return nil
		},
		now: func() time.Time { return script.time },
	}
}

func busyFor(status int, asked string) *response {
	return &response{status: status, header: http.Header{"Retry-After": {asked}}}
}

func TestARequestWithoutAResponseIsSentFourTimesWithGrowingPauses(t *testing.T) {
	script := &script{left: make([]*response, 4)}
	_, err := script.sender().send(t.Context(), outgoing{})
	want := []time.Duration{500 * time.Millisecond, time.Second, 2 * time.Second}
	if !errors.Is(err, errLost) || len(script.sent) != 4 || !slices.Equal(script.pauses, want) {
		t.Fatal(err, len(script.sent), script.pauses)
	}
}

func TestARetryAfterOfAtMost30SecondsIsObeyed(t *testing.T) {
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	at := start.Add(10 * time.Second).Format(http.TimeFormat)
	script := &script{time: start, left: []*response{busyFor(429, "7"), busyFor(503, at), busyFor(409, "0"), {status: 200}}}
	found, err := script.sender().send(t.Context(), outgoing{})
	want := []time.Duration{7 * time.Second, 3 * time.Second, 0}
	if err != nil || found.status != 200 || !slices.Equal(script.pauses, want) {
		t.Fatal(err, found, script.pauses)
	}
}

func TestAnyOtherRefusalIsReturnedImmediately(t *testing.T) {
	for _, refusal := range []*response{{status: 429}, busyFor(503, "31"), busyFor(500, "1"), busyFor(503, "soon"), busyFor(503, "-1")} {
		script := &script{left: []*response{refusal}}
		if found, err := script.sender().send(t.Context(), outgoing{}); found != refusal || err != nil {
			t.Error(found, err)
		}
	}
}

func TestTheLastResponseOfABusyServerIsReturned(t *testing.T) {
	script := &script{left: []*response{busyFor(503, "1"), busyFor(503, "1"), busyFor(503, "1"), busyFor(503, "1")}}
	found, err := script.sender().send(t.Context(), outgoing{})
	if err != nil || found.status != 503 || len(script.sent) != 4 {
		t.Fatal(err, found, len(script.sent))
	}
}

func TestACanceledRequestIsNotRetried(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	script := &script{left: make([]*response, 4)}
	if _, err := script.sender().send(ctx, outgoing{}); err == nil || len(script.sent) != 1 {
		t.Fatal(err, len(script.sent))
	}
	if err := sleep(ctx, time.Hour); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
}
