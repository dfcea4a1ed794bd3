/** Reasons of refusals: presentation requests. */
import type { ReasonEntries } from '../kernel/reasons/reason.ts';

export const presentationRequestReasons = {
  request_ended: {
    step: 'request-object',
    standard: { document: 'OpenID4VP 1.0', section: '5.7' },
    blame: 'time',
    explanation:
      'The request was already used, has expired, or was created with a certificate that has since been replaced.',
    hint: 'Create a new presentation request and open its link. REQUEST_TTL and `expiresIn` set how long a request is valid.',
    facts: ['detail', 'state', 'expiredSeconds'],
  },
} as const satisfies ReasonEntries;
