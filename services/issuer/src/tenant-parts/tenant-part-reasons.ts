/** Reasons of refusals: display, images and registered wallets that a tenant writes through the API. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const tenantPartReasons = {
  tenant_part_invalid: {
    step: 'management',
    blame: 'backend',
    explanation: 'What was sent cannot be stored for the tenant; `errors` names the place of each mistake.',
    hint: 'Correct the places that `errors` names, and send everything again.',
    facts: ['parameters', 'count'],
  },
  tenant_part_unknown: {
    step: 'management',
    blame: 'backend',
    explanation: 'The tenant has nothing of this kind and name that was written through the API.',
    hint: 'Read what the tenant has first; what has the source `file` is removed with its file.',
    facts: [],
  },
  tenant_part_of_files: {
    step: 'management',
    blame: 'operator',
    explanation: 'A file of the tenant comes before what the API writes, so the request would have no effect.',
    hint: 'Ask the operator of the server to change {place}, or to remove it.',
    facts: ['place'],
  },
} as const satisfies ReasonEntries;
