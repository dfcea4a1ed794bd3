/** Reasons of refusals: test calls of webhooks. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const webhookTestReasons = {
  webhook_unknown: {
    step: 'management',
    blame: 'backend',
    explanation: 'The configuration has no webhook at the place that the request names.',
    hint: 'Name the kind of the webhook that the configuration has, or give the webhook itself.',
    facts: [],
  },
} as const satisfies ReasonEntries;
