/** Reasons of refusals: cursors of lists. */
import type { ReasonEntries } from '../kernel/reasons/reason.ts';

export const cursorReasons = {
  cursor: {
    step: 'management',
    blame: 'backend',
    explanation: 'The cursor is none that this list issued for this query.',
    hint: 'Follow the header Link of the page before, and keep the query unchanged between pages.',
    facts: [],
  },
} as const satisfies ReasonEntries;
