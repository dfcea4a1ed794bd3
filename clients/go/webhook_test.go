package countersign

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"
)

const (
	webhookNow  = 1_800_000_000
	webhookBody = `{"type":"credential.issued","session":"é","extra":1}`
)

var key, otherKey = []byte(strings.Repeat("k", 32)), []byte(strings.Repeat("o", 32))

func secretOf(key []byte) string { return "whsec_" + base64.StdEncoding.EncodeToString(key) }

func signatureBy(key []byte) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("m1." + strconv.Itoa(webhookNow) + "." + webhookBody))
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

func webhookHeader(changes ...string) http.Header {
	header := http.Header{}
	given := append([]string{"Webhook-Id", "m1", "Webhook-Timestamp", strconv.Itoa(webhookNow), "Webhook-Signature", signatureBy(key)}, changes...)
	for at := 0; at < len(given); at += 2 {
		header.Set(given[at], given[at+1])
	}
	return header
}

func TestASignedWebhookIsGenuine(t *testing.T) {
	webhook, err := verifyWebhook(time.Unix(webhookNow, 0), webhookHeader(), []byte(webhookBody), []string{secretOf(key)})
	if err != nil || webhook.ID != "m1" || webhook.Type != "credential.issued" || webhook.Session != "é" || string(webhook.Payload) != webhookBody {
		t.Fatal(webhook, err)
	}
}

// From the specification of Standard Webhooks.
func TestThePublishedExampleIsGenuine(t *testing.T) {
	header := webhookHeader("Webhook-Id", "msg_p5jXN8AQM9LWM0D4loKWxJek", "Webhook-Timestamp", "1614265330",
		"Webhook-Signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
	secrets := []string{"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}
	if _, err := verifyWebhook(time.Unix(1614265330, 0), header, []byte(`{"test": 2432232314}`), secrets); err != nil {
		t.Fatal(err)
	}
}

func TestDuringARotationOneSignatureByOneSecretIsEnough(t *testing.T) {
	header := webhookHeader("Webhook-Signature", signatureBy([]byte("x"))+" "+signatureBy(key))
	secrets := []string{secretOf(otherKey), secretOf(key)}
	if _, err := verifyWebhook(time.Unix(webhookNow, 0), header, []byte(webhookBody), secrets); err != nil {
		t.Fatal(err)
	}
}

func TestADifferentSecretBodyIDTimeOrVersionIsRefused(t *testing.T) {
	for name, given := range map[string]struct {
		header http.Header
		body   string
		secret []byte
		now    int64
	}{
		"secret":      {webhookHeader(), webhookBody, otherKey, webhookNow},
		"body":        {webhookHeader(), webhookBody + " ", key, webhookNow},
		"id":          {webhookHeader("Webhook-Id", "m2"), webhookBody, key, webhookNow},
		"no id":       {webhookHeader("Webhook-Id", ""), webhookBody, key, webhookNow},
		"version":     {webhookHeader("Webhook-Signature", "v2"+signatureBy(key)[2:]), webhookBody, key, webhookNow},
		"empty":       {webhookHeader("Webhook-Signature", "v1,"), webhookBody, key, webhookNow},
		"old":         {webhookHeader(), webhookBody, key, webhookNow + 301},
		"from future": {webhookHeader(), webhookBody, key, webhookNow - 301},
		"no time":     {webhookHeader("Webhook-Timestamp", "soon"), webhookBody, key, webhookNow},
		"negative":    {webhookHeader("Webhook-Timestamp", "-1"), webhookBody, key, webhookNow},
	} {
		_, err := verifyWebhook(time.Unix(given.now, 0), given.header, []byte(given.body), []string{secretOf(given.secret)})
		if !errors.Is(err, ErrWebhook) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAnEmptySecretIsRefused(t *testing.T) {
	_, err := verifyWebhook(time.Unix(webhookNow, 0), webhookHeader(), []byte(webhookBody), []string{"whsec_"})
	if err == nil || errors.Is(err, ErrWebhook) {
		t.Fatal(err)
	}
}
