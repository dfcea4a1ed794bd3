"""A backend of variant B with the client of openapi-generator: arguments are the server's address and the client secret."""
import json
import sys

from openapi_client import ApiClient, Configuration
from openapi_client.api import BothVariantsApi, VariantBApi
from openapi_client.exceptions import ApiException
from openapi_client.models import IssuanceConfig, OfferRequest, PresentationRequest, TokenRequest
from sample_flow import badge, offer_of, report

configuration = Configuration(host=sys.argv[1])
login = VariantBApi(ApiClient(configuration)).post_auth_token(TokenRequest(client_id="root", client_secret=sys.argv[2]))
configuration.access_token = login.access_token
client = ApiClient(configuration)
tenant = VariantBApi(client)
both = BothVariantsApi(client)

stored = both.post_issuer_management(IssuanceConfig.from_dict(badge("badge-pydantic")))
wanted = offer_of("badge-pydantic", "order-pydantic")
offer = tenant.post_issuer_management_offer(OfferRequest.from_dict(wanted))
request = tenant.post_presentation_management_request(
    PresentationRequest(response_type="qrcode", request_id="name-check")
)
session = both.get_session_session_id(offer.session)
problem = None
try:
    unknown = {**wanted, "credentialConfigurationIds": ["no-such-thing"]}
    tenant.post_issuer_management_offer(OfferRequest.from_dict(unknown))
except ApiException as refused:
    problem = json.loads(refused.body)["type"]

report(stored, offer, request, session, problem)
