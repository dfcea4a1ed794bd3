/** Reasons of refusals: trust anchors of a tenant, and of a dry run. */
import type { ReasonEntries } from '../kernel/reasons/reason.ts';

export const trustAnchorReasons = {
  trust_anchor_unknown: {
    step: 'management',
    blame: 'backend',
    explanation: 'The tenant has no anchor with this purpose and id that was written through the API.',
    hint: 'Take purpose and id from GET /trust; anchors with the source `file` are removed with their file.',
    facts: [],
  },
  trust_lists_full: {
    step: 'management',
    blame: 'backend',
    explanation: 'The tenant has stored as many sources of trust lists as it may.',
    hint: 'Delete those that are not used any more.',
    facts: ['count'],
  },
  trust_anchors_full: {
    step: 'management',
    blame: 'backend',
    explanation: 'The tenant has as many trust anchors as the API stores.',
    hint: 'Delete anchors that are no longer needed, or put several certificates under one id.',
    facts: ['count'],
  },
  client_attestation_untrusted: {
    step: 'authorization',
    standard: { document: 'HAIP 1.0', section: '4.4.1' },
    blame: 'operator',
    explanation: 'The certificate chain of the client attestation leads to no wallet provider that this tenant trusts.',
    hint: 'Add the CA certificate of the wallet provider to `place`, which is a folder or a call of the interface, or use a wallet of a trusted provider.',
    facts: ['subject', 'sha256', 'place', 'detail'],
  },
} as const satisfies ReasonEntries;
