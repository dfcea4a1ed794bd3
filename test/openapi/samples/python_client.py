"""A backend of variant A with the client of openapi-python-client: arguments are the server's address and the API key."""
import json
import sys

from client.api.both_variants import get_session_session_id
from client.api.variant_a import post_issuer_managment, post_oid4vp, post_vci_offer
from client.client import AuthenticatedClient
from client.models import CredentialConfig, OfferRequest, PresentationRequest

server = AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2], prefix="", auth_header_name="x-api-key")

badge = CredentialConfig.from_dict({
    "id": "badge-python",
    "config": {"format": "dc+sd-jwt", "vct": "https://issuer.example.com/badge", "scope": "badge-python"},
    "claims": {"name": "Erika Mustermann"},
    "disclosureFrame": {"_sd": ["name"]},
    "schema": {"properties": {"name": {"type": "string"}}, "required": ["iss", "vct", "cnf"]},
})
stored = post_issuer_managment.sync(client=server, body=badge)
wanted = {
    "response_type": "uri",
    "credentialConfigurationIds": ["badge-python"],
    "claims": {"badge-python": {"name": "Max Mustermann"}},
    "flow": "pre_authorized_code",
    "tx_code": True,
    "state": "order-python",
}
offer = post_vci_offer.sync(client=server, body=OfferRequest.from_dict(wanted))
request = post_oid4vp.sync(
    client=server, body=PresentationRequest.from_dict({"response_type": "qrcode", "requestId": "name-check"})
)
session = get_session_session_id.sync(client=server, session_id=offer.session)
unknown = {**wanted, "credentialConfigurationIds": ["no-such-thing"]}
refused = post_vci_offer.sync(client=server, body=OfferRequest.from_dict(unknown))

print(json.dumps({
    "stored": stored.id,
    "link": offer.uri,
    "txCode": offer.tx_code,
    "qr": request.uri[:21],
    "status": session.status,
    "state": session.state,
    "problem": refused.type_,
}))
