/** Reasons of refusals: access tokens of the credential, deferred credential and notification endpoints. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const accessTokenReasons = {
  token_missing: {
    step: 'credential',
    standard: { document: 'RFC 6750', section: '3.1' },
    blame: 'wallet',
    explanation: 'The request has no access token.',
    hint: 'Send the access token of the token endpoint in the header `Authorization`, with the scheme of `token_type`.',
    facts: [],
  },
  token_in_query: {
    step: 'credential',
    standard: { document: 'FAPI 2.0 Security Profile', section: '5.3.4' },
    blame: 'wallet',
    explanation: 'The access token is in the query of the request, where logs and proxies see it.',
    hint: 'Send the access token in the header `Authorization` alone.',
    facts: [],
  },
  token_format: {
    step: 'credential',
    standard: { document: 'RFC 6750', section: '2.1' },
    blame: 'wallet',
    explanation: 'The header `Authorization` names a known scheme, but what follows is no access token.',
    hint: 'Send the scheme, one space and the access token unchanged, without quotation marks.',
    facts: ['received'],
  },
  token_scheme: {
    step: 'credential',
    standard: { document: 'RFC 9449', section: '7.2' },
    blame: 'wallet',
    explanation: 'The scheme of the header `Authorization` is not that of the access token.',
    hint: 'Use the scheme that `token_type` of the token response names: `DPoP` for a token that is bound to a key, else `Bearer`.',
    facts: ['expected', 'expectedAny', 'received'],
  },
  token_unknown: {
    step: 'credential',
    standard: { document: 'RFC 6750', section: '3.1' },
    blame: 'wallet',
    explanation: 'The access token is none that this server has issued to this tenant, or its session is erased.',
    hint: 'Send the access token of the token response unchanged, to the endpoints of the same tenant.',
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
    hint: 'Use each code once, and begin again with a new offer.',
    facts: ['state'],
  },
  token_unbound: {
    step: 'credential',
    standard: { document: 'HAIP 1.0', section: '4' },
    blame: 'wallet',
    explanation: 'The access token is bound to no key, and this tenant accepts only tokens that are bound by DPoP.',
    hint: 'Send a DPoP proof to the token endpoint, and use the token with the scheme `DPoP`.',
    facts: [],
  },
} as const satisfies ReasonEntries;
