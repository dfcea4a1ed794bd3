/** Reasons of refusals: making a presentation request and fetching its request object. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const requestObjectReasons = {
  presentation_request: {
    step: 'management',
    blame: 'backend',
    explanation:
      'The presentation request asks for something that does not fit its configuration or this installation.',
    hint: 'Correct the places that `errors` of the answer names.',
    facts: ['parameters', 'configurationId'],
  },
  dc_api_accept: {
    step: 'management',
    standard: { document: 'RFC 9110', section: '15.5.7' },
    blame: 'backend',
    explanation:
      'The request is for the Digital Credentials API, whose answer is JSON for the page, and the call accepts a picture alone.',
    hint: 'Send the header `Accept: application/json`; a QR code belongs to the response_type qrcode.',
    facts: [],
  },
  request_unknown: {
    step: 'request-object',
    standard: { document: 'OpenID4VP 1.0', section: '5.7' },
    blame: 'wallet',
    explanation: 'No presentation request of this tenant has this address.',
    hint: 'Fetch the `request_uri` of the link unchanged; the answer of an interactive authorization holds its request and has no address.',
    facts: ['detail', 'configurationId'],
  },
  wallet_metadata: {
    step: 'request-object',
    standard: { document: 'OpenID4VP 1.0', section: '5.10' },
    blame: 'wallet',
    explanation:
      'The `wallet_metadata` of the POST can not be read, or excludes every way in which requests are signed here.',
    hint: 'Send `wallet_metadata` as the text of a JSON object with authorization server metadata that allows ES256, or leave it out.',
    facts: ['parameter', 'detail', 'expected', 'expectedAny', 'bytes', 'mostBytes'],
  },
  request_encryption_unusable: {
    step: 'request-object',
    standard: { document: 'OpenID4VP 1.0', section: '5.10' },
    blame: 'wallet',
    explanation:
      'The wallet asks for an encrypted request object, and none of its keys or algorithms can be used: the request goes without encryption.',
    hint: 'Send a public key on P-256 in `wallet_metadata.jwks`, with ECDH-ES and A128GCM or A256GCM.',
    facts: ['parameter', 'detail', 'expected', 'expectedAny', 'received'],
  },
  wallet_nonce: {
    step: 'request-object',
    standard: { document: 'OpenID4VP 1.0', section: '5.10' },
    blame: 'wallet',
    explanation: 'The `wallet_nonce` of the POST is empty, too long, or no text.',
    hint: 'Send a fresh random text of at most 1024 characters as `wallet_nonce`, or leave it out.',
    facts: ['bytes', 'mostBytes'],
  },
  wallet_formats: {
    step: 'request-object',
    standard: { document: 'OpenID4VP 1.0', section: 'B.3.4' },
    blame: 'wallet',
    explanation: 'The `vp_formats_supported` of the wallet leave out the format or the algorithm that is asked for.',
    hint: 'List a format of the query in `vp_formats_supported`, `dc+sd-jwt` with ES256 or `mso_mdoc` with -7 or -9, or leave `wallet_metadata` out.',
    facts: ['expected', 'received', 'parameter', 'parameters'],
  },
} as const satisfies ReasonEntries;
