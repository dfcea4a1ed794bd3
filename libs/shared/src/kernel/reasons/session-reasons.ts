/** Reasons why a session has ended without a request that was refused. */
import type { ReasonEntries } from './reason.ts';

export const sessionReasons = {
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
