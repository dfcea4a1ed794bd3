/** Reasons of refusals: the credential offer. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const offerReasons = {
  offer_unknown: {
    step: 'offer',
    standard: { document: 'OpenID4VCI 1.0', section: '4.1.3' },
    blame: 'wallet',
    explanation: 'The address names no offer of this tenant.',
    hint: 'Fetch the `credential_offer_uri` exactly as the link of the offer has it.',
    facts: [],
  },
  offer_expired: {
    step: 'offer',
    standard: { document: 'OpenID4VCI 1.0', section: '4.1.3' },
    blame: 'time',
    explanation: 'The offer was fetched after the end of its lifetime.',
    hint: 'Make a new offer, or give offers a longer lifetime by `expiresIn`.',
    facts: ['expiredSeconds'],
  },
  offer_completed: {
    step: 'offer',
    standard: { document: 'OpenID4VCI 1.0', section: '4.1.3' },
    blame: 'wallet',
    explanation: 'The offer was redeemed before, or its issuance has ended.',
    hint: 'Make a new offer for each issuance, or let several wallets redeem one by `redemptions`.',
    facts: ['state'],
  },
  offer_request: {
    step: 'management',
    blame: 'backend',
    explanation: 'The offer asks for something that does not fit its configurations or this installation.',
    hint: 'Correct the places that `errors` of the answer names.',
    facts: [],
  },
  redemptions_taken: {
    step: 'authorization',
    standard: { document: 'OpenID4VCI 1.0', section: '5.1.3' },
    blame: 'backend',
    explanation: 'Every redemption of the offer is used, or reserved by a wallet that has begun.',
    hint: 'Make another offer, or one with more `redemptions`.',
    facts: ['most'],
  },
  redemption_lost: {
    step: 'token',
    standard: { document: 'RFC 6749', section: '5.2' },
    blame: 'time',
    explanation:
      'Another wallet took the place of this one in an offer with several redemptions, or the offer is closed.',
    hint: 'Redeem the code soon after the authorization, or begin again with an open offer.',
    facts: ['state'],
  },
  offer_needs_presentation: {
    step: 'token',
    standard: { document: 'OpenID4VCI 1.0', section: '6.3' },
    blame: 'configuration',
    explanation:
      'Since the offer was made, one of its configurations requires a presentation, which a pre-authorized code would bypass.',
    hint: 'Make a new offer in the flow `authorization_code`.',
    facts: ['configurationIds'],
  },
  offer_needs_sign_in: {
    step: 'token',
    standard: { document: 'OpenID4VCI 1.0', section: '6.3' },
    blame: 'configuration',
    explanation: 'A configuration of the offer requires a sign-in, which a pre-authorized code would bypass.',
    hint: 'Make a new offer in the flow `authorization_code`.',
    facts: ['configurationIds'],
  },
} as const satisfies ReasonEntries;
