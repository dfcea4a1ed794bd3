/** Reasons of refusals: the method of a request, and too many concurrent requests. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const edgeReasons = {
  method: {
    step: 'any',
    standard: { document: 'RFC 9110', section: '15.5.6' },
    blame: 'wallet',
    explanation: "The path exists, but does not support the request's method.",
    hint: "Use one of the methods in the response's Allow header.",
    facts: ['expectedAny', 'received'],
  },
  request_method: {
    step: 'request-object',
    standard: { document: 'OpenID4VP 1.0', section: '5.10' },
    blame: 'wallet',
    explanation: 'A request object was fetched with a method other than GET or POST.',
    hint: 'Fetch the `request_uri` with GET. If the wallet sends `wallet_metadata` or `wallet_nonce`, use POST with a form.',
    facts: ['expectedAny', 'received'],
  },
  overloaded: {
    step: 'any',
    standard: { document: 'RFC 9110', section: '15.6.4' },
    blame: 'operator',
    explanation: 'The server has reached its limit of unfinished work.',
    hint: 'Send the request again after Retry-After. If this happens often, add replicas of the service.',
    facts: ['detail', 'bytes', 'retryAfterSeconds'],
  },
} as const satisfies ReasonEntries;
