/** Reasons of refusals: the credential offer. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const offerReasons = {
  offer_unknown: {
    step: 'offer',
    standard: { document: 'OpenID4VCI 1.0', section: '4.1.3' },
    blame: 'wallet',
    explanation: 'This tenant has no offer at this address.',
    hint: "Fetch the `credential_offer_uri` exactly as it appears in the offer's link.",
    facts: [],
  },
  offer_expired: {
    step: 'offer',
    standard: { document: 'OpenID4VCI 1.0', section: '4.1.3' },
    blame: 'time',
    explanation: 'The wallet fetched the offer after it had expired.',
    hint: 'Create a new offer, or give offers a longer lifetime with `expiresIn`.',
    facts: ['expiredSeconds'],
  },
  offer_completed: {
    step: 'offer',
    standard: { document: 'OpenID4VCI 1.0', section: '4.1.3' },
    blame: 'wallet',
    explanation: 'The offer was already redeemed, or its issuance has ended.',
    hint: 'Create a new offer for each issuance, or let several wallets redeem one with `redemptions`.',
    facts: ['state'],
  },
  offer_request: {
    step: 'management',
    blame: 'backend',
    explanation: 'The offer request does not match its configurations or this installation.',
    hint: "Correct the errors listed in the response's `errors`.",
    facts: [],
  },
  redemptions_taken: {
    step: 'authorization',
    standard: { document: 'OpenID4VCI 1.0', section: '5.1.3' },
    blame: 'backend',
    explanation: 'Every redemption of the offer has been used, or a wallet that has started has reserved it.',
    hint: 'Create another offer, or one with more `redemptions`.',
    facts: ['most'],
  },
  redemption_lost: {
    step: 'token',
    standard: { document: 'RFC 6749', section: '5.2' },
    blame: 'time',
    explanation: "Another wallet took this wallet's slot in an offer with several redemptions, or the offer is closed.",
    hint: 'Redeem the code soon after the authorization, or start again with an open offer.',
    facts: ['state'],
  },
  offer_needs_presentation: {
    step: 'token',
    standard: { document: 'OpenID4VCI 1.0', section: '6.3' },
    blame: 'configuration',
    explanation:
      'Since the offer was created, one of its configurations requires a presentation, which a pre-authorized code would bypass.',
    hint: 'Create a new offer with the flow `authorization_code`.',
    facts: ['configurationIds'],
  },
  offer_needs_sign_in: {
    step: 'token',
    standard: { document: 'OpenID4VCI 1.0', section: '6.3' },
    blame: 'configuration',
    explanation: 'A configuration in the offer requires a sign-in, which a pre-authorized code would bypass.',
    hint: 'Create a new offer with the flow `authorization_code`.',
    facts: ['configurationIds'],
  },
} as const satisfies ReasonEntries;
