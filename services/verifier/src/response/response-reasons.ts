/** Reasons of refusals: the authorization response and its code. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const responseReasons = {
  response_code: {
    step: 'management',
    standard: { document: 'OpenID4VP 1.0', section: '13.3' },
    blame: 'backend',
    explanation: 'The response code does not belong to this session, was already redeemed, or has expired.',
    hint: 'Redeem the `response_code` in the address that the browser came back to, once and within RESPONSE_CODE_TTL.',
    facts: ['detail'],
  },
  wallet_error: {
    step: 'response',
    standard: { document: 'OpenID4VP 1.0', section: '8.5' },
    blame: 'wallet',
    explanation: 'The wallet sent an error instead of a presentation.',
    hint: 'Look the code up in OpenID4VP 1.0, 8.5. `access_denied` means that the user declined. With any other code, the wallet has a problem with the request.',
    facts: ['received', 'detail'],
  },
  state: {
    step: 'response',
    standard: { document: 'OpenID4VP 1.0', section: '14.4.2' },
    blame: 'wallet',
    explanation: 'The response has no `state`, or its value does not match the request.',
    hint: "Copy the request object's `state` unchanged into the response. In an encrypted response it belongs inside the JWE.",
    facts: ['detail'],
  },
  expired: {
    step: 'response',
    standard: { document: 'OpenID4VP 1.0', section: '8.2' },
    blame: 'time',
    explanation: 'The request had expired when the response arrived.',
    hint: 'Create a new presentation request. REQUEST_TTL and `expiresIn` set how long a request is valid.',
    facts: ['expiredSeconds', 'state'],
  },
  already_answered: {
    step: 'response',
    standard: { document: 'OpenID4VP 1.0', section: '14.2' },
    blame: 'wallet',
    explanation: 'An earlier response has ended this request.',
    hint: 'Respond to a request once. For another presentation create a new request.',
    facts: ['state'],
  },
} as const satisfies ReasonEntries;
