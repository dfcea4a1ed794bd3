/** Reasons of refusals: making a presentation request and fetching its request object. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const requestObjectReasons = {
  presentation_request: {
    step: 'management',
    blame: 'backend',
    explanation: 'The presentation request does not match its configuration or this installation.',
    hint: "Correct the errors listed in the response's `errors`.",
    facts: ['parameters', 'configurationId'],
  },
  dc_api_accept: {
    step: 'management',
    standard: { document: 'RFC 9110', section: '15.5.7' },
    blame: 'backend',
    explanation:
      'The request is for the Digital Credentials API, whose response is JSON for the page, but the call only accepts a picture.',
    hint: 'Send the header `Accept: application/json`. A QR code belongs to the response_type qrcode.',
    facts: [],
  },
  request_unknown: {
    step: 'request-object',
    standard: { document: 'OpenID4VP 1.0', section: '5.7' },
    blame: 'wallet',
    explanation: 'This tenant has no presentation request at this address.',
    hint: "Fetch the link's `request_uri` unchanged. In an interactive authorization the response contains the request, which has no address.",
    facts: ['detail', 'configurationId'],
  },
  wallet_metadata: {
    step: 'request-object',
    standard: { document: 'OpenID4VP 1.0', section: '5.10' },
    blame: 'wallet',
    explanation:
      "The POST's `wallet_metadata` cannot be read, or excludes every way of signing requests that is available here.",
    hint: 'Send `wallet_metadata` as a JSON object in a string, with authorization server metadata that allows ES256, or leave it out.',
    facts: ['parameter', 'detail', 'expected', 'expectedAny', 'bytes', 'mostBytes'],
  },
  request_encryption_unusable: {
    step: 'request-object',
    standard: { document: 'OpenID4VP 1.0', section: '5.10' },
    blame: 'wallet',
    explanation:
      'The wallet requests an encrypted request object, but none of its keys or algorithms can be used. The request was sent unencrypted.',
    hint: 'Send a public key on P-256 in `wallet_metadata.jwks`, with ECDH-ES and A128GCM or A256GCM.',
    facts: ['parameter', 'detail', 'expected', 'expectedAny', 'received'],
  },
  wallet_nonce: {
    step: 'request-object',
    standard: { document: 'OpenID4VP 1.0', section: '5.10' },
    blame: 'wallet',
    explanation: "The POST's `wallet_nonce` is empty, too long, or not a string.",
    hint: 'Send a fresh random string of at most 1024 characters as `wallet_nonce`, or leave it out.',
    facts: ['bytes', 'mostBytes'],
  },
  wallet_formats: {
    step: 'request-object',
    standard: { document: 'OpenID4VP 1.0', section: 'B.3.4' },
    blame: 'wallet',
    explanation: "The wallet's `vp_formats_supported` do not contain the requested format or algorithm.",
    hint: "List one of the query's formats in `vp_formats_supported`, `dc+sd-jwt` with ES256 or `mso_mdoc` with -7 or -9, or leave `wallet_metadata` out.",
    facts: ['expected', 'received', 'parameter', 'parameters'],
  },
} as const satisfies ReasonEntries;
