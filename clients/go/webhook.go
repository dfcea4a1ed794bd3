package countersign

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Maximum difference between the webhook's time and the clock.
const tolerance = 5 * time.Minute

// ErrWebhook means that a webhook is not genuine. Respond with 401, and don't use its body.
var ErrWebhook = errors.New("the webhook is not genuine")

// Webhook is a genuine webhook. Handle each ID once: a webhook may come twice.
type Webhook struct {
	ID      string `json:"-"`
	Type    string `json:"type"`
	Session string `json:"session"`
	// Your reference.
	State string `json:"state"`
	// The whole payload. docs/reference/webhooks.md lists the types and their members.
	Payload json.RawMessage `json:"-"`
}

// VerifyWebhook checks a webhook as Standard Webhooks defines it. The body is the request's body as received, before any parsing. A
// secret is `whsec_…`. During a rotation pass several. If the webhook is not genuine or not fresh, errors.Is(err, ErrWebhook).
func VerifyWebhook(header http.Header, body []byte, secrets ...string) (Webhook, error) {
	return verifyWebhook(time.Now(), header, body, secrets)
}

func verifyWebhook(now time.Time, header http.Header, body []byte, secrets []string) (Webhook, error) {
	id, timestamp := header.Get("Webhook-Id"), header.Get("Webhook-Timestamp")
	seconds, err := strconv.ParseUint(timestamp, 10, 62)
	if id == "" || err != nil || now.Sub(time.Unix(int64(seconds), 0)).Abs() > tolerance {
		return Webhook{}, ErrWebhook
	}
	signed := append([]byte(id+"."+timestamp+"."), body...)
	for _, secret := range secrets {
		key, err := keyOf(secret)
		if err != nil {
			return Webhook{}, err
		}
		if isSigned(header.Get("Webhook-Signature"), key, signed) {
			webhook := Webhook{ID: id, Payload: body}
			return webhook, json.Unmarshal(body, &webhook)
		}
	}
	return Webhook{}, ErrWebhook
}

func isSigned(signatures string, key, signed []byte) bool {
	mac := hmac.New(sha256.New, key)
	mac.Write(signed)
	expected := mac.Sum(nil)
	for signature := range strings.SplitSeq(signatures, " ") {
		value, isV1 := strings.CutPrefix(signature, "v1,")
		given, err := base64.StdEncoding.DecodeString(value)
		if isV1 && err == nil && hmac.Equal(given, expected) {
			return true
		}
	}
	return false
}

func keyOf(secret string) ([]byte, error) {
	encoded := strings.NewReplacer("-", "+", "_", "/").Replace(strings.TrimPrefix(secret, "whsec_"))
	key, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(encoded, "="))
	// Anyone can sign with an empty key.
	if err != nil || len(key) == 0 {
		return nil, errors.New("the webhook secret is not whsec_ and base64")
	}
	return key, nil
}
