/** Warnings of a dry run: what will go wrong with a configuration, and what to change. */
import type { DryRunReport } from '@countersign/shared/messages/dry-run-report';

/** By code: what to change, for whoever maintains the configuration. */
export const warningHints = {
  configuration_broken: 'Correct the error in the detail. Until then no wallet is served with this configuration',
  tenant_broken: 'Correct tenant.json and the files that its profile needs; no wallet is served until then',
  display_missing:
    'Add config.display with a name, colours and a logo for each language; wallets show a bare id otherwise',
  display_contrast: 'Choose a text_color that differs from background_color. Otherwise the card cannot be read',
  issuer_display_missing:
    "Set the issuer's name with POST /configurations/display or in display.json. Otherwise wallets show its URL",
  claim_without_name: 'Describe the claim in config.credential_metadata.claims with a display name for each language',
  claim_not_issued: "Correct this description's path, or add the claim to schema and claims",
  mdl_element_missing:
    'Add the element to claims, or to element_types if offers or a webhook provide it. Readers expect it in every mDL',
  schema_unsatisfied: 'Correct the static claim or the schema: every offer that does not replace the claim is refused',
  schema_claim_missing: 'Add a static claim, a claims webhook, or give the claim in each offer',
  vct_unknown: 'Set vct to a URL that returns type metadata, or write the type metadata into the configuration',
  image_unreachable: 'Publish the image at its address, so that it can be loaded from the internet without a login',
  image_not_square: 'Use a square logo; wallets crop it to a square or a circle',
  image_not_an_image: 'Serve an image (PNG, JPEG, SVG, WebP) with its content type',
  image_insecure: 'Use an https address; wallets load nothing over http',
  certificate_expires: 'Renew the certificate in keys/, together with its key and chain',
  certificate_expired: 'Renew the certificate in keys/. Every wallet and every verifier refuses its signatures',
  key_unusable: 'Correct the files of keys/ that the detail names; nothing can be signed with them',
  lifetime_beyond_certificate:
    'Shorten lifetime, or renew the certificate first. Verifiers refuse the credential when its certificate has expired',
  lifetime_short: 'Raise lifetime, or add refresh so that wallets renew the credential automatically',
  public_url_insecure: 'Set PUBLIC_URL to https; wallets call nothing else',
  public_url_unreachable:
    'Set PUBLIC_URL to the address that wallets use to reach this server, and configure the proxy in front to forward it',
  public_url_other_server:
    'Configure the proxy to forward this path, with the path prefix of PUBLIC_URL unchanged. A different server responds there',
  webhook_not_allowed: 'Name the target in OUTBOUND_ALLOW, or use a public https address',
  webhook_failed:
    "Have the backend return 2xx to the webhook within the time limit. The session's deliveries show each attempt",
  key_attestation_without_anchor:
    'Add the CA certificates of the wallet providers by POST /trust/wallet-providers or in trust/wallet-providers, or drop key_attestations_required',
  client_attestation_without_anchor:
    'Add the CA certificates of the wallet providers by POST /trust/wallet-providers or in trust/wallet-providers',
  wallet_provider_expired: 'Replace the CA certificate of the wallet provider in trust/wallet-providers',
  trust_anchor_expired: 'Replace the CA certificate in trust/issuers',
  tx_code_weak: 'Use at least six digits',
  tx_code_text: 'Use a numeric code. Some wallets only have a field for digits',
  refresh_without_chaining: 'Set revocation_chaining: true, or a revoked wallet keeps renewing the credential',
  presentation_missing: 'Write the presentation configuration of that id first',
  sign_in_missing: 'Store an identity provider by POST /sign-in-management, or write sign-in.json',
  time_limit_short: 'Increase the setting. Users need more time to find and unlock their wallet',
  dialect_interface: 'Set WALLET_DIALECT=standard. Most wallets refuse a credential response with status 201',
  no_trust_anchor:
    'Add the CA certificate of the issuer by POST /trust/issuers or in trust/issuers of the tenant: its credentials are refused without it',
  trust_limited: "Add the type to the trust anchor's limits, or remove the limit",
  dcql_type_unknown:
    'Correct vct_values, doctype_value or type_values: no configuration here has this type, and no trusted issuer may issue it',
  dcql_claim_unknown:
    'Correct the path, or add the claim to the credential configuration: no credential of this type has it',
  dcql_value_unknown: "Correct `values`: the credential's schema allows none of them",
  status_off: 'Remove statusCheck, or have the backend check the status of credentials that are marked statusUnknown',
  raw_links_holder:
    'Remove raw, or add it only to the requests that need evidence. Have the backend keep presentations apart from the claims, and no longer than the evidence is needed',
  raw_unreceived: 'Add a webhook, or redirectUri to each request. Without a receiver no presentation is kept',
  dcql_no_claims:
    'List the claims. Without a list wallets only show the claims that are always visible, and disclose no others',
  shows_everything:
    'Request the credential as dc+sd-jwt if its issuer offers that. The backend receives only the requested claims in either format',
  dcql_authority_unknown: 'Correct trusted_authorities: no trusted certificate has this key identifier',
  disclosure_policy_refuses:
    "Add the tenant to the credential's disclosure_policy, or name a registration certificate that the policy allows. Wallets warn their users otherwise",
  dcql_set_unanswerable:
    'Correct credential_sets. Every option of a required set contains a credential that no wallet can present',
  holder_binding_off: 'Remove require_cryptographic_holder_binding: false, or a copied credential is accepted',
  eu_part_missing: 'Add the missing part. Wallets of the European Union refuse the tenant without it',
  access_certificate_refused:
    'Ask the access certificate authority for a certificate that satisfies the detail, and put it into keys/',
  registration_certificate_missing:
    'Store the registration certificate under the id that registrationCert names: EU wallets refuse requests without one',
  purpose_missing: 'Add registrationCert.body.purpose with a name for each language. Wallets show it to the user',
  payment_category_missing:
    'Set vct.category to `urn:eu:europa:ec:eudi:sua:sca`, or wallets refuse to confirm payments',
  payment_without_chaining:
    'Set revocation_chaining: true, so that the credential expires with the wallet and is revoked with it',
  payment_type_unknown:
    "Add the type to vct.transaction_data_types of the credential configuration, or request another credential. Wallets refuse types that are not in the credential's metadata",
  payment_label_missing:
    'Describe these members of payload with a label for each language. Wallets stop if they cannot name one that a request contains',
  age_batch_small: 'Set BATCH_SIZE to 30. Each copy of a proof of age is shown once, and a small batch is used up soon',
  age_par_required: 'Set PAR=optional, or offer proofs of age with the flow pre_authorized_code',
  age_under_haip: 'Issue proofs of age from a tenant of profile open',
  link_long:
    'Shorten PUBLIC_URL. The link contains the whole request, and a long one makes a code that cameras cannot read',
  rights_claim_not_requested:
    'Add the claims in rights.from of tenant.json to one credential query, or nobody is found',
  rights_claims_common:
    'Add a claim to rights.from that is unique to each user, such as personal_administrative_number: without it, users see and erase the data of others with the same name',
  support_elsewhere:
    "Have the registrar put the rights page's URL into support_uri: wallets open it for users who ask about their data",
  privacy_policy_missing: 'Add registrationCert.body.privacy_policy; EU wallets show it',
} as const;

export type WarningCode = keyof typeof warningHints;

export interface Warning {
  readonly code: WarningCode;
  /** What is wrong, without a value of a claim. */
  readonly detail: string;
  /** JSON pointer in the configuration; absent if the cause is elsewhere. */
  readonly pointer?: string;
}

/** The warning in the form of the response. */
export function warningView({ code, detail, pointer }: Warning): DryRunReport['warnings'][number] {
  return { code, ...(pointer === undefined ? {} : { pointer }), detail, hint: warningHints[code] };
}
