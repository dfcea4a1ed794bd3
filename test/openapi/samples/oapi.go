// A backend of variant A with the client of oapi-codegen: arguments are the server's address and the API key.
package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"

	"backend/api"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	ctx := context.Background()
	withKey := api.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("x-api-key", os.Args[2])
		return nil
	})
	client := must(api.NewClientWithResponses(os.Args[1], withKey))

	badge := api.CredentialConfig{
		Id:              "badge-oapi",
		Config:          map[string]any{"format": "dc+sd-jwt", "vct": "https://issuer.example.com/badge", "scope": "badge-oapi"},
		Claims:          map[string]any{"name": "Erika Mustermann"},
		DisclosureFrame: &map[string]any{"_sd": []string{"name"}},
		Schema: &api.SchemaResponse{
			Properties: map[string]any{"name": map[string]any{"type": "string"}},
			Required:   []string{"iss", "vct", "cnf"},
		},
	}
	stored := must(client.PostIssuerManagmentWithResponse(ctx, nil, badge))

	state := "order-oapi"
	flow := api.OfferRequestFlowPreAuthorizedCode
	code := &api.OfferRequestTxCode{}
	if err := code.UnmarshalJSON([]byte("true")); err != nil {
		panic(err)
	}
	wanted := api.OfferRequest{
		ResponseType:               api.OfferRequestResponseTypeUri,
		CredentialConfigurationIds: []string{"badge-oapi"},
		Claims:                     &map[string]map[string]any{"badge-oapi": {"name": "Max Mustermann"}},
		Flow:                       &flow,
		TxCode:                     code,
		State:                      &state,
	}
	offer := must(client.PostVciOfferWithResponse(ctx, nil, wanted))
	request := must(client.PostOid4vpWithResponse(ctx, nil, api.PresentationRequest{
		ResponseType: api.PresentationRequestResponseTypeQrcode,
		RequestId:    "name-check",
	}))
	session := must(client.GetSessionSessionIdWithResponse(ctx, offer.JSON201.Session, nil))
	wanted.CredentialConfigurationIds = []string{"no-such-thing"}
	refused := must(client.PostVciOfferWithResponse(ctx, nil, wanted))

	if err := json.NewEncoder(os.Stdout).Encode(map[string]any{
		"stored":  stored.JSON201.Id,
		"link":    offer.JSON201.Uri,
		"txCode":  offer.JSON201.TxCode,
		"qr":      (*request.JSON201.Uri)[:21],
		"status":  session.JSON200.Status,
		"state":   session.JSON200.State,
		"problem": refused.ApplicationproblemJSON400.Type,
	}); err != nil {
		panic(err)
	}
}
