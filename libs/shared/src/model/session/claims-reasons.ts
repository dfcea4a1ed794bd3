/** Reasons of refusals: claims of a session. */
import type { ReasonEntries } from '../../kernel/reasons/reason.ts';

export const claimsReasons = {
  claims_invalid: {
    step: 'credential',
    standard: { document: 'OpenID4VCI 1.0', section: '8.3.1.2' },
    blame: 'backend',
    explanation:
      "The claims do not match the configuration's schema or disclosure frame, or use names that the service sets.",
    hint: "Send claims that the configuration's schema accepts. The session's `error` shows the place and the rule.",
    facts: ['configurationId', 'paths', 'detail', 'state'],
  },
  issuance_ended: {
    step: 'credential',
    standard: { document: 'OpenID4VCI 1.0', section: '8.3.1.2' },
    blame: 'time',
    explanation: 'The issuance has ended, and its claims were erased.',
    hint: "Create a new offer. The session's `status` and `error` show how this one ended.",
    facts: ['state', 'detail'],
  },
} as const satisfies ReasonEntries;
