/** Reasons of refusals: presentation requests. */
import type { ReasonEntries } from '../kernel/reasons/reason.ts';

export const presentationRequestReasons = {
  request_ended: {
    step: 'request-object',
    standard: { document: 'OpenID4VP 1.0', section: '5.7' },
    blame: 'time',
    explanation: 'The request was answered, has expired, or was made with a certificate that has been replaced since.',
    hint: 'Make a new presentation request and open its link; REQUEST_TTL and `expiresIn` say how long one lives.',
    facts: ['detail', 'state', 'expiredSeconds'],
  },
} as const satisfies ReasonEntries;
