/** Reasons of refusals: cursors of lists. */
import type { ReasonEntries } from '../kernel/reasons/reason.ts';

export const cursorReasons = {
  cursor: {
    step: 'management',
    blame: 'backend',
    explanation: 'The cursor was not issued by this list for this query.',
    hint: "Follow the `Link` header of the previous page, and don't change the query between pages.",
    facts: [],
  },
} as const satisfies ReasonEntries;
