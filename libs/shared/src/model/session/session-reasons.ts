/** Reasons of refusals: sessions and deliveries that a request names, and why a session has ended without a request that was refused. */
import type { ReasonEntries } from '../../kernel/reasons/reason.ts';

export const sessionReasons = {
  session_unknown: {
    step: 'management',
    blame: 'backend',
    explanation: "The caller's tenant has no session with this id, or the session was erased.",
    hint: 'Use the session id from the response that created the offer or request, with an API key or token for the same tenant.',
    facts: [],
  },
  session_not_open: {
    step: 'management',
    blame: 'backend',
    explanation:
      'The session cannot be cancelled: a wallet has redeemed the offer or responded to the request, or the session has ended.',
    hint: 'Read the session. Credentials that were issued can be revoked, and a session can be erased in any state.',
    facts: ['state'],
  },
  cancelled: {
    step: 'any',
    blame: 'backend',
    explanation: 'The backend has cancelled the session.',
    hint: 'Create a new offer or presentation request.',
    facts: [],
  },
  delivery_unknown: {
    step: 'management',
    blame: 'backend',
    explanation: 'The session has no delivery with this id.',
    hint: 'Use an id from GET /session/{id}/deliveries.',
    facts: [],
  },
  issuance_expired: {
    step: 'any',
    blame: 'time',
    explanation: 'No wallet completed the issuance before it expired.',
    hint: 'Create a new offer, or give it more time with `expiresIn`.',
    facts: [],
  },
  restored: {
    step: 'any',
    blame: 'operator',
    explanation: 'The store was restored from a backup, which ended the session.',
    hint: 'Create a new offer or presentation request.',
    facts: [],
  },
} as const satisfies ReasonEntries;
