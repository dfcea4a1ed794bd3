/** Reasons of refusals: trust anchors of a tenant, and of a dry run. */
import type { ReasonEntries } from '../kernel/reasons/reason.ts';

export const trustAnchorReasons = {
  trust_anchor_unknown: {
    step: 'management',
    blame: 'backend',
    explanation: 'The tenant has no anchor with this purpose and id that was written through the API.',
    hint: 'Use a purpose and id from GET /trust. To remove an anchor with the source `file`, remove its file.',
    facts: [],
  },
  trust_lists_full: {
    step: 'management',
    blame: 'backend',
    explanation: 'The tenant has reached the limit for sources of trust lists.',
    hint: 'Delete sources that are no longer used.',
    facts: ['count'],
  },
  trust_anchors_full: {
    step: 'management',
    blame: 'backend',
    explanation: 'The tenant has reached the limit for trust anchors stored through the API.',
    hint: 'Delete anchors that are no longer needed, or put several certificates under one id.',
    facts: ['count'],
  },
  client_attestation_untrusted: {
    step: 'authorization',
    standard: { document: 'HAIP 1.0', section: '4.4.1' },
    blame: 'operator',
    explanation:
      "The client attestation's certificate chain does not end at a wallet provider that this tenant trusts.",
    hint: "Add the wallet provider's CA certificate to `place` (a folder or an API call), or use a wallet from a trusted provider.",
    facts: ['subject', 'sha256', 'place', 'detail'],
  },
} as const satisfies ReasonEntries;
