/** Reasons of refusals: calls of the claims webhook. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const claimsAttemptReasons = {
  claims_attempt: {
    step: 'credential',
    blame: 'backend',
    explanation: 'A call of the claims webhook failed, and the server calls it again until the deadline for claims.',
    hint: 'Correct what `description` says, such as the authentication that the webhook expects; the deliveries of the session list every attempt.',
    facts: ['state'],
  },
} as const satisfies ReasonEntries;
