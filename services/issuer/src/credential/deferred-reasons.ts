/** Reasons of refusals: the deferred credential endpoint. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const deferredReasons = {
  transaction_unknown: {
    step: 'deferred',
    standard: { document: 'OpenID4VCI 1.0', section: '9.3' },
    blame: 'wallet',
    explanation: 'The transaction id is none of this token, or its credentials were delivered.',
    hint: 'Send the `transaction_id` of the latest answer unchanged, with a token of the same issuance, until the credentials have come.',
    facts: ['detail'],
  },
  deferred_too_soon: {
    step: 'deferred',
    standard: { document: 'OpenID4VCI 1.0', section: '9.2' },
    blame: 'wallet',
    explanation: 'The wallet asks for a deferred credential far more often than `interval` allows.',
    hint: 'Wait `interval` seconds of the last answer between two requests.',
    facts: ['most', 'limitSeconds', 'retryAfterSeconds'],
  },
} as const satisfies ReasonEntries;
