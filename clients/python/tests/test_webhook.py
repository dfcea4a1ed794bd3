import base64
import hashlib
import hmac
import unittest

from countersign_client import WebhookError, verify_webhook

KEY = b"k" * 32
SECRET = "whsec_" + base64.b64encode(KEY).decode()
OTHER = "whsec_" + base64.b64encode(b"o" * 32).decode()
BODY = '{"type":"credential.issued","session":"é"}'.encode()
NOW = 1_800_000_000


def sign(key: bytes = KEY, webhook_id: str = "m1", timestamp: str = str(NOW), body: bytes = BODY) -> str:
    signed = f"{webhook_id}.{timestamp}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


def headers(**changed: str) -> dict[str, str]:
    base = {"Webhook-Id": "m1", "Webhook-Timestamp": str(NOW), "Webhook-Signature": sign()}
    return base | {name.replace("_", "-").title(): value for name, value in changed.items()}


class VerifyWebhookTest(unittest.TestCase):
    def refused(self, given: dict[str, str], secret: str = SECRET, body: bytes = BODY, now: float = NOW) -> None:
        self.assertRaises(WebhookError, verify_webhook, secret, given, body, now=now)

    def test_a_signed_webhook_is_genuine(self) -> None:
        webhook = verify_webhook(SECRET, headers(), BODY, now=NOW)
        self.assertEqual((webhook.id, webhook.payload["session"]), ("m1", "é"))

    def test_the_signature_of_a_published_example_is_genuine(self) -> None:
        # From the specification of Standard Webhooks.
        given = {
            "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
            "webhook-timestamp": "1614265330",
            "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        }
        secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
        self.assertEqual(verify_webhook(secret, given, b'{"test": 2432232314}', now=1614265330).payload["test"], 2432232314)

    def test_during_a_rotation_one_signature_by_one_secret_is_enough(self) -> None:
        both = headers(webhook_signature=f"{sign(b'x' * 32)} {sign()}")
        self.assertEqual(verify_webhook([OTHER, SECRET], both, BODY, now=NOW).id, "m1")

    def test_a_different_secret_body_id_or_version_is_refused(self) -> None:
        self.refused(headers(), secret=OTHER)
        self.refused(headers(), body=BODY + b" ")
        self.refused(headers(webhook_id="m2"))
        self.refused(headers(webhook_signature=sign().replace("v1,", "v2,")))
        self.refused(headers(webhook_signature="v1,"))
        self.refused(headers(webhook_signature="v1,!"))
        self.refused({})

    def test_five_minutes_are_tolerated_in_both_directions(self) -> None:
        for difference in (300, -300):
            verify_webhook(SECRET, headers(), BODY, now=NOW + difference)
            self.refused(headers(), now=NOW + difference * 1.01)
        self.refused(headers(webhook_timestamp="soon"))

    def test_an_empty_secret_is_refused(self) -> None:
        self.assertRaises(ValueError, verify_webhook, "whsec_", headers(), BODY, now=NOW)
