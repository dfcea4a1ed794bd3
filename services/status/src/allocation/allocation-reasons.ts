/** Reasons of refusals: places in status lists. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const allocationReasons = {
  status_request_conflict: {
    step: 'any',
    blame: 'operator',
    explanation:
      'A credential request was repeated with different contents, after status entries were allocated for it.',
    hint: 'Report this error: services only repeat a request with the same contents.',
    facts: [],
  },
} as const satisfies ReasonEntries;
