/** Reasons of refusals: calls with an Idempotency-Key. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const idempotencyReasons = {
  idempotency_key_malformed: {
    step: 'management',
    blame: 'backend',
    explanation: 'The header Idempotency-Key is given more than once, or is not 8 to 128 visible ASCII characters.',
    hint: 'Send one key, such as a UUID, and the same one again only to repeat the call.',
    facts: ['count'],
  },
  idempotency_key_running: {
    step: 'management',
    blame: 'backend',
    explanation:
      'A call with this Idempotency-Key is being performed, or the process that performed it has died a moment ago.',
    hint: 'Repeat the call with the same key after the seconds of Retry-After.',
    facts: ['retryAfterSeconds'],
  },
  idempotency_key_reused: {
    step: 'management',
    blame: 'backend',
    explanation:
      'Within the last 24 hours the tenant used this Idempotency-Key for a call of another route or with another body.',
    hint: 'Make a new key for each call, and repeat a call with its body unchanged.',
    facts: [],
  },
  idempotent_answer_erased: {
    step: 'management',
    blame: 'backend',
    explanation: 'The call was performed, but the session that it made is erased, and its answer with it.',
    hint: 'Use a new Idempotency-Key to make another session.',
    facts: [],
  },
} as const satisfies ReasonEntries;
