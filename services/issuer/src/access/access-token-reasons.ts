/** Reasons of refusals: access tokens of the credential, deferred credential and notification endpoints. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const accessTokenReasons = {
  token_missing: {
    step: 'credential',
    standard: { document: 'RFC 6750', section: '3.1' },
    blame: 'wallet',
    explanation: 'The request has no access token.',
    hint: 'Send the access token from the token endpoint in the header `Authorization`, with the scheme in `token_type`.',
    facts: [],
  },
  token_in_query: {
    step: 'credential',
    standard: { document: 'FAPI 2.0 Security Profile', section: '5.3.4' },
    blame: 'wallet',
    explanation: "The access token is in the request's query, where logs and proxies see it.",
    hint: 'Send the access token only in the header `Authorization`.',
    facts: [],
  },
  token_format: {
    step: 'credential',
    standard: { document: 'RFC 6750', section: '2.1' },
    blame: 'wallet',
    explanation: 'The header `Authorization` has a known scheme, but it is not followed by an access token.',
    hint: 'Send the scheme, one space and the access token unchanged, without quotation marks.',
    facts: ['received'],
  },
  token_scheme: {
    step: 'credential',
    standard: { document: 'RFC 9449', section: '7.2' },
    blame: 'wallet',
    explanation: "The `Authorization` scheme does not match the access token's type.",
    hint: "Use the scheme in the token response's `token_type`: `DPoP` for a token that is bound to a key, otherwise `Bearer`.",
    facts: ['expected', 'expectedAny', 'received'],
  },
  token_unknown: {
    step: 'credential',
    standard: { document: 'RFC 6750', section: '3.1' },
    blame: 'wallet',
    explanation: 'This server has not issued this access token to this tenant, or its session was erased.',
    hint: "Send the access token from the token response unchanged, to the same tenant's endpoints.",
    facts: ['detail'],
  },
  token_expired: {
    step: 'credential',
    standard: { document: 'RFC 6750', section: '3.1' },
    blame: 'time',
    explanation: 'The access token has expired.',
    hint: 'Get a new token with the refresh token or a new offer, and fetch credentials within `expires_in`.',
    facts: ['expiredSeconds'],
  },
  token_revoked: {
    step: 'credential',
    standard: { document: 'RFC 6750', section: '3.1' },
    blame: 'wallet',
    explanation:
      'The access token was revoked: its code was used twice, its issuance has ended, or the store was restored.',
    hint: 'Use each code once, and start again with a new offer.',
    facts: ['state'],
  },
  token_unbound: {
    step: 'credential',
    standard: { document: 'HAIP 1.0', section: '4' },
    blame: 'wallet',
    explanation: 'The access token is not bound to a key, and this tenant only accepts DPoP-bound tokens.',
    hint: 'Send a DPoP proof to the token endpoint, and use the token with the scheme `DPoP`.',
    facts: [],
  },
} as const satisfies ReasonEntries;
