"""Against a running server: COUNTERSIGN_URL with API_KEY, CLIENT_ID and CLIENT_SECRET. The project's tests start one."""

import os
import unittest

from countersign_client import Countersign, CountersignError
from countersign_client.types import IssuanceConfig, OfferRequest

URL = os.environ.get("COUNTERSIGN_URL", "")


@unittest.skipIf(URL == "", "COUNTERSIGN_URL is not set")
class ServerTest(unittest.TestCase):
    def clients(self) -> list[Countersign]:
        client_id, client_secret = os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"]
        second = Countersign(f"{URL}/", client_id=client_id, client_secret=client_secret)
        return [Countersign(URL, api_key=os.environ["API_KEY"]), second]

    def offer(self) -> OfferRequest:
        return {"response_type": "uri", "credentialConfigurationIds": ["pid"], "flow": "pre_authorized_code"}

    def test_offers_and_requests_in_both_variants(self) -> None:
        for countersign in self.clients():
            offer = countersign.create_offer(self.offer())
            self.assertTrue(offer["uri"].startswith("openid-credential-offer://"))
            self.assertEqual(countersign.session(offer["session"])["status"], "created")
            request = countersign.create_request({"response_type": "uri", "requestId": "name-check"})
            self.assertEqual(countersign.session(request["session"])["status"], "created")

    def test_a_repeated_key_makes_no_second_offer(self) -> None:
        for countersign in self.clients():
            first, second = (countersign.create_offer(self.offer(), idempotency_key="python-order-1") for _ in "ab")
            self.assertEqual(first, second)

    def test_lists_are_read_over_all_pages(self) -> None:
        for number, countersign in enumerate(self.clients()):
            state = f"python-{number}"
            made = [countersign.create_offer({**self.offer(), "state": state})["session"] for _ in range(3)]
            listed = [session["id"] for session in countersign.sessions(state=state, limit=1, from_="2026-01-01")]
            self.assertEqual(listed, made[::-1])
            self.assertEqual(list(countersign.deliveries("dead")), [])

    def test_a_refused_call_says_what_to_change(self) -> None:
        for countersign in self.clients():
            with self.assertRaises(CountersignError) as raised:
                countersign.create_offer({**self.offer(), "credentialConfigurationIds": ["pdi"]})
            error = raised.exception
            self.assertTrue(error.reason and error.hint and error.request_id, error)
            with self.assertRaises(CountersignError) as raised:
                countersign.session("unknown/../unknown")
            self.assertEqual(raised.exception.status, 404)

    def test_events_continue_after_a_position(self) -> None:
        for countersign in self.clients():
            session = countersign.create_offer(self.offer())["session"]
            first = next(countersign.events(session=session))
            self.assertEqual(first.event and first.event["type"], "session.created")
            every = countersign.events(after="0")
            positions = [int(next(every).position), int(next(every).position)]
            self.assertGreater(positions[1], positions[0])
            self.assertEqual(int(next(countersign.events(after=str(positions[0]))).position), positions[1])

    def test_configurations_are_stored_and_other_calls_are_made_by_path(self) -> None:
        for number, countersign in enumerate(self.clients()):
            badge: IssuanceConfig = {
                "id": f"python-{number}",
                "config": {"format": "dc+sd-jwt", "vct": "urn:badge", "scope": f"badge-{number}"},
                "claims": {},
                "disclosureFrame": {},
                "schema": {
                    "$schema": "https://json-schema.org/draft/2020-12/schema",
                    "type": "object",
                    "properties": {},
                    "required": [],
                },
            }
            stored = countersign.store_credential_configuration(badge)
            self.assertEqual(stored["id"], f"python-{number}")
            self.assertEqual(countersign.call("DELETE", f"/issuer-management/python-{number}"), {})
            actions = [record["action"] for record in countersign.entries("/audit", {"limit": 2})]
            self.assertGreater(len(actions), 2)

    def test_wrong_credentials_are_an_error(self) -> None:
        for countersign in [Countersign(URL, api_key="wrong"), Countersign(URL, client_id="root", client_secret="wrong")]:
            with self.assertRaises(CountersignError) as raised:
                countersign.session("any")
            self.assertEqual(raised.exception.status, 401)
