/** Reasons of refusals: places in status lists. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const allocationReasons = {
  status_request_conflict: {
    step: 'any',
    blame: 'operator',
    explanation: 'A credential request came again with other contents, after status entries were taken for it.',
    hint: 'Report it: the services repeat a request only with the same contents.',
    facts: [],
  },
} as const satisfies ReasonEntries;
