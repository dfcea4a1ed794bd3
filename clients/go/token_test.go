package countersign

import (
	"errors"
	"fmt"
	"testing"
	"time"
)

func tokenOf(name, lifetime string) *response {
	return &response{status: 200, body: fmt.Appendf(nil, `{"access_token":%q,"expires_in":%q}`, name, lifetime)}
}

func sourceOf(script *script) *tokenSource {
	sender := script.sender()
	return &tokenSource{sender: sender, url: "http://a.example/auth/token", id: "c", secret: "s", now: sender.now}
}

func expect(t *testing.T, source *tokenSource, want string) {
	t.Helper()
	if token, err := source.token(t.Context()); token != want || err != nil {
		t.Errorf("got %q, %v, want %q", token, err, want)
	}
}

func TestATokenIsUsedUntilHalfAMinuteBeforeItExpires(t *testing.T) {
	script := &script{time: time.Unix(1_000_000, 0), left: []*response{tokenOf("a", "24h"), tokenOf("b", "90m")}}
	source := sourceOf(script)
	expect(t, source, "a")
	if body := string(script.sent[0].body); body != `{"client_id":"c","client_secret":"s"}` {
		t.Error(body)
	}
	script.time = script.time.Add(24*time.Hour - 31*time.Second)
	expect(t, source, "a")
	script.time = script.time.Add(time.Second)
	expect(t, source, "b")
}

func TestARefusedTokenIsNotUsedAgainAndANewerOneStays(t *testing.T) {
	source := sourceOf(&script{time: time.Unix(1_000_000, 0), left: []*response{tokenOf("a", "1h"), tokenOf("b", "1h")}})
	expect(t, source, "a")
	source.forget("a")
	expect(t, source, "b")
	source.forget("a")
	expect(t, source, "b")
}

func TestATokenWithAnUnknownDurationIsUsedOnce(t *testing.T) {
	source := sourceOf(&script{time: time.Unix(1_000_000, 0), left: []*response{tokenOf("a", "P1D"), tokenOf("b", "1h")}})
	expect(t, source, "a")
	expect(t, source, "b")
}

func TestRefusedCredentialsAreAnErrorAndTheNextCallAsksAgain(t *testing.T) {
	source := sourceOf(&script{left: []*response{{status: 401, body: []byte(`{"detail":"d"}`)}, tokenOf("a", "1h")}})
	var refused *Error
	if _, err := source.token(t.Context()); !errors.As(err, &refused) || refused.Status != 401 {
		t.Fatal(err)
	}
	expect(t, source, "a")
}
