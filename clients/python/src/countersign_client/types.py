# Made by `npm run docs`; do not edit.
"""Bodies of requests and responses. Servers with a later version may send more members, and more values of a `Literal`."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict, Union


class AcceptedTrustList(TypedDict):
    territory: NotRequired[str]
    operator: str
    sequenceNumber: int
    issuedAt: str
    # When it expires
    nextUpdate: NotRequired[str]
    verifiedAt: str
    signer: NotRequired[TrustListSigner]
    # Services whose certificates can be read
    entries: int
    # Services that were left out
    skipped: NotRequired[int]
    # The list's, as received
    sha256: NotRequired[str]
    # True: an operator has handed it over
    loaded: NotRequired[bool]
    # Violations that did not refuse it, and what to put into the source
    warnings: NotRequired[list[TrustListWarning]]


class AttestationScheme(TypedDict):
    """The scheme in the European catalogue of attestations (TS11)"""

    # The catalogue's UUID
    id: NotRequired[str]
    # SemVer
    version: NotRequired[str]
    # The human-readable rulebook
    rulebookURI: NotRequired[str]
    # Level of security (ISO/IEC 18045)
    attestationLoS: NotRequired[Literal["iso_18045_basic", "iso_18045_enhanced-basic", "iso_18045_moderate", "iso_18045_high"]]
    # Who issues credentials of this scheme
    trustedAuthorities: NotRequired[list[SchemeAuthority]]
    supportedFormats: NotRequired[list[AttestationFormat]]
    # One address per format
    schemaURIs: NotRequired[list[SchemeSchema]]


class AuditRecord(TypedDict):
    id: str
    at: str
    # The action, for example `session.read`
    action: str
    # Client id, `api-key`, or the name of a job in brackets
    client: str
    # x-request-id of the call
    request: NotRequired[str]
    session: NotRequired[str]
    # Id of the configuration or delivery
    subject: NotRequired[str]
    data: NotRequired[dict[str, Any]]
    # An erasure in progress
    open: NotRequired[bool]


class AuthorizeQueries(TypedDict):
    auth_session: NotRequired[str]
    presentation_during_issuance_session: NotRequired[str]
    # Names with commas between them (OpenID4VCI 1.1 drafts)
    interaction_types_supported: NotRequired[str]
    # JSON object (OpenID4VCI 1.1 drafts)
    openid4vp_response: NotRequired[str]
    client_id: NotRequired[str]
    code_challenge: NotRequired[str]
    code_challenge_method: NotRequired[str]
    dpop_jkt: NotRequired[str]
    # From the offer
    issuer_state: NotRequired[str]
    redirect_uri: NotRequired[str]
    # From a pushed request
    request_uri: NotRequired[str]
    resource: NotRequired[str]
    response_type: NotRequired[str]
    scope: NotRequired[str]
    state: NotRequired[str]
    # JSON array (RFC 9396)
    authorization_details: NotRequired[str]
    # With client_assertion_type
    client_assertion: NotRequired[str]
    client_assertion_type: NotRequired[str]


class BundleApply(TypedDict):
    """A bundle with its plan"""

    bundle: ConfigurationBundle
    # Takes over objects that the tenant has and no bundle owns
    adopt: NotRequired[bool]
    # Of the plan that is applied
    fingerprint: str


class BundleMistake(TypedDict):
    # JSON pointer from the object
    pointer: str
    detail: str


class BundlePlan(TypedDict):
    name: str
    generation: int
    # Names this plan in the call that applies it
    fingerprint: str
    # Whether anything would be written
    changes: bool
    objects: list[PlannedObject]


class BundlePlanRequest(TypedDict):
    """A bundle to compare with the tenant"""

    bundle: ConfigurationBundle
    # Takes over objects that the tenant has and no bundle owns
    adopt: NotRequired[bool]


class ButtonText(TypedDict):
    lang: str
    value: str


class CertificateChainBody(TypedDict):
    # Certificates in PEM, leaf first, at most 4, without the root
    pem: str


class CertificateSubject(TypedDict):
    # Name that users see: the organization's or the service's
    commonName: str
    country: NotRequired[str]
    organization: NotRequired[str]
    organizationalUnit: NotRequired[str]
    # ETSI EN 319 412-1, such as NTRDE-HRB123456
    organizationIdentifier: NotRequired[str]
    givenName: NotRequired[str]
    surname: NotRequired[str]
    pseudonym: NotRequired[str]
    # Identifier of a natural person
    serialNumber: NotRequired[str]
    # Contacts
    uris: NotRequired[list[str]]
    # Contacts
    emails: NotRequired[list[str]]
    # Contacts
    telephones: NotRequired[list[str]]
    # Host names
    hosts: NotRequired[list[str]]


class ClientRotation(TypedDict):
    # Overlap in seconds, in which the previous secret and its tokens are still accepted
    overlap: NotRequired[int]


ConfigurationBundle = TypedDict("ConfigurationBundle", {
    "$schema": "str",
    "version": "int",
    "name": "str",
    "generation": "int",
    "tenant": "NotRequired[str]",
    "secrets": "NotRequired[str]",
    "issuance": "NotRequired[list[dict[str, Any]]]",
    "presentation": "NotRequired[list[dict[str, Any]]]",
    "signIn": "NotRequired[dict[str, Any]]",
    "display": "NotRequired[dict[str, Any]]",
    "images": "NotRequired[list[dict[str, Any]]]",
    "trust": "NotRequired[list[dict[str, Any]]]",
    "trustLists": "NotRequired[list[dict[str, Any]]]",
    "registrationCertificates": "NotRequired[list[dict[str, Any]]]",
    "wallets": "NotRequired[dict[str, Any]]",
})


class ConfigurationsImport(TypedDict):
    """An export"""

    # Version of the file format
    version: int
    # Ignored: the caller's credential selects the tenant
    tenant: NotRequired[str]
    # Ignored: `***` keeps the tenant's stored secret
    secrets: NotRequired[str]
    # Credential configurations, each with its id
    issuance: NotRequired[list[dict[str, Any]]]
    # Presentation configurations, each with its id
    presentation: NotRequired[list[dict[str, Any]]]
    # Identity provider where users sign in
    signIn: NotRequired[dict[str, Any]]
    # Name, logo and colours of the issuer: `entries`
    display: NotRequired[dict[str, Any]]
    # Images stored through the API: `file` and its `data` in base64
    images: NotRequired[list[dict[str, Any]]]
    # Trust anchors stored through the API: `purpose`, `id`, `pem` and limits
    trust: NotRequired[list[dict[str, Any]]]
    # Trust list sources stored through the API, as POST /trust/lists accepts them
    trustLists: NotRequired[list[dict[str, Any]]]
    # Registration certificates stored through the API: `id`, `jwt` and `cwt`
    registrationCertificates: NotRequired[list[dict[str, Any]]]
    # Registered wallets, as POST /configurations/wallets accepts them
    wallets: NotRequired[dict[str, Any]]
    # Published trust lists with their entities: as POST /hosted-lists/{list} accepts them, with `id` and `entities`
    hostedLists: NotRequired[list[dict[str, Any]]]


class ConfirmationTexts(TypedDict):
    """Texts of the page on which the user confirms, each as `[{"lang", "value"}]`"""

    affirmative_action_label: list[ButtonText]
    denial_action_label: NotRequired[list[ButtonText]]
    transaction_title: NotRequired[list[TitleText]]
    security_hint: NotRequired[list[HintText]]


class ConfirmedTransactions(TypedDict):
    # The confirmed entries of the request's `transaction_data`: the base64url strings whose bytes were hashed
    transactionData: list[str]
    authentication: NotRequired[StrongAuthentication]


class ContactInLanguage(TypedDict):
    # Language (BCP 47)
    lang: str
    # Address with mailto:, tel:, https: or http:
    uri: str


class CredentialSigner(TypedDict):
    # Distinguished name of the certificate
    subject: str
    # Distinguished name of what issued the certificate
    issuer: str
    # SHA-256 of the certificate: hexadecimal pairs, by colons
    fingerprint: str
    list: NotRequired[SignerListEntry]


DeadDeliveries = TypedDict("DeadDeliveries", {
    "from": "NotRequired[str]",
    "until": "NotRequired[str]",
    "target": "NotRequired[str]",
    "after": "NotRequired[str]",
})


class Delivery(TypedDict):
    # Also the `webhook-id` of each attempt
    id: str
    # `type` of the payload
    type: str
    # Scheme, host and port
    target: str
    state: Literal["due", "leased", "delivered", "dead"]
    createdAt: str
    nextAttemptAt: NotRequired[str]
    endedAt: NotRequired[str]
    # Why it failed permanently
    reason: NotRequired[str]
    # Readable reason
    description: NotRequired[str]
    attempts: list[DeliveryAttempt]


class DeliveryAnswer(TypedDict):
    """After a failure, what identifies the response"""

    # Media type of the response
    type: NotRequired[str]
    # Its member `code`, `error` or `type`, if that is a code
    code: NotRequired[str]
    # `title` of a problem document
    title: NotRequired[str]


class DeliveryAttempt(TypedDict):
    at: str
    milliseconds: int
    # HTTP status of the response
    status: NotRequired[int]
    # Bytes of the body that was sent
    sent: NotRequired[int]
    # Bytes in the response body
    received: NotRequired[int]
    # Why there is no usable response
    error: NotRequired[str]
    answer: NotRequired[DeliveryAnswer]
    # Readable error message
    description: NotRequired[str]


class DeliveryCounts(TypedDict):
    waiting: int
    delivered: int
    dead: int


class DeliveryFailing(TypedDict):
    """Absent if the latest attempt succeeded"""

    since: str
    last: DeliveryAttempt
    # Resend dead deliveries from this time
    deadFrom: NotRequired[str]


class DeliveryReplay(TypedDict):
    """Either `ids` or `dead`"""

    # Deliveries
    ids: NotRequired[list[str]]
    dead: NotRequired[DeadDeliveries]


class DeliveryReplayResult(TypedDict):
    id: str
    session: NotRequired[str]
    result: DeliveryReplayOutcome
    # Why it is not resent, as a readable message
    description: NotRequired[str]


class DeliveryReplayResults(TypedDict):
    results: list[DeliveryReplayResult]
    # More dead deliveries may follow: `after` of the next call
    next: NotRequired[str]


class DeliveryRequest(TypedDict):
    method: str
    # Scheme, host and port
    target: str
    # Without signature, timestamp and authentication, which each attempt sets
    headers: dict[str, Any]
    # The body, without the members that `withheld` lists
    payload: dict[str, Any]
    # `credentials` if the body contains presented claims, and `state` for a viewer
    withheld: list[str]


DeliverySummary = TypedDict("DeliverySummary", {
    "from": "str",
    "until": "str",
    "complete": "bool",
    "counts": "DeliveryCounts",
    "times": "list[DeliveryTime]",
    "targets": "list[DeliveryTarget]",
})


class DeliveryTarget(TypedDict):
    # Scheme, host and port
    target: str
    # Attempts with a 2xx response
    delivered: int
    # Other attempts
    failed: int
    # Median duration of the attempts, in milliseconds
    median: NotRequired[int]
    # 95th percentile
    p95: NotRequired[int]
    # Pending deliveries
    waiting: int
    # Deliveries without a further attempt
    dead: int
    failing: NotRequired[DeliveryFailing]


class DeliveryTime(TypedDict):
    at: str
    # Attempts with a 2xx response
    delivered: int
    # Other attempts
    failed: int
    # Median duration of the attempts, in milliseconds
    median: NotRequired[int]
    # 95th percentile
    p95: NotRequired[int]


class DigitalCredentialRequest(TypedDict):
    # Exchange protocol, such as openid4vp-v1-signed
    protocol: str
    data: dict[str, Any]


class DigitalCredentialRequests(TypedDict):
    """What a page passes to `navigator.credentials` as `{ digital }`: to `get` for a presentation with the response_type dc-api"""

    requests: list[DigitalCredentialRequest]


class DisclosureParty(TypedDict):
    """A party that may receive the credential"""

    # The party, as `sub` of its registration certificate
    identifier: str
    # Its name (RFC 4514), for people: wallets do not compare it
    subject_dn: NotRequired[str]
    # URI of an entitlement that its certificate must also have
    entitlement: NotRequired[str]


class DisclosurePolicy(TypedDict):
    """Whom wallets may show the credential to: they warn their users elsewhere"""

    # URI that names the policy
    id: str
    # `parties`: only the listed ones
    type: Literal["anyone", "parties", "roots"]
    # The policy in plain words
    description: NotRequired[str]
    # Id of whoever decides it
    authority: NotRequired[str]
    # Page that explains it to users
    info_url: NotRequired[str]
    # For the type `parties`
    parties: NotRequired[list[DisclosureParty]]
    # For the type `roots`
    roots: NotRequired[list[DisclosureRoot]]


class DisclosureRoot(TypedDict):
    """A certificate below which the registration certificate was signed"""

    # The certificate's issuer (RFC 4514)
    issuer_dn: str
    # In hexadecimal
    serial_number: str


class Display(TypedDict):
    source: DisplaySource
    # One entry per language
    entries: list[dict[str, Any]]


class DisplayBody(TypedDict):
    # One entry per language
    entries: list[DisplayEntry]


class DisplayEntry(TypedDict):
    name: str
    # Language tag (BCP 47)
    locale: NotRequired[str]
    description: NotRequired[str]
    logo: NotRequired[DisplayImage]
    background_image: NotRequired[DisplayImage]
    # For example, #1d3557
    background_color: NotRequired[str]
    # For example, #1d3557
    text_color: NotRequired[str]
    # Colour of the pages that users see, #rgb or #rrggbb
    accent_color: NotRequired[str]


class DisplayImage(TypedDict):
    """Needs uri or url"""

    # Address
    uri: NotRequired[str]
    # The same for wallets of older drafts
    url: NotRequired[str]
    alt_text: NotRequired[str]


class DryRunProfile(TypedDict):
    # Real wallet
    profile: str
    # Source of its known behaviour
    source: str
    # Whether it accepts this tenant's metadata
    takes: bool
    # Why not
    why: NotRequired[list[str]]


class DryRunRefusal(TypedDict):
    step: str
    # Who refused: this server, or the wallet
    by: Literal["server", "wallet"]
    # Code that the wallet got
    error: NotRequired[str]
    # Name of the catalogue of reasons
    reason: NotRequired[str]
    description: NotRequired[str]
    # What was wrong
    explanation: NotRequired[str]
    # What to change
    hint: NotRequired[str]
    blame: NotRequired[Literal["wallet", "configuration", "backend", "operator", "user", "time"]]
    standard: NotRequired[StandardSection]
    facts: NotRequired[dict[str, Any]]
    # `{pointer, detail}` each, of a call of the backend
    errors: NotRequired[list[dict[str, Any]]]


class DryRunReport(TypedDict):
    """Report of a dry run"""

    # `accepted`: the flow completed
    outcome: Literal["accepted", "refused", "stopped"]
    # Id that the session had
    session: NotRequired[str]
    steps: list[DryRunStep]
    refusal: NotRequired[DryRunRefusal]
    stopped: NotRequired[DryRunStopped]
    # The credential as a wallet shows it: display, claims with their names
    credential: NotRequired[dict[str, Any]]
    # The request as a wallet shows it: who asks, why, and for which claims
    request: NotRequired[dict[str, Any]]
    # The claims that the wallet showed, by credential query
    presented: NotRequired[dict[str, Any]]
    warnings: list[DryRunWarning]
    profiles: list[DryRunProfile]
    # Entries of the status list that were revoked at the end
    revoked: int
    # Whether the session was erased
    erased: bool


class DryRunStep(TypedDict):
    # What the wallet was doing
    step: str
    method: str
    # Without query and without secrets
    url: str
    status: int
    # Milliseconds
    ms: int
    # `info`: the response requires more, such as a nonce or a presentation
    outcome: Literal["ok", "info", "refused"]
    # Code that the wallet got
    error: NotRequired[str]
    # Request id, as in the log and in `x-request-id`
    request: NotRequired[str]


class DryRunStopped(TypedDict):
    explanation: str
    hint: str


class DryRunWarning(TypedDict):
    code: str
    # Where in the configuration: JSON pointer (RFC 6901)
    pointer: NotRequired[str]
    # What will go wrong
    detail: str
    # What to change
    hint: str


class EarlierWebhookSecret(TypedDict):
    generation: int
    until: str


class EffectiveSetting(TypedDict):
    name: str
    # String, number, boolean or list
    value: NotRequired[Any]
    source: Literal["environment", "default", "none"]
    secret: bool
    meaning: str


class EffectiveSettings(TypedDict):
    version: str
    license: str
    settings: list[EffectiveSetting]


class Empty(TypedDict):
    pass


class ErasureRequester(TypedDict):
    client: str
    tenant: str
    request: NotRequired[str]


class EuPart(TypedDict):
    part: EuPartName
    state: EuPartState
    neededBy: list[EuPartUser]
    # Below the tenant's folder
    place: str
    # What is wrong
    detail: NotRequired[str]
    # What to do
    todo: NotRequired[str]
    # Why wallets would refuse it
    findings: NotRequired[list[str]]


class EuParts(TypedDict):
    # Of the tenant
    profile: str
    # The profile is `eu`, and each required part is present
    complete: bool
    actsFor: NotRequired[PartyRecord]
    parts: list[EuPart]


class ExportedConfigurations(TypedDict):
    # Version of the file format
    version: int
    # Tenant that was exported
    tenant: str
    # `left_out`: each secret appears as `***`
    secrets: str
    issuance: list[StoredCredentialConfig]
    presentation: list[StoredPresentationConfig]
    # Identity provider where users sign in
    signIn: NotRequired[dict[str, Any]]
    # Name, logo and colours of the issuer: `entries`
    display: NotRequired[dict[str, Any]]
    # Images stored through the API: `file` and its `data` in base64
    images: NotRequired[list[dict[str, Any]]]
    # Trust anchors stored through the API: `purpose`, `id`, `pem` and limits
    trust: NotRequired[list[dict[str, Any]]]
    # Trust list sources stored through the API, as POST /trust/lists accepts them
    trustLists: NotRequired[list[dict[str, Any]]]
    # Registration certificates stored through the API: `id`, `jwt` and `cwt`
    registrationCertificates: NotRequired[list[dict[str, Any]]]
    # Registered wallets, as POST /configurations/wallets accepts them
    wallets: NotRequired[dict[str, Any]]
    # Published trust lists with their entities: as POST /hosted-lists/{list} accepts them, with `id` and `entities`
    hostedLists: NotRequired[list[dict[str, Any]]]


class ExportedScheme(TypedDict):
    # `SchemaMeta` of TS11
    scheme: dict[str, Any]
    # Members that the catalogue requires and the configuration does not have
    missing: list[MissingMember]


class FieldError(TypedDict):
    # Where: JSON pointer (RFC 6901)
    pointer: str
    # What
    detail: str


class HintText(TypedDict):
    lang: str
    value: str


class HostedCertificate(TypedDict):
    subject: str
    # In hexadecimal
    sha256: str
    notAfter: str
    # Whole days
    daysLeft: int
    pem: str


class HostedEntity(TypedDict):
    id: str
    name: list[dict[str, Any]]
    tradeName: NotRequired[list[dict[str, Any]]]
    addresses: list[dict[str, Any]]
    contacts: list[dict[str, Any]]
    information: NotRequired[list[dict[str, Any]]]
    services: list[HostedService]


class HostedEntityBody(TypedDict):
    # Revision of the list that this changes
    revision: int
    # Your id of the entity
    id: str
    # The organisation in its certificates
    name: list[TextInLanguage]
    tradeName: NotRequired[list[TextInLanguage]]
    addresses: list[PostalAddress]
    contacts: list[ContactInLanguage]
    # Address of the entity description
    information: NotRequired[list[LinkInLanguage]]
    services: list[HostedServiceBody]


class HostedList(TypedDict):
    # Name of the list in its address
    id: str
    # Address of the published list
    url: str
    # LoTEType
    type: str
    state: HostedListState
    # Increases with each change
    revision: int
    # Number of entities
    entities: int
    # Rises with each version
    sequenceNumber: int
    issuedAt: str
    # When the version expires
    nextUpdate: NotRequired[str]
    # The signed list's, in hexadecimal
    sha256: str
    # Size of the signed list
    bytes: int


class HostedListBody(TypedDict):
    # Revision of the list that this changes
    revision: int
    # What the list is of, or the type of another list
    list: Union[Literal["pid-providers", "wallet-providers", "access-certificate-authorities", "registration-certificate-providers", "public-body-attestation-providers", "registrars"], str]
    # Type of services that issue, of a list that is not one of Europe
    issuance: NotRequired[str]
    # Type of services that sign the status of credentials, for both
    revocation: NotRequired[str]
    # How an entity's status is determined, for both
    approach: NotRequired[str]
    # Rules of the community, for both
    rules: NotRequired[list[LinkInLanguage]]
    # Country of the scheme, for both
    territory: NotRequired[str]
    operator: HostedListOperator
    # Name of the scheme
    name: list[TextInLanguage]
    # Address of the scheme description
    information: list[LinkInLanguage]
    # Policy or legal notice
    policy: list[LinkInLanguage]
    # Seconds until the next update
    updateInterval: NotRequired[int]
    # PEM of certificates that will sign later versions: the list announces them
    nextSigners: NotRequired[str]


class HostedListDetails(TypedDict):
    # Name of the list in its address
    id: str
    # Address of the published list
    url: str
    # LoTEType
    type: str
    state: HostedListState
    # Increases with each change
    revision: int
    # Number of entities
    entities: int
    # Rises with each version
    sequenceNumber: int
    issuedAt: str
    # When the version expires
    nextUpdate: NotRequired[str]
    # The signed list's, in hexadecimal
    sha256: str
    # Size of the signed list
    bytes: int
    # As it was written
    scheme: dict[str, Any]
    trustedEntities: list[HostedEntity]


class HostedListOperator(TypedDict):
    name: list[TextInLanguage]
    addresses: list[PostalAddress]
    contacts: list[ContactInLanguage]


class HostedListVersion(TypedDict):
    # Rises with each version
    sequenceNumber: int
    issuedAt: str
    # When the version expires
    nextUpdate: NotRequired[str]
    # The signed list's, in hexadecimal
    sha256: str
    # Size of the signed list
    bytes: int
    # Increases with each change
    revision: int
    change: HostedListChange
    # Id of the entity that was written or removed
    entity: NotRequired[str]
    # Management client
    by: NotRequired[str]
    # Number of entities
    entities: int


class HostedService(TypedDict):
    purpose: HostedServicePurpose
    name: list[dict[str, Any]]
    certificates: list[HostedCertificate]
    addresses: NotRequired[list[str]]
    status: NotRequired[str]
    # When the status started
    since: NotRequired[str]
    # Earlier statuses, the newest first
    history: NotRequired[list[dict[str, Any]]]


class HostedServiceBody(TypedDict):
    # `revocation`: its certificates sign only the status of the entity's credentials
    purpose: Literal["issuance", "revocation"]
    name: list[TextInLanguage]
    # PEM
    certificates: str
    # Required in lists of public bodies, not allowed in others
    status: NotRequired[Literal["notified", "withdrawn"]]
    # Addresses of the service
    addresses: NotRequired[list[str]]


class Image(TypedDict):
    file: str
    # Its address
    uri: str
    source: ImageSource
    # Bytes, of an image with the source `api`
    size: NotRequired[int]
    # Alike
    createdAt: NotRequired[str]


class ImageBody(TypedDict):
    # Name, with the ending of its type: PNG, JPEG or SVG
    file: str
    # The image in base64
    data: str


class ImportMistake(TypedDict):
    # JSON pointer into the configuration
    pointer: str
    detail: str


class ImportResult(TypedDict):
    kind: ImportKind
    id: NotRequired[str]
    # JSON pointer into the file
    pointer: str
    outcome: ImportOutcome
    mistakes: list[ImportMistake]
    # With `mode=check`, if the outcome is not `unchanged`: what the tenant has now, without secrets
    present: NotRequired[dict[str, Any]]


class ImportResults(TypedDict):
    mode: ImportMode
    results: list[ImportResult]


class IssuanceConfig(TypedDict):
    """Credential configuration of variant B"""

    # Configuration id
    id: str
    # Entry of `credential_configurations_supported` (OpenID4VCI 1.0, 12.2.4)
    config: dict[str, Any]
    # Static claims
    claims: dict[str, Any]
    # mdoc only: element types that JSON cannot express, `{namespace: {element: type}}`
    element_types: NotRequired[dict[str, dict[str, Literal["text", "bool", "integer", "full-date", "tdate", "bytes", "map", "array"]]]]
    # mdoc only: namespaces whose elements the device may sign itself (KeyAuthorizations), such as the types of `transaction_data` that it confirms
    device_namespaces: NotRequired[list[str]]
    # mdoc only: whether the signed header contains the signer's certificate, as `x5t` and `x5u`
    protected_certificate: NotRequired[bool]
    # Which claims are selectively disclosable: `{"_sd": [names]}`, nested
    disclosureFrame: NotRequired[dict[str, Any]]
    vct: NotRequired[VCT]
    presentation_during_issuance: NotRequired[PresentationDuringIssuance]
    # Id of a provider in `attribute-providers.json` that returns the claims when a wallet requests the credential
    attribute_provider: NotRequired[str]
    refresh: NotRequired[Refresh]
    one_active: NotRequired[OneActive]
    # Whether a wallet may start without an offer
    wallet_initiated: NotRequired[bool]
    # Whether the user must sign in at the tenant's identity provider when a wallet redeems an offer
    sign_in: NotRequired[bool]
    schema: NotRequired[SchemaResponse]
    # Seconds
    lifetime: NotRequired[int]
    # The credentials have no status, so nobody can revoke them: they end within 24 hours, and `lifetime` is at most 86400
    short_lived: NotRequired[bool]
    # Key set that signs the credentials: created with POST /key-sets, or in files as `keys/<name>/credential.key.pem` and its chain, for an mdoc `mdoc.key.pem`
    keys: NotRequired[str]
    disclosure_policy: NotRequired[DisclosurePolicy]
    attestation_scheme: NotRequired[AttestationScheme]
    # Revoke the credentials when the wallet or its keys are revoked
    revocation_chaining: NotRequired[bool]
    createdAt: NotRequired[str]
    updatedAt: NotRequired[str]
    # Errors in a file that is used anyway: `{pointer, detail}` each
    findings: NotRequired[list[dict[str, Any]]]
    # Ignored on write
    source: NotRequired[Literal["file", "api"]]


class IssuanceDryRun(TypedDict):
    # Default: authorization_code
    flow: NotRequired[Literal["authorization_code", "pre_authorized_code"]]
    # Claims of the credential, as an offer would have them
    claims: NotRequired[dict[str, Any]]
    tx_code: NotRequired[OfferRequestTxCode]
    # Call the configuration's webhooks, as in a real flow
    webhooks: NotRequired[bool]
    # true: each profile of a real wallet performs the flow too, as far as 30 seconds allow
    profiles: NotRequired[bool]


class IssuedCredential(TypedDict):
    credentialConfigurationId: str
    issuedAt: str
    status: NotRequired[IssuedCredentialStatus]
    notification_id: NotRequired[str]


class IssuedCredentialStatus(TypedDict):
    """Its place in a status list, and the value there"""

    uri: str
    idx: int
    # 0 valid, 1 revoked, 2 suspended (profile eu)
    value: Literal[0, 1, 2]


class Key(TypedDict):
    state: KeyState
    # RFC 7638 thumbprint
    kid: str
    privateKey: PrivateKeyPlace
    createdAt: NotRequired[str]
    # Time when it starts signing
    usedFrom: NotRequired[str]
    # If requested: its certificate request (PKCS #10) in PEM
    request: NotRequired[str]
    certificate: NotRequired[KeyCertificate]


class KeyCertificate(TypedDict):
    subject: str
    # In hexadecimal
    sha256: str
    notAfter: str
    # Whole days
    daysLeft: int
    pem: str


class Keys(TypedDict):
    purposes: list[KeysOfPurpose]


class KeysOfPurpose(TypedDict):
    purpose: KeyPurpose
    # Key set, which presentation configurations name by `keys`
    set: NotRequired[str]
    rotation: KeyRotation
    # Why the operator's files cannot be used
    broken: NotRequired[str]
    # Oldest first
    keys: list[Key]


class LastError(TypedDict):
    """What the wallet was refused last"""

    code: ErrorCode
    step: WalletStep
    at: str
    description: str
    # Name of the catalogue, which `GET /docs/reasons/{reason}` explains
    reason: NotRequired[str]
    # What was wrong
    explanation: NotRequired[str]
    # What to change
    hint: NotRequired[str]
    # Id of the credential query that it is about
    credential: NotRequired[str]


class LinkInLanguage(TypedDict):
    # Language (BCP 47)
    lang: str
    uri: str


class ListedDelivery(TypedDict):
    # Id of its session
    session: str
    # Also the `webhook-id` of each attempt
    id: str
    # `type` of the payload
    type: str
    # Scheme, host and port
    target: str
    state: Literal["due", "leased", "delivered", "dead"]
    createdAt: str
    nextAttemptAt: NotRequired[str]
    endedAt: NotRequired[str]
    # Why it failed permanently
    reason: NotRequired[str]
    # Readable reason
    description: NotRequired[str]
    attempts: list[DeliveryAttempt]


class LoginClient(TypedDict):
    """An application where users sign in with their wallets"""

    # The `client_id` of the application
    id: str
    # Name of the application on the page
    name: str
    # Redirect addresses, which must match exactly
    redirect_uris: list[str]
    # Redirect addresses after a logout
    post_logout_redirect_uris: NotRequired[list[str]]
    # How long, in seconds, the browser stays signed in to this application without its wallet
    session: NotRequired[int]
    # URL that receives a logout token when a kept session ends (OpenID Connect Back-Channel Logout 1.0)
    backchannel_logout_uri: NotRequired[str]
    token_endpoint_auth_method: NotRequired[LoginAuthMethod]
    # At least 32 characters
    client_secret: NotRequired[str]
    # Only in a file: name of the gateway's environment variable with the secret
    client_secret_env: NotRequired[str]
    # Public keys of the application, for private_key_jwt
    jwks: NotRequired[dict[str, Any]]
    id_token_signed_response_alg: NotRequired[LoginSigningAlgorithm]
    userinfo_signed_response_alg: NotRequired[LoginUserinfoAlgorithm]
    # Default: true
    require_pkce: NotRequired[bool]
    # Id of the presentation configuration, which contains the most that a login may request
    presentation: str
    # Claim of the login -> path of the credential
    claims: dict[str, list[str]]
    # Scopes besides `profile`, `email`, `address` and `phone` -> their claims
    scopes: NotRequired[dict[str, list[str]]]
    claims_in: NotRequired[LoginClaimsPlace]
    subject: LoginSubject
    # What a login reaches, such as http://eidas.europa.eu/LoA/high
    acr: NotRequired[str]
    verified: NotRequired[LoginVerifiedClaims]
    # Allow a wallet on a different device, through a QR code
    crossDevice: NotRequired[bool]
    createdAt: NotRequired[str]
    updatedAt: NotRequired[str]
    # Errors in a file that is used anyway: `{pointer, detail}` each
    findings: NotRequired[list[dict[str, Any]]]
    # Ignored on write
    source: NotRequired[Literal["file", "api"]]


LoginSubject = TypedDict("LoginSubject", {
    "kind": "Literal[\"pairwise\", \"transient\"]",
    "from": "NotRequired[list[list[str]]]",
    "trust": "NotRequired[str]",
    "whenChanged": "NotRequired[Literal[\"new-subjects\"]]",
})


class LoginVerifiedClaims(TypedDict):
    # For example, `eidas`
    trust_framework: str
    # For example, `high`
    assurance_level: NotRequired[str]


class ManagedClient(TypedDict):
    # The full id that the client signs in with
    client_id: str
    role: Literal["viewer", "operator", "admin"]
    name: NotRequired[str]
    # file: a folder, clients.json or the environment
    source: Literal["file", "api"]
    createdAt: NotRequired[str]
    updatedAt: NotRequired[str]
    # Until then the previous secret is also accepted
    formerSecretUntil: NotRequired[str]
    # No secret is accepted: rotate it
    locked: NotRequired[bool]
    # A client in files has the same id and takes precedence
    hiddenByFiles: NotRequired[bool]


class ManagedClientChange(TypedDict):
    # Holds within a second, for tokens too
    role: NotRequired[Literal["viewer", "operator", "admin"]]
    # For people
    name: NotRequired[str]


class ManagedClientRequest(TypedDict):
    # Default: the tenant's id and random digits
    client_id: NotRequired[str]
    # Default admin
    role: NotRequired[Literal["viewer", "operator", "admin"]]
    # For people
    name: NotRequired[str]


class ManagedClientWithSecret(TypedDict):
    # The full id that the client signs in with
    client_id: str
    role: Literal["viewer", "operator", "admin"]
    name: NotRequired[str]
    # file: a folder, clients.json or the environment
    source: Literal["file", "api"]
    createdAt: NotRequired[str]
    updatedAt: NotRequired[str]
    # Until then the previous secret is also accepted
    formerSecretUntil: NotRequired[str]
    # No secret is accepted: rotate it
    locked: NotRequired[bool]
    # A client in files has the same id and takes precedence
    hiddenByFiles: NotRequired[bool]
    # Only this response contains it
    client_secret: str


class MissingMember(TypedDict):
    # JSON pointer
    pointer: str
    detail: str


class OfferRequest(TypedDict):
    # Wallet link, or QR code
    response_type: Literal["uri", "qrcode"]
    # Ids of stored credential configurations
    credentialConfigurationIds: list[str]
    # Claims by credential configuration id
    claims: NotRequired[dict[str, dict[str, Any]]]
    # Seconds by credential configuration id
    lifetimes: NotRequired[dict[str, int]]
    # Default: authorization_code
    flow: NotRequired[Literal["authorization_code", "pre_authorized_code"]]
    tx_code: NotRequired[OfferRequestTxCode]
    # Who may redeem the offer: claims that the identity provider must return for the signed-in user, such as `{"email": "erika@example.org"}`
    person: NotRequired[dict[str, Union[str, float, bool]]]
    webhook: NotRequired[WebhookConfig]
    notifyWebhook: NotRequired[WebhookConfig]
    # Your reference, returned unchanged
    state: NotRequired[str]
    # Seconds
    expiresIn: NotRequired[int]
    # How many wallets may redeem the offer, each in its own session
    redemptions: NotRequired[int]


class OfferResponse(TypedDict):
    # Wallet link, or the QR code as data URL
    uri: str
    # Session id
    session: str
    # Always the wallet link
    link: NotRequired[str]
    expiresAt: NotRequired[str]
    # Transaction code, if any
    txCode: NotRequired[str]
    digital: NotRequired[DigitalCredentialRequests]


class OneActive(TypedDict):
    """A holder has one valid credential of this configuration: a newer one revokes the older ones"""

    # JSON pointers of the claims that together identify a holder, such as `/personal_administrative_number`
    subject: list[str]
    # When older credentials are revoked: when the wallet reports that it accepted the new one, or within two minutes after it was sent, for wallets that report nothing
    revoke: NotRequired[Literal["accepted", "sent"]]


Overview = TypedDict("Overview", {
    "from": "str",
    "issued": "int",
    "presented": "int",
    "statusChanges": "int",
    "times": "list[OverviewTime]",
    "refused": "list[OverviewRefusal]",
    "failures": "list[OverviewFailure]",
    "deliveries": "OverviewDeliveries",
    "health": "OverviewHealth",
})


class OverviewComponent(TypedDict):
    name: str
    status: str
    message: NotRequired[str]


class OverviewDeliveries(TypedDict):
    """Webhooks, each counted up to 1000"""

    waiting: int
    dead: int


class OverviewFailure(TypedDict):
    at: str
    step: str
    # Name of the catalogue, which `GET /docs/reasons/{reason}` explains
    reason: str
    # What was wrong
    explanation: NotRequired[str]
    # What to change
    hint: NotRequired[str]
    # `x-request-id` in the response
    request: str
    session: NotRequired[str]


class OverviewHealth(TypedDict):
    status: Literal["ok", "error"]
    components: list[OverviewComponent]


class OverviewRefusal(TypedDict):
    # Name of the catalogue, which `GET /docs/reasons/{reason}` explains
    reason: str
    # What was wrong
    explanation: NotRequired[str]
    # What to change
    hint: NotRequired[str]
    count: int


class OverviewTime(TypedDict):
    at: str
    issued: int
    presented: int
    refused: int


class OwnedBundle(TypedDict):
    name: str
    generation: int
    appliedAt: str
    # Management client that applied it
    client: str
    # What it owns: `<kind>/<id>`
    objects: list[str]


class PageAnswer(TypedDict):
    """What `navigator.credentials.get` returned to the page: `{protocol, data}`, or `{error}` if it failed"""

    # The credential's `protocol`
    protocol: NotRequired[str]
    # The credential's `data`: an object, or its JSON text
    data: NotRequired[Any]
    # The credential's
    id: NotRequired[str]
    # The credential's
    type: NotRequired[str]
    # Instead of protocol and data: name of the page's error, such as NotAllowedError
    error: NotRequired[str]
    error_description: NotRequired[str]
    # Ignored: the configuration sets the origins
    origin: NotRequired[str]


class PageResult(TypedDict):
    # Session id
    session: str
    # verified: the presentation was accepted
    status: Literal["verified", "requested"]
    credentials: NotRequired[list[PresentedCredential]]
    # True in a repeated response if the presented claims were erased after the webhook received them
    credentialsErased: NotRequired[bool]
    # For an intermediary: what it checks for the party, as agreed when the request was made
    checks: NotRequired[list[Literal["authenticity", "revocation", "holder_binding"]]]


class PartyRecord(TypedDict):
    # Identifier of the party that the tenant acts for
    sub: str
    # Minutes after which presented claims are erased at the latest
    eraseAfter: int
    # What the intermediary checks for the party, as agreed
    checks: list[str]


PayloadSchema = TypedDict("PayloadSchema", {
    "$schema": "NotRequired[str]",
})


class PlannedObject(TypedDict):
    # What it is, such as `issuance`
    kind: str
    id: NotRequired[str]
    # JSON pointer from the bundle
    pointer: NotRequired[str]
    action: PlannedAction
    # Somebody has changed or removed it since the bundle was applied
    drifted: NotRequired[bool]
    mistakes: list[BundleMistake]
    # What the tenant has now, without secrets
    present: NotRequired[dict[str, Any]]
    # What it will have, without secrets
    proposed: NotRequired[dict[str, Any]]
    # Only secrets differ, which are not shown
    secretsDiffer: NotRequired[bool]


class PlannedScheme(TypedDict):
    action: SchemeAction
    # The credential configuration
    configuration: dict[str, Any]
    # Members of the scheme that a configuration cannot express
    unmapped: list[UnmappedMember]
    # Errors in the configuration
    mistakes: list[SchemeMistake]


class PostalAddress(TypedDict):
    # Language (BCP 47)
    lang: str
    street: str
    locality: NotRequired[str]
    region: NotRequired[str]
    postalCode: NotRequired[str]
    # Country (ISO 3166-1 alpha-2)
    country: str


class PresentationConfig(TypedDict):
    """Presentation configuration (VPRequest of variant A)"""

    # Configuration id
    id: str
    # DCQL query (OpenID4VP 1.0, 6)
    dcql_query: dict[str, Any]
    # How requests are made if not signed under the tenant's access certificate
    profile: NotRequired[Literal["age"]]
    # With profile age: the wallet proves its answer in zero knowledge, through the Digital Credentials API only
    zeroKnowledge: NotRequired[Literal["required"]]
    registrationCert: NotRequired[RegistrationCertificateRequest]
    # Key set that signs the requests, with an access certificate: created with POST /key-sets, or in files as `keys/<name>/request.key.pem` and its chain
    keys: NotRequired[str]
    # A WebhookConfig, or only its URL
    webhook: NotRequired[Union[str, WebhookConfig]]
    # What to do with a credential if its status list is unavailable
    statusUnreachable: NotRequired[Literal["refuse", "accept"]]
    # How a credential's status is checked
    statusCheck: NotRequired[Literal["cached", "live", "off"]]
    # Whether a credential's `iss` must be a name in the certificate that signed it, if the certificate has names (SAN URI, DNS or IP)
    issuerName: NotRequired[Literal["certificate", "any"]]
    # Whether a different `age_over_NN` in an mdoc from the requested one is accepted: true for a higher age, or false for a lower one
    age_over: NotRequired[Literal["exact", "nearest"]]
    # Which entries of a request's `transaction_data` a credential signs if there are several: those that name it, or all
    transactionBinding: NotRequired[Literal["per-credential", "all"]]
    # How long the presented claims are kept: as long as the session, or until the webhook returned 2xx
    retention: NotRequired[Literal["keep", "webhook"]]
    # When the backend receives the presented claims for a request with redirectUri: once they are verified, or once the backend redeems the response_code
    release: NotRequired[Literal["verified", "response_code"]]
    # Ids of the credential queries whose presentations the backend receives as the wallet sent them, as evidence
    raw: NotRequired[list[str]]
    # Origins to which the webhook may send the user: a `redirectUri` in its response to `presentation.verified` then replaces the request's
    redirectOrigins: NotRequired[list[str]]
    # Origins of the pages that may use the Digital Credentials API, as browsers write them, such as `https://shop.example`
    origins: NotRequired[list[str]]
    # Forms of a Digital Credentials API request that are sent in addition to the signed one
    dcApiRequests: NotRequired[list[DcApiForm]]
    createdAt: NotRequired[str]
    updatedAt: NotRequired[str]
    # Errors in a file that is used anyway: `{pointer, detail}` each
    findings: NotRequired[list[dict[str, Any]]]
    # Ignored on write
    source: NotRequired[Literal["file", "api"]]


class PresentationDryRun(TypedDict):
    # Default: direct_post.jwt, encrypted
    response_mode: NotRequired[Literal["direct_post.jwt", "direct_post"]]
    # As in a request
    transaction_data: NotRequired[list[dict[str, Any]]]
    # Call the configuration's webhooks, as in a real flow
    webhooks: NotRequired[bool]


class PresentationDuringIssuance(TypedDict):
    """Presentation required before issuance"""

    # Id of a presentation configuration
    type: str
    # A WebhookConfig, or only its URL
    webhook: NotRequired[Union[str, WebhookConfig]]


class PresentationRequest(TypedDict):
    # Wallet link, QR code, a request that a page passes to the Digital Credentials API, or the address for a page's button
    response_type: Literal["uri", "qrcode", "dc-api", "button"]
    # Id of a stored presentation configuration
    requestId: str
    webhook: NotRequired[WebhookConfig]
    # Default: direct_post.jwt, and dc_api.jwt with the response_type dc-api
    response_mode: NotRequired[Literal["direct_post.jwt", "direct_post", "dc_api.jwt", "dc_api"]]
    # Only with the response_types dc-api and button: the page's origin, one of the configuration's `origins`
    origin: NotRequired[str]
    # Address to return to on the same device: an https URL, a loopback address or a private scheme
    redirectUri: NotRequired[str]
    # True if the request is shown on another screen: nothing then proves that the presenting user started in that browser
    crossDevice: NotRequired[bool]
    # Ids of the credential queries whose presentations the backend receives as the wallet sent them, as evidence
    raw: NotRequired[list[str]]
    # Your reference, returned unchanged
    state: NotRequired[str]
    # Seconds
    expiresIn: NotRequired[int]
    # OpenID4VP 1.0, 8.4
    transaction_data: NotRequired[list[dict[str, Any]]]


class PresentationRequestResponse(TypedDict):
    # Wallet link, or the QR code as data URL
    uri: NotRequired[str]
    # Session id
    session: str
    # Always the wallet link
    link: NotRequired[str]
    # With redirectUri and crossDevice: the link for another device, which shows it as a QR code
    crossDeviceLink: NotRequired[str]
    digital: NotRequired[DigitalCredentialRequests]
    # With the response_type button: the address that the page gives to the element
    button: NotRequired[str]
    expiresAt: NotRequired[str]


class PresentedCredential(TypedDict):
    # Id of the credential query
    id: str
    # Claims of an SD-JWT VC
    values: dict[str, Any]
    signer: NotRequired[CredentialSigner]
    # False if nothing binds `iss` to the signer: decide by `signer`
    issuerBound: NotRequired[bool]
    # True if the status list was unavailable
    statusUnknown: NotRequired[bool]
    confirmed: NotRequired[ConfirmedTransactions]
    raw: NotRequired[RawPresentation]


class Problem(TypedDict):
    """Problem document (RFC 9457)"""

    type: ProblemType
    title: str
    status: int
    detail: NotRequired[str]
    # `urn:countersign:request:` and the request id
    instance: NotRequired[str]
    # Catalogued name, explained at `GET /docs/reasons/{reason}`
    reason: NotRequired[str]
    # What to change
    hint: NotRequired[str]
    errors: NotRequired[list[FieldError]]


class PublicBodyStatement(TypedDict):
    # Country whose law lets the public body issue the credential, or `EU`
    country: str
    # Identifier of the authentic source
    authenticSource: str
    # Identifier of the law
    legislation: str


class RawPresentation(TypedDict):
    """The presentation as sent, for a query in `raw`: only in webhooks and in the reply to a redeemed `response_code`"""

    # SD-JWT VC with its Key Binding JWT
    presentation: str
    # Of an mdoc, base64url: the SessionTranscript that the device signed, or several that it may have signed
    sessionTranscripts: NotRequired[list[str]]


class Redemptions(TypedDict):
    # Most wallets that may redeem the offer
    limit: int
    # Number of wallets that received an access token
    redeemed: int


class Refresh(TypedDict):
    """The credential may be renewed with a refresh token"""

    # A WebhookConfig, or only its URL
    webhook: NotRequired[Union[str, WebhookConfig]]
    # Seconds from the first issuance
    lifetime: NotRequired[int]
    # What to do with earlier credentials if the claims have changed
    older_credentials: NotRequired[Literal["keep", "revoke"]]


class RegisteredPurpose(TypedDict):
    lang: str
    value: str


class RegisteredWallets(TypedDict):
    source: WalletsSource
    # Accept unregistered wallets
    public_clients: bool
    # Redirect URI schemes, without colon, that unregistered wallets may use in addition to https, loopback addresses and schemes with a dot
    public_redirect_schemes: list[str]
    clients: list[WalletClient]


class RegisteredWalletsBody(TypedDict):
    # Accept unregistered wallets
    public_clients: NotRequired[bool]
    # Redirect URI schemes, without colon, that unregistered wallets may use in addition to https, loopback addresses and schemes with a dot
    public_redirect_schemes: NotRequired[list[str]]
    clients: NotRequired[list[WalletClient]]


class Registrar(TypedDict):
    # Absent without registrar.json
    url: NotRequired[str]
    # Of the party
    identifier: NotRequired[str]
    party: NotRequired[RegistrarParty]
    certificates: list[RegistrarCertificate]


class RegistrarCertificate(TypedDict):
    # Id of the registration certificate
    id: str
    intendedUse: str
    state: RegistrarTaskState
    # In a row
    failures: int
    succeededAt: NotRequired[str]
    failedAt: NotRequired[str]
    # When a failed attempt is repeated
    retryAt: NotRequired[str]
    # Why the last attempt failed
    reason: NotRequired[str]
    detail: NotRequired[str]
    # What was wrong, in a sentence
    explanation: NotRequired[str]
    # What to change, in a sentence
    hint: NotRequired[str]


class RegistrarParty(TypedDict):
    state: RegistrarTaskState
    # In a row
    failures: int
    succeededAt: NotRequired[str]
    failedAt: NotRequired[str]
    # When a failed attempt is repeated
    retryAt: NotRequired[str]
    # Why the last attempt failed
    reason: NotRequired[str]
    detail: NotRequired[str]
    # What was wrong, in a sentence
    explanation: NotRequired[str]
    # What to change, in a sentence
    hint: NotRequired[str]


class RegistrationCertificate(TypedDict):
    # Presentation configurations refer to it with registrationCert.id
    id: str
    source: RegistrationSource
    # Only for stored certificates
    createdAt: NotRequired[str]
    state: RegistrationState
    findings: list[RegistrationFinding]
    # Presentation configurations that refer to it
    configurations: list[str]
    # The issuer metadata has it
    issuer: bool
    # Trade name
    name: NotRequired[str]
    # Identifier of the party, such as NTRDE-HRB123456
    subject: NotRequired[str]
    intendedUse: NotRequired[str]
    purpose: NotRequired[list[RegisteredPurpose]]
    entitlements: NotRequired[list[str]]
    # Where wallets send users who want their data deleted: a web page or an email address
    support: NotRequired[str]
    supervisoryAuthority: NotRequired[SupervisoryAuthority]
    # Registered credentials and claims, as the certificate has them
    covers: NotRequired[list[dict[str, Any]]]
    # Registered attestations of an issuer, as the certificate has them
    provides: NotRequired[list[dict[str, Any]]]
    expiresAt: NotRequired[str]
    # Whole days
    daysLeft: NotRequired[int]
    # As it was stored
    jwt: str
    # Base64url of the CWT, if there is one
    cwt: NotRequired[str]


class RegistrationCertificateBody(TypedDict):
    # Presentation configurations use it to refer to the certificate
    id: str
    # The certificate as the registrar issued it
    jwt: str
    # Base64url of the same certificate as CWT, for requests by `org-iso-mdoc`
    cwt: NotRequired[str]


class RegistrationCertificateRequest(TypedDict):
    # The tenant's registration certificate that wallets receive: `registration-certificates/<id>.jwt`, or the stored certificate with this id
    id: str
    # For an intermediary: the identifier of the party that it acts for, the certificate's `sub`
    client: NotRequired[str]
    # Purpose, contact, privacy policy and what may be requested
    body: dict[str, Any]


class RegistrationFinding(TypedDict):
    # A reason of the catalogue
    reason: str
    # JSON pointer into the certificate
    pointer: str
    detail: str


class Renewal(TypedDict):
    set: str
    purpose: RenewalPurpose
    # Address of the authority
    directory: str
    state: RenewalState
    # When the current certificate chain expires
    expiresAt: NotRequired[str]
    # From when the next certificate is ordered
    renewsAt: NotRequired[str]
    # When the order in progress was placed
    orderedAt: NotRequired[str]
    # In a row
    failures: int
    succeededAt: NotRequired[str]
    failedAt: NotRequired[str]
    # When a failed attempt is repeated
    retryAt: NotRequired[str]
    # Why the last attempt failed
    reason: NotRequired[str]
    detail: NotRequired[str]
    # What was wrong, in a sentence
    explanation: NotRequired[str]
    # What to change, in a sentence
    hint: NotRequired[str]


class Renewals(TypedDict):
    certificates: list[Renewal]


class ReplacedAccountKey(TypedDict):
    # Address of the authority
    directory: str
    outcome: AccountKeyOutcome
    # Why the last attempt failed
    reason: NotRequired[str]
    detail: NotRequired[str]
    # What was wrong, in a sentence
    explanation: NotRequired[str]
    # What to change, in a sentence
    hint: NotRequired[str]


class ReplacedAccountKeys(TypedDict):
    accounts: list[ReplacedAccountKey]


class RequestedKey(TypedDict):
    set: str
    purpose: SetKeyPurpose
    # RFC 7638 thumbprint
    kid: str
    state: KeyState
    createdAt: str
    # Time when it starts signing
    usedFrom: NotRequired[str]
    # Certificates in PEM, leaf first
    chain: NotRequired[str]
    # Certificate request (PKCS #10) in PEM, for the authority
    request: str


class RotatedKey(TypedDict):
    """The key that is published now and signs from `usedFrom` on"""

    purpose: KeyPurpose
    state: KeyState
    # RFC 7638 thumbprint
    kid: str
    privateKey: PrivateKeyPlace
    createdAt: NotRequired[str]
    # Time when it starts signing
    usedFrom: NotRequired[str]
    # If requested: its certificate request (PKCS #10) in PEM
    request: NotRequired[str]
    certificate: NotRequired[KeyCertificate]


class SchemaMeta(TypedDict):
    """An attestation scheme, as the European catalogue of attestations describes it (TS11)"""

    # The catalogue's UUID
    id: NotRequired[str]
    # SemVer
    version: str
    # The human-readable rulebook
    rulebookURI: str
    # Level of security (ISO/IEC 18045)
    attestationLoS: Literal["iso_18045_basic", "iso_18045_enhanced-basic", "iso_18045_moderate", "iso_18045_high"]
    # Who issues credentials of this scheme
    trustedAuthorities: NotRequired[list[SchemeAuthority]]
    supportedFormats: list[AttestationFormat]
    # One address per format
    schemaURIs: list[SchemeSchema]
    bindingType: Literal["claim", "key", "biometric", "none"]


class SchemeAuthority(TypedDict):
    """A trust framework, and who or what is trusted in it"""

    frameworkType: Literal["aki", "etsi_tl", "openid_federation"]
    value: str
    # Whether the ETSI list is a list of trusted entities
    isLOTE: NotRequired[bool]


class SchemeImport(TypedDict):
    """An attestation scheme for a credential configuration"""

    # The configuration to create, or to change
    configuration: str
    scheme: SchemaMeta
    # One of the scheme's formats
    format: NotRequired[Literal["dc+sd-jwt", "mso_mdoc", "jwt_vc_json"]]
    # Credential type: `vct`, the doctype, or the own type of a W3C credential
    type: NotRequired[str]
    # JSON Schema at the format's schema address
    schema: NotRequired[dict[str, Any]]


class SchemeMistake(TypedDict):
    # JSON pointer
    pointer: str
    detail: str


class SchemeSchema(TypedDict):
    """Address of the schema for a format"""

    formatIdentifier: AttestationFormat
    # The server does not load it
    uri: str


class SearchHit(TypedDict):
    # What matches: the session's id, the id of one of its webhook deliveries, or its `state`
    found: Literal["session", "delivery", "reference"]
    # Id of the session
    session: str
    status: SessionStatus
    createdAt: str
    kind: NotRequired[Literal["issuance", "presentation"]]
    configurations: NotRequired[list[str]]
    # Reference of the backend
    state: NotRequired[str]


class Session(TypedDict):
    """Secrets in it are masked as `***`"""

    id: str
    createdAt: str
    updatedAt: NotRequired[str]
    expiresAt: NotRequired[str]
    status: SessionStatus
    kind: NotRequired[Literal["issuance", "presentation"]]
    # Ids of the credential configurations that were offered, or of the presentation configuration
    configurations: NotRequired[list[str]]
    # Your reference
    state: NotRequired[str]
    # Set for a dry run's session
    dryRun: NotRequired[Literal[True]]
    # Variant B
    tenantId: NotRequired[str]
    credentials: NotRequired[list[PresentedCredential]]
    # True if the presented claims were erased after the webhook received them
    credentialsErased: NotRequired[bool]
    # For an intermediary: what it checks for the party, as agreed when the request was made
    checks: NotRequired[list[Literal["authenticity", "revocation", "holder_binding"]]]
    auth_queries: NotRequired[AuthorizeQueries]
    request_uri: NotRequired[str]
    vp_nonce: NotRequired[str]
    # The offer's session, if this is one of several redemptions
    offerSession: NotRequired[str]
    # Session of the first issuance, if a refresh token started this one
    firstSession: NotRequired[str]
    redemptions: NotRequired[Redemptions]
    # Credential offer (OpenID4VCI 1.0, 4.1.1) without its codes
    offer: NotRequired[dict[str, Any]]
    credentialPayload: NotRequired[ShownOfferRequest]
    webhook: NotRequired[WebhookConfig]
    notifications: NotRequired[list[WalletNotification]]
    issued: NotRequired[list[IssuedCredential]]
    claimsStatus: NotRequired[Literal["expected", "answered", "ready", "failed"]]
    error: NotRequired[SessionError]
    lastError: NotRequired[LastError]


class SessionError(TypedDict):
    # Issuance: `claims_invalid`: The claims do not match the configuration's schema or disclosure frame, or use names that the service sets
    code: str
    # Name of the catalogue, which `GET /docs/reasons/{reason}` explains
    reason: NotRequired[str]
    # What was wrong
    explanation: NotRequired[str]
    # What to change
    hint: NotRequired[str]
    # Id of the credential query that it is about
    credential: NotRequired[str]
    description: NotRequired[str]


class SetKey(TypedDict):
    set: str
    purpose: SetKeyPurpose
    # RFC 7638 thumbprint
    kid: str
    state: KeyState
    createdAt: str
    # Time when it starts signing
    usedFrom: NotRequired[str]
    # Certificates in PEM, leaf first
    chain: NotRequired[str]


class ShownDelivery(TypedDict):
    # Id of its session
    session: str
    # Also the `webhook-id` of each attempt
    id: str
    # `type` of the payload
    type: str
    # Scheme, host and port
    target: str
    state: Literal["due", "leased", "delivered", "dead"]
    createdAt: str
    nextAttemptAt: NotRequired[str]
    endedAt: NotRequired[str]
    # Why it failed permanently
    reason: NotRequired[str]
    # Readable reason
    description: NotRequired[str]
    attempts: list[DeliveryAttempt]
    request: DeliveryRequest


class ShownOfferRequest(TypedDict):
    # Ids of stored credential configurations
    credentialConfigurationIds: list[str]
    # Claims by credential configuration id
    claims: NotRequired[dict[str, dict[str, Any]]]
    # Seconds by credential configuration id
    lifetimes: NotRequired[dict[str, int]]
    # Default: authorization_code
    flow: NotRequired[Literal["authorization_code", "pre_authorized_code"]]
    # Who may redeem the offer: claims that the identity provider must return for the signed-in user, such as `{"email": "erika@example.org"}`
    person: NotRequired[dict[str, Union[str, float, bool]]]
    webhook: NotRequired[WebhookConfig]
    notifyWebhook: NotRequired[WebhookConfig]
    # Your reference, returned unchanged
    state: NotRequired[str]
    # Seconds
    expiresIn: NotRequired[int]
    # How many wallets may redeem the offer, each in its own session
    redemptions: NotRequired[int]


class SignIn(TypedDict):
    """OpenID Connect provider where users sign in"""

    # Issuer identifier of the OpenID Connect provider
    issuer: str
    clientId: str
    # Without it the client is public
    clientSecret: NotRequired[str]
    # Scope values with one space between them, one of them `openid`
    scope: NotRequired[str]
    # Claim of the credential -> claim of the provider
    claims: NotRequired[dict[str, str]]
    # Accepted values of `acr`
    acr: NotRequired[list[str]]
    # Seconds since the user last authenticated at the provider
    maxAge: NotRequired[int]
    createdAt: NotRequired[str]
    updatedAt: NotRequired[str]
    # Ignored on write
    source: NotRequired[Literal["file", "api"]]


class SignerListEntry(TypedDict):
    # The tenant's name for the trust list whose entry decided
    id: str
    # Address of the list
    url: str
    # Number of the list
    sequenceNumber: int
    # Name of the listed entity
    entity: str
    # Type of its service
    service: str
    # The category that the credential claims and the entry confirms
    category: NotRequired[Literal["qualified", "public-body"]]
    publicBody: NotRequired[PublicBodyStatement]


class StandardSection(TypedDict):
    document: str
    section: str


class StatusEntry(TypedDict):
    credentialConfigurationId: str
    # Status list
    uri: str
    # Position in the list
    idx: int
    # 0 valid, 1 revoked, 2 suspended (profile eu)
    status: Literal[0, 1, 2]


class StatusListState(TypedDict):
    number: int
    # Where relying parties fetch it
    uri: str
    # Entries of the list
    size: int
    # Entries that were set aside for credentials, in blocks of 256
    used: int
    # Entries that later credentials may receive
    free: int
    # It accepts no more credentials
    closed: bool
    # Key set whose credentials are in it, and whose key signs it
    keySet: NotRequired[str]
    # When the current token for relying parties was signed
    publishedAt: str
    # When that token expires
    expiresAt: str


class StatusUpdate(TypedDict):
    sessionId: str
    # Without it: all credentials of the session
    credentialConfigurationId: NotRequired[str]
    # 0 valid, 1 revoked, 2 suspended (profile eu)
    status: Literal[0, 1, 2]
    reason: NotRequired[StatusReason]


class StoredCredentialConfig(TypedDict):
    # Configuration id
    id: str
    # Entry of `credential_configurations_supported` (OpenID4VCI 1.0, 12.2.4)
    config: NotRequired[dict[str, Any]]
    # Static claims
    claims: NotRequired[dict[str, Any]]
    # mdoc only: element types that JSON cannot express, `{namespace: {element: type}}`
    element_types: NotRequired[dict[str, dict[str, Literal["text", "bool", "integer", "full-date", "tdate", "bytes", "map", "array"]]]]
    # mdoc only: namespaces whose elements the device may sign itself (KeyAuthorizations), such as the types of `transaction_data` that it confirms
    device_namespaces: NotRequired[list[str]]
    # mdoc only: whether the signed header contains the signer's certificate, as `x5t` and `x5u`
    protected_certificate: NotRequired[bool]
    # Which claims are selectively disclosable: `{"_sd": [names]}`, nested
    disclosureFrame: NotRequired[dict[str, Any]]
    vct: NotRequired[VCT]
    presentation_during_issuance: NotRequired[PresentationDuringIssuance]
    # Id of a provider in `attribute-providers.json` that returns the claims when a wallet requests the credential
    attribute_provider: NotRequired[str]
    refresh: NotRequired[Refresh]
    one_active: NotRequired[OneActive]
    # Whether a wallet may start without an offer
    wallet_initiated: NotRequired[bool]
    # Whether the user must sign in at the tenant's identity provider when a wallet redeems an offer
    sign_in: NotRequired[bool]
    schema: NotRequired[SchemaResponse]
    # Seconds
    lifetime: NotRequired[int]
    # The credentials have no status, so nobody can revoke them: they end within 24 hours, and `lifetime` is at most 86400
    short_lived: NotRequired[bool]
    # Key set that signs the credentials: created with POST /key-sets, or in files as `keys/<name>/credential.key.pem` and its chain, for an mdoc `mdoc.key.pem`
    keys: NotRequired[str]
    disclosure_policy: NotRequired[DisclosurePolicy]
    attestation_scheme: NotRequired[AttestationScheme]
    # Revoke the credentials when the wallet or its keys are revoked
    revocation_chaining: NotRequired[bool]
    createdAt: NotRequired[str]
    updatedAt: NotRequired[str]
    # Errors in a file that is used anyway
    findings: NotRequired[list[FieldError]]
    source: Literal["file", "api"]
    # Why the configuration is ignored
    error: NotRequired[list[FieldError]]


class StoredLoginClient(TypedDict):
    # The `client_id` of the application
    id: str
    # Name of the application on the page
    name: NotRequired[str]
    # Redirect addresses, which must match exactly
    redirect_uris: NotRequired[list[str]]
    # Redirect addresses after a logout
    post_logout_redirect_uris: NotRequired[list[str]]
    # How long, in seconds, the browser stays signed in to this application without its wallet
    session: NotRequired[int]
    # URL that receives a logout token when a kept session ends (OpenID Connect Back-Channel Logout 1.0)
    backchannel_logout_uri: NotRequired[str]
    token_endpoint_auth_method: NotRequired[LoginAuthMethod]
    # At least 32 characters
    client_secret: NotRequired[str]
    # Only in a file: name of the gateway's environment variable with the secret
    client_secret_env: NotRequired[str]
    # Public keys of the application, for private_key_jwt
    jwks: NotRequired[dict[str, Any]]
    id_token_signed_response_alg: NotRequired[LoginSigningAlgorithm]
    userinfo_signed_response_alg: NotRequired[LoginUserinfoAlgorithm]
    # Default: true
    require_pkce: NotRequired[bool]
    # Id of the presentation configuration, which contains the most that a login may request
    presentation: NotRequired[str]
    # Claim of the login -> path of the credential
    claims: NotRequired[dict[str, list[str]]]
    # Scopes besides `profile`, `email`, `address` and `phone` -> their claims
    scopes: NotRequired[dict[str, list[str]]]
    claims_in: NotRequired[LoginClaimsPlace]
    subject: NotRequired[LoginSubject]
    # What a login reaches, such as http://eidas.europa.eu/LoA/high
    acr: NotRequired[str]
    verified: NotRequired[LoginVerifiedClaims]
    # Allow a wallet on a different device, through a QR code
    crossDevice: NotRequired[bool]
    createdAt: NotRequired[str]
    updatedAt: NotRequired[str]
    # Errors in a file that is used anyway: `{pointer, detail}` each
    findings: NotRequired[list[dict[str, Any]]]
    # Ignored on write
    source: Literal["file", "api"]


class StoredPresentationConfig(TypedDict):
    # Configuration id
    id: str
    # DCQL query (OpenID4VP 1.0, 6)
    dcql_query: NotRequired[dict[str, Any]]
    # How requests are made if not signed under the tenant's access certificate
    profile: NotRequired[Literal["age"]]
    # With profile age: the wallet proves its answer in zero knowledge, through the Digital Credentials API only
    zeroKnowledge: NotRequired[Literal["required"]]
    registrationCert: NotRequired[RegistrationCertificateRequest]
    # Key set that signs the requests, with an access certificate: created with POST /key-sets, or in files as `keys/<name>/request.key.pem` and its chain
    keys: NotRequired[str]
    # A WebhookConfig, or only its URL
    webhook: NotRequired[Union[str, WebhookConfig]]
    # What to do with a credential if its status list is unavailable
    statusUnreachable: NotRequired[Literal["refuse", "accept"]]
    # How a credential's status is checked
    statusCheck: NotRequired[Literal["cached", "live", "off"]]
    # Whether a credential's `iss` must be a name in the certificate that signed it, if the certificate has names (SAN URI, DNS or IP)
    issuerName: NotRequired[Literal["certificate", "any"]]
    # Whether a different `age_over_NN` in an mdoc from the requested one is accepted: true for a higher age, or false for a lower one
    age_over: NotRequired[Literal["exact", "nearest"]]
    # Which entries of a request's `transaction_data` a credential signs if there are several: those that name it, or all
    transactionBinding: NotRequired[Literal["per-credential", "all"]]
    # How long the presented claims are kept: as long as the session, or until the webhook returned 2xx
    retention: NotRequired[Literal["keep", "webhook"]]
    # When the backend receives the presented claims for a request with redirectUri: once they are verified, or once the backend redeems the response_code
    release: NotRequired[Literal["verified", "response_code"]]
    # Ids of the credential queries whose presentations the backend receives as the wallet sent them, as evidence
    raw: NotRequired[list[str]]
    # Origins to which the webhook may send the user: a `redirectUri` in its response to `presentation.verified` then replaces the request's
    redirectOrigins: NotRequired[list[str]]
    # Origins of the pages that may use the Digital Credentials API, as browsers write them, such as `https://shop.example`
    origins: NotRequired[list[str]]
    # Forms of a Digital Credentials API request that are sent in addition to the signed one
    dcApiRequests: NotRequired[list[DcApiForm]]
    createdAt: NotRequired[str]
    updatedAt: NotRequired[str]
    # Errors in a file that is used anyway
    findings: NotRequired[list[FieldError]]
    source: Literal["file", "api"]
    # Why the configuration is ignored
    error: NotRequired[list[FieldError]]


class StoredSignIn(TypedDict):
    # Issuer identifier of the OpenID Connect provider
    issuer: NotRequired[str]
    clientId: NotRequired[str]
    # Scope values with one space between them, one of them `openid`
    scope: NotRequired[str]
    # Claim of the credential -> claim of the provider
    claims: NotRequired[dict[str, str]]
    # Accepted values of `acr`
    acr: NotRequired[list[str]]
    # Seconds since the user last authenticated at the provider
    maxAge: NotRequired[int]
    # In files: name of the environment variable with the secret
    clientSecretEnv: NotRequired[str]
    source: Literal["file", "api"]
    createdAt: NotRequired[str]
    updatedAt: NotRequired[str]


class StrongAuthentication(TypedDict):
    # The wallet's authentication code (PSD2), accepted once
    jti: str
    # Response mode that the wallet signed
    responseMode: str
    # Factors that the wallet applied: one member each, the category with its method
    amr: list[dict[str, str]]


class SupervisoryAuthority(TypedDict):
    """The data protection authority that wallets show for complaints"""

    email: NotRequired[str]
    phone: NotRequired[str]
    uri: NotRequired[str]


class Tenant(TypedDict):
    id: str
    name: NotRequired[str]
    # file: a folder, clients.json or the environment
    source: Literal["file", "api"]
    state: TenantState
    # When the state started
    since: NotRequired[str]
    createdAt: NotRequired[str]
    # A tenant of files has the same id: that one is served
    hiddenByFiles: NotRequired[bool]
    # While it is erased: removed documents by collection
    removed: NotRequired[dict[str, int]]
    receipt: NotRequired[TenantReceipt]


class TenantReceipt(TypedDict):
    """Proof of an erasure"""

    requestedBy: ErasureRequester
    startedAt: str
    endedAt: str
    # Removed documents by collection
    removed: dict[str, int]
    # What relying parties need: status lists, and entries that were ever changed
    kept: dict[str, int]
    # SHA-256 over the ids of the removed documents, each link over the previous one
    chain: str


class TenantRequest(TypedDict):
    # Used in the tenant's URLs
    id: str
    # For people
    name: NotRequired[str]


class TextInLanguage(TypedDict):
    # Language (BCP 47)
    lang: str
    value: str


class TitleText(TypedDict):
    lang: str
    value: str


class Trace(TypedDict):
    entries: list[TraceEntry]
    gaps: NotRequired[list[TraceGap]]


class TraceCheck(TypedDict):
    check: str
    ok: bool


class TraceEntry(TypedDict):
    # In a session's trace also a Last-Event-ID
    id: str
    at: str
    # Step of the flow, such as `token`
    step: str
    who: Literal["wallet", "browser", "backend", "service"]
    # `x-request-id` in the response
    request: str
    method: str
    # The path's pattern
    route: NotRequired[str]
    # HTTP status of the response
    status: int
    # Milliseconds until the response
    ms: int
    # `info`: the response requires a next step, or the request was accepted with a remark for developers
    outcome: Literal["ok", "refused", "failed", "info"]
    # Error code
    error: NotRequired[str]
    # Name of the catalogue of reasons
    reason: NotRequired[str]
    # What was wrong
    explanation: NotRequired[str]
    # What to change
    hint: NotRequired[str]
    standard: NotRequired[TraceStandard]
    # Whose work changes it
    blame: NotRequired[Literal["wallet", "configuration", "backend", "operator", "user", "time"]]
    # Expected and received values
    facts: NotRequired[dict[str, Any]]
    # What was checked, in order, of a refused request
    checks: NotRequired[list[TraceCheck]]
    attempt: NotRequired[str]
    contentType: NotRequired[str]
    # Names of the parameters of query and body
    parameters: NotRequired[list[str]]
    userAgent: NotRequired[str]


class TraceGap(TypedDict):
    # In a session's trace: id of the entry before the gap
    after: NotRequired[str]
    at: NotRequired[str]
    # Entries that are missing
    count: int
    # `limit`: a trace keeps the first 50 and the last 150
    cause: Literal["limit", "overflow"]


class TraceStandard(TypedDict):
    document: str
    section: str


class TransactionCodeForm(TypedDict):
    length: NotRequired[int]
    input_mode: NotRequired[Literal["numeric", "text"]]
    description: NotRequired[str]


class TransactionDataClaim(TypedDict):
    """A member of the payload with its names, and how prominently wallets show it: 1 is the most"""

    path: list[Union[str, int]]
    visualisation: NotRequired[Literal[1, 2, 3, 4]]
    display: NotRequired[list[TransactionDataLabel]]


class TransactionDataLabel(TypedDict):
    lang: str
    label: str
    description: NotRequired[str]


TransactionDataType = TypedDict("TransactionDataType", {
    "schema": "NotRequired[Union[str, PayloadSchema]]",
    "schema_uri": "NotRequired[str]",
    "schema_uri#integrity": "NotRequired[str]",
    "claims": "NotRequired[list[TransactionDataClaim]]",
    "claims_uri": "NotRequired[str]",
    "claims_uri#integrity": "NotRequired[str]",
    "ui_labels": "NotRequired[ConfirmationTexts]",
    "ui_labels_uri": "NotRequired[str]",
    "ui_labels_uri#integrity": "NotRequired[str]",
})


class Trust(TypedDict):
    purposes: list[TrustOfPurpose]


class TrustAnchor(TypedDict):
    subject: str
    # In hexadecimal
    sha256: str
    notAfter: str
    # Whole days
    daysLeft: int
    pem: str
    source: TrustSource
    # Only for anchors with the source `api`
    id: NotRequired[str]
    # Alike
    createdAt: NotRequired[str]
    # The types of SD-JWT VCs that issuers under it may issue
    vct: NotRequired[list[str]]
    # The document types of mdocs that issuers under it may issue
    doctype: NotRequired[list[str]]
    # What `iss` in their SD-JWT VCs may be: a name in the signing certificate (certificate), anything (any
    names: NotRequired[Any]
    # The certificate belongs to a signer, and certifies no others
    pinned: NotRequired[bool]


class TrustAnchorBody(TypedDict):
    # Name of the entry, such as the authority's name
    id: str
    # CA certificates in PEM, at most 20
    pem: str
    # Types of SD-JWT VCs and W3C credentials
    vct: NotRequired[list[str]]
    # Document types of mdocs, in the same way
    doctype: NotRequired[list[str]]
    # What `iss` in their SD-JWT VCs may be: a name in the signing certificate (certificate), anything (any
    names: NotRequired[Any]
    # true: the certificates belong to mdoc signers for these document types and are trusted directly
    pinned: NotRequired[bool]


class TrustList(TypedDict):
    # Name of its source
    id: str
    origin: NotRequired[TrustListOrigin]
    # Id of the list that points to it
    pointedBy: NotRequired[str]
    url: str
    # LoTEType
    type: str
    # Certificates that the source names
    signers: NotRequired[int]
    state: TrustListState
    # Whether its entries are used
    inForce: bool
    list: NotRequired[AcceptedTrustList]
    check: NotRequired[TrustListCheck]
    # Certificates of the signers, of a source that was stored through the API
    pem: NotRequired[str]
    # A source as it was written
    source: NotRequired[dict[str, Any]]
    # The newest first
    changes: list[TrustListChanges]


class TrustListBody(TypedDict):
    # Name of the list
    id: str
    # PEM certificates of the list's signers, or of the authorities above them, at most 20
    pem: str
    # Address of the list
    url: str
    # What the list is of, such as pid-providers, or the type of another list
    list: str
    # Service types of another list whose certificates issue attestations
    issuance: NotRequired[list[str]]
    # Service types of another list whose certificates sign their status
    revocation: NotRequired[list[str]]
    # The types of SD-JWT VCs that entities of the list may issue
    vct: NotRequired[list[str]]
    # The document types of mdocs that entities of the list may issue
    doctype: NotRequired[list[str]]
    serialisation: NotRequired[Literal["compact", "json"]]
    strictSignerName: NotRequired[Literal["warn", "refuse"]]
    acceptSelfPointer: NotRequired[Literal["on", "off"]]
    sameSequence: NotRequired[Literal["refuse", "allowReSigned"]]
    # Whether older instances that a list in JSON names may vouch for its new signer
    lotePivots: NotRequired[Literal["off", "on"]]
    # URL of the publication that lists who may sign the list of trusted lists, or a list with `lotePivots`
    journal: NotRequired[str]
    # Countries whose lists are followed
    territories: NotRequired[list[str]]
    # What another list points to, if it is a list of lists
    pointsTo: NotRequired[list[Literal["pid-providers", "wallet-providers", "access-certificate-authorities", "registrars", "registration-certificate-providers", "public-body-attestation-providers"]]]
    nationalExpired: NotRequired[Literal["deny", "warn"]]
    graceHours: NotRequired[int]
    # Whether a newer publication that the list of trusted lists names replaces `journal` and the signers
    acceptNewOj: NotRequired[Literal["report", "accept"]]
    # Whether a listed certificate is accepted after it has expired
    expiredAnchor: NotRequired[Literal["drop", "keep"]]
    brainpool: NotRequired[Literal["off", "on"]]


class TrustListBytes(TypedDict):
    # Base64 of the document as published, or compressed with gzip
    bytes: str
    # Older issues that vouch for the signer of a list of trusted lists, or of a list with `lotePivots`
    pivots: NotRequired[list[dict[str, Any]]]


class TrustListCertificate(TypedDict):
    sha256: str
    keyId: NotRequired[str]


class TrustListChange(TypedDict):
    # Name of the entity
    entity: str
    # What the certificate is trusted for
    service: str
    # The certificate's, in hexadecimal
    sha256: str


class TrustListChanges(TypedDict):
    at: str
    sequenceNumber: int
    # True: an operator has handed the list over
    loaded: NotRequired[bool]
    added: list[TrustListChange]
    removed: list[TrustListChange]
    counts: TrustListCounts


class TrustListCheck(TypedDict):
    outcome: TrustListOutcome
    at: str
    # When the address is fetched again
    next: str
    # In a row
    failures: int
    # Why the last check failed
    reason: NotRequired[str]
    # What was wrong, in a sentence
    explanation: NotRequired[str]
    # What to change, in a sentence
    hint: NotRequired[str]
    findings: NotRequired[list[TrustListFinding]]


class TrustListCounts(TypedDict):
    added: int
    removed: int


class TrustListEntries(TypedDict):
    # Number of matches
    count: int
    entries: list[TrustListEntry]


class TrustListEntry(TypedDict):
    entity: str
    tradeNames: NotRequired[list[str]]
    # Countries that the entity acts for, as lists spell them
    territories: NotRequired[list[str]]
    service: str
    # Service type
    type: str
    # What its certificates are trusted for, such as pid/issuance
    purpose: str
    certificates: list[TrustListCertificate]
    status: NotRequired[str]
    since: NotRequired[str]
    active: NotRequired[bool]


class TrustListFinding(TypedDict):
    # JSON pointer into the list
    pointer: str
    detail: str


class TrustListSigner(TypedDict):
    subject: str
    sha256: str
    by: TrustListSignerBy
    # From a list of trusted lists to the pivot that a certificate of the source has signed
    path: NotRequired[list[TrustListStep]]


class TrustListStep(TypedDict):
    url: str
    sequenceNumber: int
    sha256: str


class TrustListWarning(TypedDict):
    # What it is about
    code: NotRequired[str]
    # JSON pointer into the list
    pointer: str
    detail: str
    # What to put into the source
    value: NotRequired[str]


class TrustOfPurpose(TypedDict):
    purpose: TrustPurpose
    anchors: list[TrustAnchor]


class UnmappedMember(TypedDict):
    # JSON pointer
    pointer: str
    detail: str


VCT = TypedDict("VCT", {
    "vct": "str",
    "name": "NotRequired[str]",
    "description": "NotRequired[str]",
    "extends": "NotRequired[str]",
    "extends#integrity": "NotRequired[str]",
    "schema_uri": "NotRequired[str]",
    "schema_uri#integrity": "NotRequired[str]",
    "display": "NotRequired[list[dict[str, Any]]]",
    "claims": "NotRequired[list[dict[str, Any]]]",
    "category": "NotRequired[str]",
    "transaction_data_types": "NotRequired[dict[str, TransactionDataType]]",
})


class WalletClient(TypedDict):
    client_id: str
    # Where codes may go
    redirect_uris: NotRequired[list[str]]
    jwks: WalletClientKeys


class WalletClientKeys(TypedDict):
    """Public keys for private_key_jwt"""

    keys: list[dict[str, Any]]


class WalletNotification(TypedDict):
    notification_id: str
    event: Literal["credential_accepted", "credential_failure", "credential_deleted"]
    event_description: NotRequired[str]
    at: str


class WebHookAuthConfig(TypedDict):
    type: Literal["apiKey"]
    config: WebHookAuthHeader


class WebHookAuthHeader(TypedDict):
    # Not an HTTP header, and not a header of the signature
    headerName: str
    value: str


class WebhookConfig(TypedDict):
    """`auth` and `auhth` are two spellings of one member: give one of them"""

    # Public https
    url: str
    auth: NotRequired[WebHookAuthConfig]
    auhth: NotRequired[WebHookAuthConfig]
    # Signing secret, base64 of 24 to 64 bytes
    signingSecret: NotRequired[str]


class WebhookSecret(TypedDict):
    # `whsec_…`: complete in the response to a rotation, otherwise its last characters
    secret: str
    # 1 until the first change
    generation: int
    rotatedAt: NotRequired[str]
    # Earlier secrets that still sign, newest first
    earlier: list[EarlierWebhookSecret]


class WebhookSecretRotation(TypedDict):
    # Overlap in seconds: earlier secrets also sign, so that receivers can verify with either
    overlap: NotRequired[int]


class WebhookTest(TypedDict):
    """`configurationId` with `kind`, or only `webhook`"""

    kind: NotRequired[WebhookPlace]
    # Configuration id
    configurationId: NotRequired[str]
    webhook: NotRequired[WebhookConfig]


class WebhookTestResult(TypedDict):
    # `webhook-id` of the call
    id: str
    # Scheme, host and port
    target: str
    outcome: WebhookTestOutcome
    milliseconds: int
    # HTTP status of the response
    status: NotRequired[int]
    # Code of the failure, such as `dns`, `tls`, `timeout`, `status`
    error: NotRequired[str]
    # Readable error message
    description: NotRequired[str]
    # What to change
    hint: NotRequired[str]


AccountKeyOutcome = Literal["replaced", "no_account", "failed"]
AttestationFormat = Literal["dc+sd-jwt", "mso_mdoc", "jwt_vc_json", "jwt_vc_json-ld", "ldp_vc"]
DcApiForm = Literal["unsigned", "multisigned"]
DeliveryReplayOutcome = Literal["replayed", "unknown", "claims", "erased", "session_over", "under_way"]
DisplaySource = Literal["file", "api", "none"]
ErrorCode = Literal["invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type", "unsupported_response_type", "invalid_scope", "access_denied", "invalid_request_uri", "request_not_supported", "invalid_target", "invalid_authorization_details", "invalid_transaction_data", "vp_formats_not_supported", "insufficient_authorization", "invalid_session", "redirect_to_web", "missing_interaction_type", "invalid_client_attestation", "use_attestation_challenge", "use_fresh_attestation", "invalid_token", "insufficient_scope", "invalid_dpop_proof", "use_dpop_nonce", "invalid_credential_request", "unknown_credential_configuration", "unknown_credential_identifier", "invalid_proof", "invalid_nonce", "invalid_encryption_parameters", "credential_request_denied", "invalid_transaction_id", "invalid_notification_id", "invalid_notification_request", "unauthenticated", "forbidden", "not_found", "method_not_allowed", "not_acceptable", "request_timeout", "conflict", "gone", "payload_too_large", "unsupported_media_type", "idempotency_key_reused", "rate_limited", "server_error", "not_built", "temporarily_unavailable"]
EuPartName = Literal["profile", "request_certificate", "metadata_certificate", "access_authorities", "registration_providers", "request_registration", "metadata_registration", "wallet_providers", "public_body_certificate"]
EuPartState = Literal["present", "missing", "refused", "not_needed"]
EuPartUser = Literal["verifier", "issuer"]
HostedListChange = Literal["created", "changed", "entity-written", "entity-removed", "closed", "signed"]
HostedListState = Literal["published", "ended", "closed"]
HostedServicePurpose = Literal["issuance", "revocation"]
ImageSource = Literal["file", "api"]
ImportKind = Literal["issuance", "presentation", "signIn", "image", "display", "trust", "trustList", "registrationCertificate", "wallets", "hostedList"]
ImportMode = Literal["check", "apply"]
ImportOutcome = Literal["new", "changed", "unchanged", "wrong", "file", "written", "refused"]
KeyPurpose = Literal["credential", "request", "metadata", "mdoc", "list", "encryption", "ca", "iaca"]
KeyRotation = Literal["call", "files", "with_credential", "certificate_request"]
KeyState = Literal["pending", "active", "retiring", "retired", "requested"]
LoginAuthMethod = Literal["client_secret_basic", "client_secret_post", "client_secret_jwt", "private_key_jwt", "none"]
LoginClaimsPlace = Literal["userinfo", "id_token"]
LoginSigningAlgorithm = Literal["RS256", "ES256"]
LoginUserinfoAlgorithm = Literal["RS256", "ES256"]
OfferRequestTxCode = Union[Literal[True], str, "TransactionCodeForm"]
PlannedAction = Literal["create", "update", "adopt", "unchanged", "delete", "forget", "blocked"]
PrivateKeyPlace = Literal["local", "pkcs11", "vault", "file", "erased"]
ProblemType = Literal["urn:countersign:problem:invalid_request", "urn:countersign:problem:invalid_client", "urn:countersign:problem:invalid_grant", "urn:countersign:problem:unauthorized_client", "urn:countersign:problem:unsupported_grant_type", "urn:countersign:problem:unsupported_response_type", "urn:countersign:problem:invalid_scope", "urn:countersign:problem:access_denied", "urn:countersign:problem:invalid_request_uri", "urn:countersign:problem:request_not_supported", "urn:countersign:problem:invalid_target", "urn:countersign:problem:invalid_authorization_details", "urn:countersign:problem:invalid_transaction_data", "urn:countersign:problem:vp_formats_not_supported", "urn:countersign:problem:insufficient_authorization", "urn:countersign:problem:invalid_session", "urn:countersign:problem:redirect_to_web", "urn:countersign:problem:missing_interaction_type", "urn:countersign:problem:invalid_client_attestation", "urn:countersign:problem:use_attestation_challenge", "urn:countersign:problem:use_fresh_attestation", "urn:countersign:problem:invalid_token", "urn:countersign:problem:insufficient_scope", "urn:countersign:problem:invalid_dpop_proof", "urn:countersign:problem:use_dpop_nonce", "urn:countersign:problem:invalid_credential_request", "urn:countersign:problem:unknown_credential_configuration", "urn:countersign:problem:unknown_credential_identifier", "urn:countersign:problem:invalid_proof", "urn:countersign:problem:invalid_nonce", "urn:countersign:problem:invalid_encryption_parameters", "urn:countersign:problem:credential_request_denied", "urn:countersign:problem:invalid_transaction_id", "urn:countersign:problem:invalid_notification_id", "urn:countersign:problem:invalid_notification_request", "urn:countersign:problem:unauthenticated", "urn:countersign:problem:forbidden", "urn:countersign:problem:not_found", "urn:countersign:problem:method_not_allowed", "urn:countersign:problem:not_acceptable", "urn:countersign:problem:request_timeout", "urn:countersign:problem:conflict", "urn:countersign:problem:gone", "urn:countersign:problem:payload_too_large", "urn:countersign:problem:unsupported_media_type", "urn:countersign:problem:idempotency_key_reused", "urn:countersign:problem:rate_limited", "urn:countersign:problem:server_error", "urn:countersign:problem:not_built", "urn:countersign:problem:temporarily_unavailable"]
RegistrarTaskState = Literal["waiting", "done", "failing"]
RegistrationSource = Literal["file", "api"]
RegistrationState = Literal["valid", "refused"]
RenewalPurpose = Literal["credential", "request", "metadata", "mdoc"]
RenewalState = Literal["waiting", "ordered", "done", "failing"]
SchemaResponse = dict[str, Any]
SchemeAction = Literal["create", "update", "unchanged"]
SessionStatus = Literal["created", "pushed", "presentation_required", "authorized", "token_issued", "issued", "completed", "exhausted", "failed", "expired", "requested", "verified", "rejected"]
SetKeyPurpose = Literal["credential", "request", "metadata", "mdoc"]
StatusReason = Literal["lost", "replaced", "data_wrong", "not_entitled", "holder_request", "misuse", "mistake", "other"]
TenantState = Literal["active", "suspended", "erasing", "erased"]
TrustListOrigin = Literal["file", "api"]
TrustListOutcome = Literal["good", "stale", "suspect"]
TrustListSignerBy = Literal["pin", "authority", "successor", "pivots"]
TrustListState = Literal["absent", "fresh", "stale", "suspect", "expired", "closed"]
TrustPurpose = Literal["issuers", "wallet-providers", "access-authorities", "registration-providers", "registration-status"]
TrustSource = Literal["own", "file", "api"]
WalletStep = Literal["offer", "par", "authorize", "challenge", "token", "credential", "deferred", "notification", "request-object", "response"]
WalletsSource = Literal["file", "api", "installation", "none"]
WebhookPlace = Literal["presentation", "issuance", "refresh"]
WebhookTestOutcome = Literal["delivered", "failed"]
