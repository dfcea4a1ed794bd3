/** Reasons of refusals: sessions and deliveries that a request names, and why a session has ended without a request that was refused. */
import type { ReasonEntries } from '../../kernel/reasons/reason.ts';

export const sessionReasons = {
  session_unknown: {
    step: 'management',
    blame: 'backend',
    explanation: 'The tenant of the caller has no session of this id, or it was erased.',
    hint: 'Use the session id of the answer that made the offer or the request, with a credential of the same tenant.',
    facts: [],
  },
  delivery_unknown: {
    step: 'management',
    blame: 'backend',
    explanation: 'The session has no delivery of this id.',
    hint: 'Take the id from GET /session/{id}/deliveries.',
    facts: [],
  },
  issuance_expired: {
    step: 'any',
    blame: 'time',
    explanation: 'No wallet finished the issuance before its end.',
    hint: 'Make a new offer, or give it more time by `expiresIn`.',
    facts: [],
  },
  restored: {
    step: 'any',
    blame: 'operator',
    explanation: 'The store was restored from a backup, which has ended the session.',
    hint: 'Make a new offer or presentation request.',
    facts: [],
  },
} as const satisfies ReasonEntries;
