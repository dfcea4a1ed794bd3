/** Reasons of refusals: test calls of webhooks. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const webhookTestReasons = {
  webhook_unknown: {
    step: 'management',
    blame: 'backend',
    explanation: 'The configuration has no webhook at the requested place.',
    hint: 'Specify a kind of webhook that the configuration has, or send the webhook itself.',
    facts: [],
  },
} as const satisfies ReasonEntries;
