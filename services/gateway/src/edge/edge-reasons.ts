/** Reasons of refusals: the method of a request, and requests that are too many at once. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const edgeReasons = {
  method: {
    step: 'any',
    standard: { document: 'RFC 9110', section: '15.5.6' },
    blame: 'wallet',
    explanation: 'The address exists, but does not take the method of the request.',
    hint: 'Use one of the methods that the header Allow of the answer names.',
    facts: ['expectedAny', 'received'],
  },
  request_method: {
    step: 'request-object',
    standard: { document: 'OpenID4VP 1.0', section: '5.10' },
    blame: 'wallet',
    explanation: 'A request object is fetched with GET or POST, and with no other method.',
    hint: 'Fetch the `request_uri` with GET, or with POST as a form where the wallet sends `wallet_metadata` or `wallet_nonce`.',
    facts: ['expectedAny', 'received'],
  },
  overloaded: {
    step: 'any',
    standard: { document: 'RFC 9110', section: '15.6.4' },
    blame: 'operator',
    explanation: 'The server has reached its limit of unfinished work.',
    hint: 'Send the request again after Retry-After; add replicas of the service where this is frequent.',
    facts: ['detail', 'bytes', 'retryAfterSeconds'],
  },
} as const satisfies ReasonEntries;
