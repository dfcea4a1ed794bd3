/** Reasons of refusals: the authorization response and its code. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const responseReasons = {
  response_code: {
    step: 'management',
    standard: { document: 'OpenID4VP 1.0', section: '13.3' },
    blame: 'backend',
    explanation: 'The response code is not the one of this session, or was redeemed before, or its time is over.',
    hint: 'Redeem `response_code` of the address to which the browser came back, once and within RESPONSE_CODE_TTL.',
    facts: ['detail'],
  },
  wallet_error: {
    step: 'response',
    standard: { document: 'OpenID4VP 1.0', section: '8.5' },
    blame: 'wallet',
    explanation: 'The wallet answered with an error of its own in place of a presentation.',
    hint: 'Look the code up in OpenID4VP 1.0, 8.5: `access_denied` is the decision of the person, any other one a difficulty of the wallet with the request.',
    facts: ['received', 'detail'],
  },
  state: {
    step: 'response',
    standard: { document: 'OpenID4VP 1.0', section: '14.4.2' },
    blame: 'wallet',
    explanation: 'The answer has no `state`, or not the one of the request that it answers.',
    hint: 'Copy `state` of the request object unchanged into the answer; in an encrypted answer it belongs inside the JWE.',
    facts: ['detail'],
  },
  expired: {
    step: 'response',
    standard: { document: 'OpenID4VP 1.0', section: '8.2' },
    blame: 'time',
    explanation: 'The request had expired when the answer came.',
    hint: 'Make a new presentation request; REQUEST_TTL and `expiresIn` say how long one lives.',
    facts: ['expiredSeconds', 'state'],
  },
  already_answered: {
    step: 'response',
    standard: { document: 'OpenID4VP 1.0', section: '14.2' },
    blame: 'wallet',
    explanation: 'An earlier answer has ended this request.',
    hint: 'Answer a request once; for another presentation make a new request.',
    facts: ['state'],
  },
} as const satisfies ReasonEntries;
