/** Reasons of refusals: display, images and registered wallets that a tenant writes through the API. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const tenantPartReasons = {
  tenant_part_invalid: {
    step: 'management',
    blame: 'backend',
    explanation: 'The data cannot be stored for the tenant. `errors` shows the place of each error.',
    hint: 'Correct the places in `errors`, and send everything again.',
    facts: ['parameters', 'count'],
  },
  tenant_part_unknown: {
    step: 'management',
    blame: 'backend',
    explanation: 'The tenant has no part of this kind and name that was written through the API.',
    hint: "Read the tenant's parts first. To remove something with the source `file`, remove its file.",
    facts: [],
  },
  tenant_part_of_files: {
    step: 'management',
    blame: 'operator',
    explanation: "One of the tenant's files takes precedence over the API, so the request would have no effect.",
    hint: "Ask the server's operator to change {place}, or to remove it.",
    facts: ['place'],
  },
} as const satisfies ReasonEntries;
