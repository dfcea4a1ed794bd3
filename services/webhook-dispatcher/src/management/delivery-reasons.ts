/** Reasons of refusals: deliveries and secrets of webhooks. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const deliveryReasons = {
  delivery_not_repeatable: {
    step: 'management',
    blame: 'backend',
    explanation:
      'The delivery cannot be resent: it was for a waiting wallet, its content was erased, or an attempt is in progress.',
    hint: 'Read the session instead. With `retention` set to webhook, the presented claims are erased once the webhook has responded.',
    facts: ['detail'],
  },
  webhook_secret_overlaps: {
    step: 'management',
    blame: 'backend',
    explanation: "Several earlier secrets still sign, and one more would make each webhook's header longer.",
    hint: 'Wait until the first of `earlier` in GET /webhooks/secret has expired, or rotate the secret with a shorter overlap. 0 ends all of them.',
    facts: ['most'],
  },
} as const satisfies ReasonEntries;
