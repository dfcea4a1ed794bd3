// A backend of variant B with the client of openapi-generator: arguments are the server's address and the client secret.
package main

import (
	"context"
	"encoding/json"
	"os"

	"backend/openapi"
)

func must[T any](value T, _ any, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	configuration := openapi.NewConfiguration()
	configuration.Servers = openapi.ServerConfigurations{{URL: os.Args[1]}}
	client := openapi.NewAPIClient(configuration)
	ctx := context.Background()
	login := must(client.VariantBAPI.PostAuthToken(ctx).TokenRequest(*openapi.NewTokenRequest("root", os.Args[2])).Execute())
	ctx = context.WithValue(ctx, openapi.ContextAccessToken, login.AccessToken)

	badge := openapi.NewIssuanceConfig(
		"badge-go",
		map[string]any{"format": "dc+sd-jwt", "vct": "https://issuer.example.com/badge", "scope": "badge-go"},
		map[string]any{"name": "Erika Mustermann"},
	)
	badge.SetDisclosureFrame(map[string]any{"_sd": []string{"name"}})
	badge.SetSchema(*openapi.NewSchemaResponse(map[string]any{"name": map[string]any{"type": "string"}}, []string{"iss", "vct", "cnf"}))
	stored := must(client.BothVariantsAPI.PostIssuerManagement(ctx).IssuanceConfig(*badge).Execute())

	yes := true
	wanted := openapi.NewOfferRequest("uri", []string{"badge-go"})
	wanted.SetClaims(map[string]map[string]any{"badge-go": {"name": "Max Mustermann"}})
	wanted.SetFlow("pre_authorized_code")
	wanted.SetTxCode(openapi.BoolAsOfferRequestTxCode(&yes))
	wanted.SetState("order-go")
	offer := must(client.VariantBAPI.PostIssuerManagementOffer(ctx).OfferRequest(*wanted).Execute())
	request := must(client.VariantBAPI.PostPresentationManagementRequest(ctx).
		PresentationRequest(*openapi.NewPresentationRequest("qrcode", "name-check")).Execute())
	session := must(client.BothVariantsAPI.GetSessionSessionId(ctx, offer.Session).Execute())
	wanted.SetCredentialConfigurationIds([]string{"no-such-thing"})
	_, _, err := client.VariantBAPI.PostIssuerManagementOffer(ctx).OfferRequest(*wanted).Execute()
	problem := err.(*openapi.GenericOpenAPIError).Model().(openapi.Problem)

	if err := json.NewEncoder(os.Stdout).Encode(map[string]any{
		"stored":  stored.GetId(),
		"link":    offer.GetUri(),
		"txCode":  offer.GetTxCode(),
		"qr":      request.GetUri()[:21],
		"status":  session.GetStatus(),
		"state":   session.GetState(),
		"problem": problem.Type,
	}); err != nil {
		panic(err)
	}
}
