/** Reasons of refusals: changes of status. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const revocationReasons = {
  status_credentials_unknown: {
    step: 'management',
    blame: 'backend',
    explanation: 'The session has no credentials with a status entry, or none of this configuration.',
    hint: 'Use the session in which the wallet got the credential; that of an offer with several redemptions is not the one of its offer.',
    facts: [],
  },
} as const satisfies ReasonEntries;
