// Package countersign is Countersign's management API for backends: typed calls, lists, verified webhooks, and events that continue.
package countersign

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"io"
	"iter"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Client makes calls for one tenant. Goroutines may share it. If the server refuses a call, the error is an *Error.
type Client struct {
	baseURL string
	sender  *sender
	// Nil in variant A.
	tokens *tokenSource
	apiKey string
}

// Credential is an API key (variant A), or a client id with its secret (variant B).
type Credential func(*Client)

// APIKey is the credential of variant A.
func APIKey(key string) Credential {
	return func(client *Client) { client.apiKey = key }
}

// ClientSecret is the credential of variant B. The client fetches the access token and renews it.
func ClientSecret(id, secret string) Credential {
	return func(client *Client) {
		client.tokens = &tokenSource{sender: client.sender, url: client.baseURL + "/auth/token", id: id, secret: secret, now: time.Now}
	}
}

// New returns a client for the server at baseURL, its PUBLIC_URL.
func New(baseURL string, credential Credential) *Client {
	client := &Client{baseURL: strings.TrimRight(baseURL, "/"), sender: newSender()}
	credential(client)
	return client
}

// CallOption changes one call.
type CallOption func(*call)

// IdempotencyKey makes a POST safe to repeat after your backend restarts. Without it the client makes up a key for each call.
func IdempotencyKey(key string) CallOption {
	return func(call *call) { call.key = key }
}

// Query adds parameters to a call.
func Query(query url.Values) CallOption {
	return func(call *call) { call.query = query }
}

// CreateOffer creates a credential offer.
func (client *Client) CreateOffer(ctx context.Context, body OfferRequest, options ...CallOption) (OfferResponse, error) {
	path := client.byVariant("/vci/offer", "/issuer-management/offer")
	return Call[OfferResponse](ctx, client, "POST", path, body, options...)
}

// CreateRequest creates a presentation request.
func (client *Client) CreateRequest(ctx context.Context, body PresentationRequest, options ...CallOption) (PresentationRequestResponse, error) {
	path := client.byVariant("/oid4vp", "/presentation-management/request")
	return Call[PresentationRequestResponse](ctx, client, "POST", path, body, options...)
}

// Session reads one session.
func (client *Client) Session(ctx context.Context, id string) (Session, error) {
	return Call[Session](ctx, client, "GET", "/session/"+url.PathEscape(id), nil)
}

// Sessions reads all sessions that match the filters, newest first, over all pages.
func (client *Client) Sessions(ctx context.Context, filters url.Values) iter.Seq2[Session, error] {
	return Entries[Session](ctx, client, "/session", filters)
}

// Deliveries reads all webhook deliveries that are waiting, delivered or dead, newest first, over all pages.
func (client *Client) Deliveries(ctx context.Context, state string) iter.Seq2[ListedDelivery, error] {
	return Entries[ListedDelivery](ctx, client, "/deliveries", url.Values{"state": {state}})
}

// Revoke revokes a session's credentials.
func (client *Client) Revoke(ctx context.Context, session string, options ...CallOption) ([]StatusEntry, error) {
	path := client.byVariant("/status-management", "/session/revoke")
	return Call[[]StatusEntry](ctx, client, "POST", path, StatusUpdate{SessionID: session, Status: 1}, options...)
}

// StoreCredentialConfiguration stores a configuration, or replaces the one with the same id.
func (client *Client) StoreCredentialConfiguration(ctx context.Context, body IssuanceConfig) (StoredCredentialConfig, error) {
	return Call[StoredCredentialConfig](ctx, client, "POST", "/issuer-management", body)
}

// StorePresentationConfiguration stores a configuration, or replaces the one with the same id.
func (client *Client) StorePresentationConfiguration(ctx context.Context, body PresentationConfig) (StoredPresentationConfig, error) {
	return Call[StoredPresentationConfig](ctx, client, "POST", "/presentation-management", body)
}

