"""A backend: issues a credential, asks for it again, and learns from webhooks and events what happened."""
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from countersign_client import Countersign, WebhookError, verify_webhook
from countersign_client.types import WebhookConfig

PORT = int(os.environ.get("PORT", "4000"))
countersign = Countersign(os.environ.get("COUNTERSIGN_URL", "http://localhost:3000"), api_key=os.environ["API_KEY"])
handled: set[str] = set()  # A real backend stores these ids with what it did.

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        try:
            webhook = verify_webhook(os.environ["WEBHOOK_SECRET"], self.headers, body)
            if webhook.id not in handled:
                print("webhook", webhook.payload["type"], webhook.payload["session"], flush=True)
            handled.add(webhook.id)
            self.send_response(204)
        except WebhookError:
            self.send_response(401)
        self.end_headers()

def wait_for(event_type: str, session: str) -> None:
    any(followed.event and followed.event["type"] == event_type for followed in countersign.events(session=session))

threading.Thread(target=ThreadingHTTPServer(("127.0.0.1", PORT), Receiver).serve_forever, daemon=True).start()
hook: WebhookConfig = {"url": f"http://127.0.0.1:{PORT}/hook"}
offer = countersign.create_offer(
    {"response_type": "uri", "credentialConfigurationIds": ["pid"], "notifyWebhook": hook}, idempotency_key="order-4711"
)
print("issue", offer["uri"], flush=True)
wait_for("credential.issued", offer["session"])
print("issued", flush=True)
request = countersign.create_request({"response_type": "uri", "requestId": "name-check", "webhook": hook})
print("verify", request["uri"], flush=True)
wait_for("presentation.verified", request["session"])
print("verified", flush=True)
