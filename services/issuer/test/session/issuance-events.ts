/**
 * The state tables of an issuance and its parts: claims of a webhook, deferred credentials, slots of an offer.
 * docs/reference/states.md shows them; tests check the transitions against them.
 */

import type { IssuanceState } from '@countersign/shared/model/session/issuance-part';
import type { SessionClaims } from '@countersign/shared/model/session/sessions';
import type { StateTable } from '@countersign/shared/test/model/state-table';

export const issuanceEvents: StateTable<IssuanceState> = {
  pushRequest: {
    meaning: 'A wallet pushes an authorization request: a new attempt',
    from: {
      created: ['pushed'],
      pushed: ['pushed'],
      presentation_required: ['pushed'],
      authorized: ['pushed'],
      token_issued: ['pushed'],
    },
  },
  requirePresentation: {
    meaning: 'A challenge requires a presentation: a new attempt',
    from: {
      created: ['presentation_required'],
      pushed: ['presentation_required'],
      presentation_required: ['presentation_required'],
      authorized: ['presentation_required'],
      token_issued: ['presentation_required'],
    },
  },
  authorize: { meaning: 'The request_uri is spent for a code', from: { pushed: ['authorized'] } },
  authorizeAfterPresentation: {
    meaning: 'The request_uri is spent for a presentation in the browser',
    from: { pushed: ['presentation_required'] },
  },
  askToSignIn: {
    meaning: 'The browser loads the request_uri, and the page asks the user to sign in',
    from: { pushed: ['pushed'] },
  },
  beginSignIn: { meaning: 'The user is redirected to the identity provider', from: { pushed: ['pushed'] } },
  takeSignIn: { meaning: "The provider's response arrives, once", from: { pushed: ['pushed'] } },
  completeSignIn: {
    meaning: 'The user has signed in: the request_uri is spent for a code',
    from: { pushed: ['authorized'] },
  },
  refuseSignIn: {
    meaning: 'The sign-in failed: the request_uri is spent, and an offer stays open',
    from: { pushed: ['pushed'] },
  },
  declineSignIn: {
    meaning: 'The user declines to sign in. A session without an offer is deleted when it expires',
    from: { pushed: ['failed', 'pushed'] },
  },
  declinePresentation: {
    meaning: 'The user declines on the presentation page',
    from: { presentation_required: ['failed'] },
  },
  answerChallenge: {
    meaning: 'The wallet that has presented requests its code; a rejected presentation ends the issuance',
    from: { presentation_required: ['authorized', 'failed'], authorized: ['authorized'] },
  },
  followPresentation: {
    meaning: "The browser's page polls the presentation's progress",
    from: { presentation_required: ['authorized', 'failed'], authorized: ['authorized'] },
  },
  redeemCode: { meaning: 'The code is redeemed', from: { authorized: ['token_issued'] } },
  acceptExternalToken: {
    meaning: 'A token from the external authorization server is received, the first or a later one',
    from: { created: ['token_issued'], token_issued: ['token_issued'] },
  },
  recordCodeReuse: {
    meaning:
      'A redeemed code is used again: its token is revoked, unless the request repeats one whose response was lost',
    from: { token_issued: ['token_issued'], issued: ['issued'], completed: ['completed'], failed: ['failed'] },
  },
  redeemPreAuthorizedCode: {
    meaning: 'The pre-authorized code is redeemed; wrong transaction codes are counted, the fifth ends the issuance',
    from: { created: ['created', 'failed', 'token_issued'] },
  },
  recordCredentials: {
    meaning: 'Credentials are about to be sent',
    from: { token_issued: ['issued'], issued: ['issued'], completed: ['completed'] },
  },
  deferRequest: {
    meaning: 'A credential request waits for its claims',
    from: { token_issued: ['token_issued'], issued: ['issued'], completed: ['completed'] },
  },
  deliverDeferred: {
    meaning: 'Deferred credentials are about to be sent',
    from: { token_issued: ['issued'], issued: ['issued'], completed: ['completed'] },
  },
  recordNotification: {
    meaning: 'The wallet sends a notification about credentials; the last acceptance completes the issuance',
    from: { issued: ['completed', 'issued'], completed: ['completed'] },
  },
  settleClaims: {
    meaning: "A webhook's claims are checked: valid, invalid or late",
    from: {
      presentation_required: ['failed', 'presentation_required'],
      authorized: ['authorized', 'failed'],
      token_issued: ['failed', 'token_issued'],
      issued: ['issued'],
      completed: ['completed'],
    },
  },
  failIssuance: {
    meaning:
      'The claims are invalid when the credential is created. If a credential was already issued, only the claims fail',
    from: {
      created: ['failed'],
      pushed: ['failed'],
      presentation_required: ['failed'],
      authorized: ['failed'],
      token_issued: ['failed'],
      issued: ['issued'],
      completed: ['completed'],
    },
  },
  endRejected: {
    meaning: "The current attempt's presentation was rejected",
    from: { presentation_required: ['failed'] },
  },
  endByTime: {
    meaning: 'The offer, a later step, or the token that credentials were issued under has expired',
    from: {
      created: ['expired'],
      pushed: ['expired'],
      presentation_required: ['expired'],
      authorized: ['expired'],
      token_issued: ['expired'],
      issued: ['issued'],
      completed: ['completed'],
    },
  },
  cancelIssuance: {
    meaning: 'The backend cancels an issuance for which no wallet has a token',
    from: {
      created: ['failed'],
      pushed: ['failed'],
      presentation_required: ['failed'],
      authorized: ['failed'],
    },
  },
  endRestored: {
    meaning: 'The store was restored from a backup',
    from: {
      created: ['failed'],
      pushed: ['failed'],
      presentation_required: ['failed'],
      authorized: ['failed'],
      token_issued: ['failed'],
      issued: ['issued'],
      completed: ['completed'],
    },
  },
  awaitProvider: {
    meaning: 'A wallet requests a credential whose claims an attribute provider returns',
    from: { token_issued: ['token_issued'], issued: ['issued'] },
  },
  addToken: {
    meaning: 'A refresh adds an access token',
    from: { token_issued: ['token_issued'], issued: ['issued'], completed: ['completed'] },
  },
  beginReissue: {
    meaning: 'A refresh starts a new issuance in an empty session',
    from: { created: ['token_issued'] },
  },
  takePlace: { meaning: 'A wallet takes a slot of an offer for several wallets', from: { created: ['created'] } },
  redeemPlace: {
    meaning: 'A wallet is about to receive the token for its slot. With the last slot the offer is exhausted',
    from: { created: ['created', 'exhausted'], expired: ['expired'] },
  },
};

