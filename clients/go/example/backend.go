// A backend: issues a credential, asks for it again, and learns from webhooks and events what happened.
package main

import (
	"context"
	"countersign"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"sync"
)

var handled sync.Map // A real backend stores these ids with what it did.

func receive(writer http.ResponseWriter, request *http.Request) {
	body, _ := io.ReadAll(request.Body)
	webhook, err := countersign.VerifyWebhook(request.Header, body, os.Getenv("WEBHOOK_SECRET"))
	if err != nil {
		writer.WriteHeader(http.StatusUnauthorized)
		return
	}
	if _, twice := handled.LoadOrStore(webhook.ID, true); !twice {
		fmt.Println("webhook", webhook.Type, webhook.Session)
	}
	writer.WriteHeader(http.StatusNoContent)
}

func waitFor(client *countersign.Client, eventType, session string) {
	for followed, err := range client.Events(context.Background(), countersign.EventsOptions{Session: session}) {
		check(err)
		if followed.Event != nil && followed.Event.Type == eventType {
			return
		}
	}
}

func main() {
	address := "127.0.0.1:" + os.Getenv("PORT")
	go func() { log.Fatal(http.ListenAndServe(address, http.HandlerFunc(receive))) }()
	client, ctx := countersign.New(os.Getenv("COUNTERSIGN_URL"), countersign.APIKey(os.Getenv("API_KEY"))), context.Background()
	hook := &countersign.WebhookConfig{URL: "http://" + address + "/hook"}
	offer, err := client.CreateOffer(ctx, countersign.OfferRequest{ResponseType: "uri", CredentialConfigurationIDs: []string{"pid"}, NotifyWebhook: hook}, countersign.IdempotencyKey("order-4711"))
	check(err)
	fmt.Println("issue", offer.URI)
	waitFor(client, "credential.issued", offer.Session)
	fmt.Println("issued")
	request, err := client.CreateRequest(ctx, countersign.PresentationRequest{ResponseType: "uri", RequestID: "name-check", Webhook: hook})
	check(err)
	fmt.Println("verify", request.URI)
	waitFor(client, "presentation.verified", request.Session)
	fmt.Println("verified")
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
