/** Reasons of refusals: claims of the claims webhook. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const claimsReasons = {
  configuration_changed: {
    step: 'credential',
    blame: 'configuration',
    explanation:
      'The credential configuration has required a presentation since the token was issued, and the wallet has not presented.',
    hint: 'Create a new offer, so that the wallet presents before it receives its token.',
    facts: ['configurationId'],
  },
  claims_refused: {
    step: 'credential',
    standard: { document: 'OpenID4VCI 1.0', section: '8.3.1.2' },
    blame: 'backend',
    explanation: 'The claims webhook refused the request, or no attempt returned usable claims.',
    hint: 'Read the deliveries of the claims webhook, and have it return 200 with the claims by configuration id.',
    facts: ['state'],
  },
  claims_late: {
    step: 'credential',
    standard: { document: 'OpenID4VCI 1.0', section: '8.3.1.2' },
    blame: 'backend',
    explanation: 'The claims webhook returned no claims before the deadline.',
    hint: 'Have the claims webhook respond sooner, or give it more time with CLAIMS_WAIT and the deadline for deferred credentials.',
    facts: ['state'],
  },
} as const satisfies ReasonEntries;
