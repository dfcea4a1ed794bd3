/** Reasons of refusals: calls of the claims webhook. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const claimsAttemptReasons = {
  claims_attempt: {
    step: 'credential',
    blame: 'backend',
    explanation: 'A call of the claims webhook failed. The server retries it until the deadline for claims.',
    hint: "Correct what `description` shows, such as the authentication that the webhook expects. The session's deliveries list every attempt.",
    facts: ['state'],
  },
} as const satisfies ReasonEntries;
