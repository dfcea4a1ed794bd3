/** Reasons of refusals: calls with an Idempotency-Key. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const idempotencyReasons = {
  idempotency_key_malformed: {
    step: 'management',
    blame: 'backend',
    explanation: 'The header Idempotency-Key was sent more than once, or is not 8 to 128 visible ASCII characters.',
    hint: 'Send one key, such as a UUID. Send the same key again only to repeat the call.',
    facts: ['count'],
  },
  idempotency_key_running: {
    step: 'management',
    blame: 'backend',
    explanation: 'A call with this Idempotency-Key is still being processed, or its process has just died.',
    hint: 'Wait as long as Retry-After specifies, then repeat the call with the same key.',
    facts: ['retryAfterSeconds'],
  },
  idempotency_key_reused: {
    step: 'management',
    blame: 'backend',
    explanation:
      'Within the last 24 hours the tenant used this Idempotency-Key for a call to a different route or with a different body.',
    hint: 'Create a new key for each call. To repeat a call, send the same body.',
    facts: [],
  },
  idempotent_answer_erased: {
    step: 'management',
    blame: 'backend',
    explanation: 'The call was processed, but the session that it created has been erased, and the response with it.',
    hint: 'Use a new Idempotency-Key to create another session.',
    facts: [],
  },
} as const satisfies ReasonEntries;
