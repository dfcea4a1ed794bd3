package countersign

import (
	"context"
	"io"
	"net/http"
	"slices"
	"strconv"
	"time"
)

const (
	attempts   = 4
	firstPause = 500 * time.Millisecond
	// With a longer Retry-After the caller decides.
	longestPause = 30 * time.Second
	timeout      = 30 * time.Second
)

// 409: an earlier attempt with the same Idempotency-Key is still being processed.
var busy = []int{http.StatusConflict, http.StatusTooManyRequests, http.StatusServiceUnavailable}

// A request that may be repeated: by its method, or because it has an Idempotency-Key.
type outgoing struct {
	method, url string
	header      http.Header
	body        []byte
}

type response struct {
	status int
	header http.Header
	body   []byte
}

type sender struct {
	once func(context.Context, outgoing) (*response, error)
	// Responses without an end have no time limit.
	streams *http.Client
	pause   func(context.Context, time.Duration) error
	now     func() time.Time
}

func newSender() *sender {
	// Following a redirect would send the API key or token to a different address.
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	calls := &http.Client{CheckRedirect: stay, Timeout: timeout}
	once := func(ctx context.Context, out outgoing) (*response, error) {
		request, err := http.NewRequestWithContext(ctx, out.method, out.url, jsonReader(out.body))
		if err != nil {
			return nil, err
		}
		request.Header = out.header.Clone()
		answer, err := calls.Do(request)
		if err != nil {
			return nil, err
		}
		return readAll(answer)
	}
	return &sender{once: once, streams: &http.Client{CheckRedirect: stay}, pause: sleep, now: time.Now}
}

// Makes four attempts at most. Returns the last network error if there was no response.
func (sender *sender) send(ctx context.Context, out outgoing) (*response, error) {
	for attempt := 1; ; attempt++ {
		last := attempt == attempts
		found, err := sender.once(ctx, out)
		if err != nil && (last || ctx.Err() != nil) {
			return nil, err
		}
		wait := firstPause << (attempt - 1)
		if err == nil {
			asked, repeat := askedPause(found, sender.now())
			if last || !repeat {
				return found, nil
			}
			wait = asked
		}
		if err := sender.pause(ctx, wait); err != nil {
			return nil, err
		}
	}
}

// How long to wait before a retry, and whether to retry.
func askedPause(found *response, now time.Time) (time.Duration, bool) {
	asked := found.header.Get("Retry-After")
	if !slices.Contains(busy, found.status) || asked == "" {
		return 0, false
	}
	var wait time.Duration
	if seconds, err := strconv.ParseUint(asked, 10, 31); err == nil {
		wait = time.Duration(seconds) * time.Second
	} else if at, err := http.ParseTime(asked); err == nil {
		wait = max(at.Sub(now), 0)
	} else {
		return 0, false
	}
	return wait, wait <= longestPause
}

func readAll(answer *http.Response) (*response, error) {
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, err
	}
	return &response{status: answer.StatusCode, header: answer.Header, body: body}, nil
}

func sleep(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
