/** Reasons of refusals: status lists. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const statusListReasons = {
  status_list_unknown: {
    step: 'any',
    standard: { document: 'Token Status List', section: '8.1' },
    blame: 'wallet',
    explanation: 'The tenant has no status list with this number.',
    hint: "Fetch the `uri` in the credential's `status_list` unchanged.",
    facts: [],
  },
} as const satisfies ReasonEntries;