/** `none`: no webhook provides claims in the current attempt. */
export type ClaimsState = SessionClaims['state'] | 'none';

export const claimsStates: Readonly<Record<ClaimsState, string>> = {
  none: 'No webhook provides claims in the current attempt',
  expected: 'The webhook is called when the presentation is verified; credential requests wait',
  answered: 'The webhook has responded; the response is not checked yet',
  ready: 'The response is valid, and credentials are created from it',
  failed: 'Claims are no longer accepted',
};

export const claimsEvents: StateTable<ClaimsState> = {
  pushRequest: {
    meaning: 'A new attempt without a presentation',
    from: { expected: ['none'], answered: ['none'], ready: ['none'], failed: ['none'] },
  },
  requirePresentation: {
    meaning: 'A new attempt with a presentation; `expected` if a webhook provides the claims',
    from: {
      none: ['expected'],
      expected: ['expected', 'none'],
      answered: ['expected', 'none'],
      ready: ['expected', 'none'],
      failed: ['expected', 'none'],
    },
  },
  redeemCode: { meaning: 'With the token the deadline moves forward', from: { expected: ['expected'] } },
  beginReissue: { meaning: "A webhook provides a renewal's claims", from: { none: ['expected'] } },
  answerClaims: {
    meaning: 'The dispatcher has the response. A response at the deadline is too late',
    from: { expected: ['answered', 'failed'] },
  },
  giveUpClaims: { meaning: 'No attempt of the dispatcher returned usable claims', from: { expected: ['failed'] } },
  settleClaims: {
    meaning: 'The issuer checks: the response is valid or not, or the deadline has passed',
    from: { expected: ['failed'], answered: ['failed', 'ready'] },
  },
  failIssuance: {
    meaning: 'The issuance ends without a credential',
    from: { expected: ['failed'], answered: ['failed'], ready: ['failed'] },
  },
  endByTime: {
    meaning: 'The issuance has expired: the response is erased',
    from: { expected: ['failed'], answered: ['failed'], ready: ['ready'] },
  },
};

/** A deferred credential request of one configuration. */
export type DeferredState = 'none' | 'kept' | 'delivered';

export const deferredEvents: StateTable<DeferredState> = {
  deferRequest: {
    meaning: 'A credential request waits for its claims. It replaces the previous request',
    from: { none: ['kept'], kept: ['kept'], delivered: ['kept'] },
  },
  deliverDeferred: { meaning: 'The claims have arrived: the signed response is kept', from: { kept: ['delivered'] } },
  recordNotification: { meaning: 'The wallet sends a notification about the response', from: { delivered: ['none'] } },
  pushRequest: { meaning: 'A new attempt', from: { kept: ['none'], delivered: ['none'] } },
  requirePresentation: { meaning: 'A new attempt', from: { kept: ['none'], delivered: ['none'] } },
  endByTime: {
    meaning: 'The token has expired, or ten minutes have passed since the response was created',
    from: { kept: ['none'], delivered: ['none'] },
  },
};

/** A place of an offer that several wallets redeem. */
export type PlaceState = 'free' | 'held' | 'past' | 'redeemed';

export const placeEvents: StateTable<PlaceState> = {
  takePlace: {
    meaning: 'A wallet starts, or starts again',
    from: { free: ['held'], past: ['held'] },
  },
  redeemPlace: {
    meaning: 'Its token is about to be issued',
    from: { held: ['redeemed'], past: ['redeemed'] },
  },
};
