/** Reasons of refusals: the issuer's documents. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const documentReasons = {
  document_unknown: {
    step: 'metadata',
    standard: { document: 'SD-JWT VC', section: '6.3.1' },
    blame: 'configuration',
    explanation: 'There is no configuration with that id, or it has no such document. An mdoc has no type metadata.',
    hint: 'Add type metadata or a schema to the configuration, and keep it while its credentials are in use.',
    facts: ['configurationId'],
  },
} as const satisfies ReasonEntries;
