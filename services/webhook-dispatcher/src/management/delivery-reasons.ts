/** Reasons of refusals: deliveries and secrets of webhooks. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const deliveryReasons = {
  delivery_not_repeatable: {
    step: 'management',
    blame: 'backend',
    explanation:
      'The delivery can not be repeated: it was for a waiting wallet, its content is erased, or an attempt is under way.',
    hint: 'Read the session instead; with `retention` set to webhook the presented claims are erased once the webhook is answered.',
    facts: ['detail'],
  },
  webhook_secret_overlaps: {
    step: 'management',
    blame: 'backend',
    explanation: 'Several earlier secrets sign still, and one more would make the header of each webhook longer.',
    hint: 'Wait until the first of `earlier` of GET /webhooks/secret has ended, or change the secret with a shorter overlap; 0 ends all of them.',
    facts: ['most'],
  },
} as const satisfies ReasonEntries;