func (client *Client) byVariant(a, b string) string {
	if client.tokens == nil {
		return a
	}
	return b
}

// Call makes any call in docs/reference/http-api.yaml, and reads the response's JSON into T. A nil body is not sent.
func Call[T any](ctx context.Context, client *Client, method, path string, body any, options ...CallOption) (T, error) {
	var result T
	response, err := client.do(ctx, method, path, body, options)
	if err != nil || len(response.body) == 0 {
		return result, err
	}
	return result, json.Unmarshal(response.body, &result)
}

// Entries yields every entry of a list, and fetches the next page when it is needed.
func Entries[T any](ctx context.Context, client *Client, path string, filters url.Values) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		query := url.Values{}
		for name, values := range filters {
			query[name] = values
		}
		for {
			response, err := client.do(ctx, "GET", path, nil, []CallOption{Query(query)})
			var page []T
			if err == nil {
				err = json.Unmarshal(response.body, &page)
			}
			if err != nil {
				yield(none, err)
				return
			}
			for _, entry := range page {
				if !yield(entry, nil) {
					return
				}
			}
			// A page may be empty and still have a next one, so only the header decides.
			cursor := nextCursor(response.header.Get("Link"))
			if cursor == "" {
				return
			}
			query.Set("after", cursor)
		}
	}
}

type call struct {
	key   string
	query url.Values
}

func (client *Client) do(ctx context.Context, method, path string, body any, options []CallOption) (*response, error) {
	var given call
	for _, option := range options {
		option(&given)
	}
	out := outgoing{method: method, url: client.baseURL + path, header: http.Header{"Accept": {"application/json"}}}
	if len(given.query) > 0 {
		out.url += "?" + given.query.Encode()
	}
	// The same key in every attempt makes a POST safe to repeat.
	if method == "POST" {
		if given.key == "" {
			given.key = rand.Text()
		}
		out.header.Set("Idempotency-Key", given.key)
	}
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		out.body = encoded
		out.header.Set("Content-Type", "application/json")
	}
	found, err := client.authorized(ctx, out.header, func() (*response, error) { return client.sender.send(ctx, out) })
	if err == nil && (found.status < 200 || found.status > 299) {
		err = errorOf(found)
	}
	return found, err
}

// Opens a response whose body the caller reads and closes.
func (client *Client) open(ctx context.Context, path string, header http.Header) (io.ReadCloser, error) {
	var body io.ReadCloser
	found, err := client.authorized(ctx, header, func() (*response, error) {
		request, err := http.NewRequestWithContext(ctx, "GET", client.baseURL+path, nil)
		if err != nil {
			return nil, err
		}
		request.Header = header
		answer, err := client.sender.streams.Do(request)
		if err != nil {
			return nil, err
		}
		if answer.StatusCode == http.StatusOK {
			body = answer.Body
			return &response{status: answer.StatusCode, header: answer.Header}, nil
		}
		return readAll(answer)
	})
	if err == nil && found.status != http.StatusOK {
		err = errorOf(found)
	}
	return body, err
}

// Replaces a refused token once, because the client's roles or secret may have changed.
func (client *Client) authorized(ctx context.Context, header http.Header, attempt func() (*response, error)) (*response, error) {
	if client.tokens == nil {
		header.Set("X-Api-Key", client.apiKey)
		return attempt()
	}
	token, err := client.tokens.token(ctx)
	if err != nil {
		return nil, err
	}
	header.Set("Authorization", "Bearer "+token)
	found, err := attempt()
	if err != nil || found.status != http.StatusUnauthorized {
		return found, err
	}
	client.tokens.forget(token)
	if token, err = client.tokens.token(ctx); err != nil {
		return nil, err
	}
	header.Set("Authorization", "Bearer "+token)
	return attempt()
}

func jsonReader(body []byte) io.Reader {
	if body == nil {
		return nil
	}
	return bytes.NewReader(body)
}
