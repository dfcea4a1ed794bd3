"""A backend of variant A with the client of openapi-python-client: arguments are the server's address and the API key."""
import sys

from client.api.both_variants import get_session_session_id
from client.api.variant_a import post_issuer_managment, post_oid4vp, post_vci_offer
from client.client import AuthenticatedClient
from client.models import CredentialConfig, OfferRequest, PresentationRequest
from sample_flow import badge, offer_of, report

server = AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2], prefix="", auth_header_name="x-api-key")

stored = post_issuer_managment.sync(client=server, body=CredentialConfig.from_dict(badge("badge-python")))
wanted = offer_of("badge-python", "order-python")
offer = post_vci_offer.sync(client=server, body=OfferRequest.from_dict(wanted))
request = post_oid4vp.sync(
    client=server, body=PresentationRequest.from_dict({"response_type": "qrcode", "requestId": "name-check"})
)
session = get_session_session_id.sync(client=server, session_id=offer.session)
unknown = {**wanted, "credentialConfigurationIds": ["no-such-thing"]}
refused = post_vci_offer.sync(client=server, body=OfferRequest.from_dict(unknown))

report(stored, offer, request, session, refused.type_)
