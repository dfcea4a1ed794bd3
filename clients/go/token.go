package countersign

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"
)

const margin = 30 * time.Second

// The access token for client credentials, fetched once and renewed before it expires. Concurrent calls share it.
type tokenSource struct {
	sender          *sender
	url, id, secret string
	now             func() time.Time

	lock  sync.Mutex
	held  string
	until time.Time
}

// Returns a token that is valid for at least half a minute.
func (source *tokenSource) token(ctx context.Context) (string, error) {
	source.lock.Lock()
	defer source.lock.Unlock()
	if source.now().Before(source.until.Add(-margin)) {
		return source.held, nil
	}
	body, err := json.Marshal(map[string]string{"client_id": source.id, "client_secret": source.secret})
	if err != nil {
		return "", err
	}
	header := http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json"}}
	found, err := source.sender.send(ctx, outgoing{method: "POST", url: source.url, header: header, body: body})
	if err != nil {
		return "", err
	}
	if found.status < 200 || found.status > 299 {
		return "", errorOf(found)
	}
	var fetched struct {
		AccessToken string `json:"access_token"`
		ExpiresIn   string `json:"expires_in"`
	}
	if err := json.Unmarshal(found.body, &fetched); err != nil {
		return "", err
	}
	// Such as 24h or 90m. With any other text the token is used once.
	lifetime, err := time.ParseDuration(fetched.ExpiresIn)
	if err != nil {
		lifetime = 0
	}
	source.held, source.until = fetched.AccessToken, source.now().Add(lifetime)
	return source.held, nil
}

// Drops a token that the server has refused.
func (source *tokenSource) forget(token string) {
	source.lock.Lock()
	defer source.lock.Unlock()
	if token == source.held {
		source.until = time.Time{}
	}
}
