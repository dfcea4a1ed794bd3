/** Reasons of refusals: claims of a session. */
import type { ReasonEntries } from '../../kernel/reasons/reason.ts';

export const claimsReasons = {
  claims_invalid: {
    step: 'credential',
    standard: { document: 'OpenID4VCI 1.0', section: '8.3.1.2' },
    blame: 'backend',
    explanation:
      'The claims do not fit the schema or the disclosure frame of the configuration, or have names that the service sets.',
    hint: 'Send claims that the schema of the configuration accepts; `error` of the session has the place and the rule.',
    facts: ['configurationId', 'paths', 'detail', 'state'],
  },
  issuance_ended: {
    step: 'credential',
    standard: { document: 'OpenID4VCI 1.0', section: '8.3.1.2' },
    blame: 'time',
    explanation: 'The issuance has ended, and its claims are erased.',
    hint: 'Make a new offer; `status` and `error` of the session say how this one ended.',
    facts: ['state', 'detail'],
  },
} as const satisfies ReasonEntries;
