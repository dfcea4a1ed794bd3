/** Reasons of refusals: the deferred credential endpoint. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const deferredReasons = {
  transaction_unknown: {
    step: 'deferred',
    standard: { document: 'OpenID4VCI 1.0', section: '9.3' },
    blame: 'wallet',
    explanation: 'The transaction id does not belong to this token, or its credentials were delivered.',
    hint: "Send the latest response's `transaction_id` unchanged, with a token of the same issuance, until the credentials arrive.",
    facts: ['detail'],
  },
  deferred_too_soon: {
    step: 'deferred',
    standard: { document: 'OpenID4VCI 1.0', section: '9.2' },
    blame: 'wallet',
    explanation: 'The wallet requests a deferred credential far more often than `interval` allows.',
    hint: "Wait for the last response's `interval` seconds between two requests.",
    facts: ['most', 'limitSeconds', 'retryAfterSeconds'],
  },
} as const satisfies ReasonEntries;
