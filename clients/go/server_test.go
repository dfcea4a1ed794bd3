package countersign

import (
	"encoding/json"
	"errors"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Against a running server: COUNTERSIGN_URL with API_KEY, CLIENT_ID and CLIENT_SECRET. The project's tests start one.
func clients(t *testing.T) []*Client {
	t.Helper()
	address := os.Getenv("COUNTERSIGN_URL")
	if address == "" {
		t.Skip("COUNTERSIGN_URL is not set")
	}
	return []*Client{
		New(address, APIKey(os.Getenv("API_KEY"))),
		New(address+"/", ClientSecret(os.Getenv("CLIENT_ID"), os.Getenv("CLIENT_SECRET"))),
	}
}

var pid = OfferRequest{ResponseType: "uri", CredentialConfigurationIDs: []string{"pid"}, Flow: "pre_authorized_code"}

func must[T any](t *testing.T) func(T, error) T {
	return func(value T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

func TestOffersAndRequestsInBothVariants(t *testing.T) {
	for _, client := range clients(t) {
		wanted := pid
		wanted.TxCode = true
		offer := must[OfferResponse](t)(client.CreateOffer(t.Context(), wanted))
		if !strings.HasPrefix(offer.URI, "openid-credential-offer://") || offer.TxCode == "" {
			t.Error(offer)
		}
		if session := must[Session](t)(client.Session(t.Context(), offer.Session)); session.Status != "created" {
			t.Error(session.Status)
		}
		request := PresentationRequest{ResponseType: "uri", RequestID: "name-check"}
		must[PresentationRequestResponse](t)(client.CreateRequest(t.Context(), request))
	}
}

func TestARepeatedKeyMakesNoSecondOffer(t *testing.T) {
	for _, client := range clients(t) {
		first := must[OfferResponse](t)(client.CreateOffer(t.Context(), pid, IdempotencyKey("go-order-1")))
		second := must[OfferResponse](t)(client.CreateOffer(t.Context(), pid, IdempotencyKey("go-order-1")))
		if first.Session != second.Session {
			t.Error(first.Session, second.Session)
		}
	}
}

func TestListsAreReadOverAllPages(t *testing.T) {
	for number, client := range clients(t) {
		wanted := pid
		wanted.State = "go-" + strconv.Itoa(number)
		var made, listed []string
		for range 3 {
			made = append(made, must[OfferResponse](t)(client.CreateOffer(t.Context(), wanted)).Session)
		}
		for session, err := range client.Sessions(t.Context(), url.Values{"state": {wanted.State}, "limit": {"1"}}) {
			listed = append(listed, must[Session](t)(session, err).ID)
		}
		if slices.Reverse(made); !slices.Equal(made, listed) {
			t.Error(made, listed)
		}
		for delivery, err := range client.Deliveries(t.Context(), "dead") {
			t.Error(delivery, err)
		}
	}
}

func TestARefusedCallSaysWhatToChange(t *testing.T) {
	for _, client := range clients(t) {
		var refused *Error
		wrong := OfferRequest{ResponseType: "uri", CredentialConfigurationIDs: []string{"pdi"}}
		if _, err := client.CreateOffer(t.Context(), wrong); !errors.As(err, &refused) || refused.Reason == "" || refused.Hint == "" || refused.RequestID == "" {
			t.Errorf("%+v", refused)
		}
		if _, err := client.Session(t.Context(), "unknown/../unknown"); !errors.As(err, &refused) || refused.Status != 404 {
			t.Error(err)
		}
	}
}

func TestEventsContinueAfterAPosition(t *testing.T) {
	for _, client := range clients(t) {
		session := must[OfferResponse](t)(client.CreateOffer(t.Context(), pid)).Session
		first := func(options EventsOptions) Followed {
			for followed, err := range client.Events(t.Context(), options) {
				return must[Followed](t)(followed, err)
			}
			return Followed{}
		}
		created := first(EventsOptions{Session: session})
		var data struct{ Configurations []string }
		if err := json.Unmarshal(created.Event.Data, &data); err != nil || created.Event.Type != "session.created" || !slices.Equal(data.Configurations, []string{"pid"}) {
			t.Error(created, data, err)
		}
		oldest := first(EventsOptions{After: "0"}).Position
		if next := first(EventsOptions{After: oldest}).Position; next == oldest || next == "" {
			t.Error(oldest, next)
		}
	}
}

func TestConfigurationsAreStoredAndOtherCallsAreMadeByPath(t *testing.T) {
	for number, client := range clients(t) {
		id := "go-" + strconv.Itoa(number)
		schema := map[string]any{"properties": map[string]any{"name": map[string]any{"type": "string"}}, "required": []string{"iss", "vct", "cnf"}}
		stored, err := client.StoreCredentialConfiguration(t.Context(), IssuanceConfig{
			ID:              id,
			Config:          map[string]any{"format": "dc+sd-jwt", "vct": "https://issuer.example.com/badge", "scope": id},
			Claims:          map[string]any{"name": "Erika Mustermann"},
			DisclosureFrame: map[string]any{},
			Schema:          schema,
		})
		if err != nil || stored.ID != id {
			t.Fatal(stored, err)
		}
		must[Empty](t)(Call[Empty](t.Context(), client, "DELETE", "/issuer-management/"+id, nil))
		records := 0
		for _, err := range Entries[AuditRecord](t.Context(), client, "/audit", url.Values{"limit": {"2"}}) {
			must[int](t)(0, err)
			records++
		}
		if records < 3 {
			t.Error(records)
		}
	}
}

func TestWrongCredentialsAreAnError(t *testing.T) {
	clients(t)
	for _, credential := range []Credential{APIKey("wrong"), ClientSecret("root", "wrong")} {
		var refused *Error
		if _, err := New(os.Getenv("COUNTERSIGN_URL"), credential).Session(t.Context(), "any"); !errors.As(err, &refused) || refused.Status != 401 {
			t.Error(err)
		}
	}
}
