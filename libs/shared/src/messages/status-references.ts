/** `status.values`: the status list entries whose values are requested. Internal. */
import { open } from '../http/schema-parts.ts';
import type { Static } from '../http/static-type.ts';

const reference = open('StatusReference', ['n', 'idx'], {
  n: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Number of the list' },
  idx: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
});

export const statusReferencesSchema = open('StatusReferences', ['references'], {
  references: { type: 'array', maxItems: 1000, items: reference },
});

export type StatusReferences = Static<typeof statusReferencesSchema>;
