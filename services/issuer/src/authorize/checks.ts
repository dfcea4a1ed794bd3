/**
 * The checks of PAR, the authorization endpoint and the challenge endpoint, in their order: the first check that refuses decides the error.
 * The state of the session is checked after the table, by the transition of the write.
 *
 * | column | request |
 * |---|---|
 * | `par` | POST par |
 * | `initiated` | POST par without `issuer_state`: a wallet starts without an offer, directly or through a challenge that redirects to the browser |
 * | `url` | GET authorize with the whole request (PAR=optional): refused on a page, then `push` |
 * | `push` | the same request, or a challenge that redirects to the browser: stored as if it were pushed |
 * | `authorize` | GET authorize with a request_uri |
 * | `challenge` | POST challenge, then `present` if the offer needs a presentation, otherwise `push` |
 * | `unoffered` | POST challenge or interactive without an issuer_state, at a tenant where users sign in; then `signInPush` |
 * | `signInPush` | the same request, stored as if it were pushed |
 * | `present` | the request of a challenge: stored with a presentation attempt |
 * | `answer` | POST challenge with an auth_session |
 * | `interact` | POST challenge with interaction_types_supported, or POST interactive; then `present` or `push` |
 * | `interaction` | the same endpoints, with an auth_session and openid4vp_response |
 */
import { checkTable } from '@countersign/shared/http/check-table';
import { checkResource } from '../client/check-resource.ts';
import type { CheckedClient } from '../client/client-authentication.ts';
import { authenticateClient, checkClientId, checkClientNamed, identifyClient } from '../client/client-checks.ts';
import type { CheckedDpop } from '../client/dpop/dpop.ts';
import { checkDpopJkt, checkDpopProof, checkDpopRequired } from '../client/dpop/dpop-checks.ts';
import { findOfferedConfigurations } from '../client/find-offered-configurations.ts';
import type { Received } from '../client/received.ts';
import type { IssuanceSession } from '../session/issuance-transition.ts';
import { checkAuthSession } from './check-auth-session.ts';
import { checkInteractionAnswer, type InteractionReceived } from './check-interaction-answer.ts';
import { checkInteractionTypes } from './check-interaction-types.ts';
import {
  checkChallengeIssuerState,
  checkOpenOffer,
  checkRequestedConfigurations,
  checkWalletInitiated,
} from './offer-checks.ts';
import {
  checkCodeChallenge,
  checkIssuerStateGiven,
  checkPushed,
  checkRedirectTarget,
  checkRequestObjectAbsent,
  checkRequestUri,
  checkRequestUriAbsent,
  checkResponseType,
  checkSentCodeChallenge,
  checkState,
} from './parameter-checks.ts';
import {
  checkPresentationOfOffer,
  checkPushedPresentation,
  checkRequestedPresentation,
} from './presentation-checks.ts';
import { checkPushedSignIn, checkSignInOffered } from './sign-in-checks.ts';

/** A request whose client and offer are known. */
export interface Begun extends Received {
  readonly client: CheckedClient;
  /** Not marked as used yet. */
  readonly proof: CheckedDpop | undefined;
  readonly session: IssuanceSession;
}

/** The initial values of a request, by column. */
interface Starts {
  readonly par: Received;
  readonly initiated: Received;
  readonly url: Received;
  readonly push: Begun;
  readonly authorize: Received;
  readonly challenge: Received;
  readonly unoffered: Received;
  readonly signInPush: Received & Pick<Begun, 'client' | 'proof'>;
  readonly present: Begun;
  readonly answer: Received;
  readonly interact: InteractionReceived;
  readonly interaction: InteractionReceived;
}

export const authorizationChecks = checkTable<Starts>()
  .row(checkClientId, 'url', 'authorize')
  .row(checkPushed, 'url')
  .row(checkRequestUriAbsent, 'par', 'initiated', 'challenge', 'interact', 'unoffered')
  .row(checkRequestObjectAbsent, 'par', 'initiated', 'url', 'challenge', 'interact', 'unoffered')
  .row(checkDpopProof, 'par', 'initiated', 'challenge', 'answer', 'interact', 'interaction', 'unoffered')
  .row(checkDpopRequired, 'interact', 'interaction')
  .row(authenticateClient, 'par', 'initiated', 'challenge', 'answer', 'interact', 'interaction', 'unoffered')
  .row(identifyClient, 'url')
  .row(checkClientNamed, 'par', 'initiated', 'url', 'challenge', 'interact', 'unoffered')
  .row(checkRedirectTarget, 'url')
  .row(checkChallengeIssuerState, 'challenge', 'interact')
  .row(checkSignInOffered, 'unoffered')
  .row(checkIssuerStateGiven, 'par', 'url', 'challenge', 'interact')
  .row(checkInteractionTypes, 'interact')
  .row(checkOpenOffer, 'par', 'url', 'challenge', 'interact')
  .row(checkPresentationOfOffer, 'challenge', 'interact')
  .row(checkWalletInitiated, 'initiated', 'signInPush')
  .row(findOfferedConfigurations, 'par', 'push', 'present')
  .row(checkResponseType, 'par', 'initiated', 'push', 'signInPush')
  .row(checkRedirectTarget, 'par', 'initiated', 'push', 'present', 'signInPush')
  .row(checkCodeChallenge, 'par', 'initiated', 'push', 'signInPush')
  .row(checkSentCodeChallenge, 'present')
  .row(checkResource, 'par', 'initiated', 'push', 'present', 'signInPush')
  .row(checkState, 'par', 'initiated', 'push', 'present', 'signInPush')
  .row(checkDpopJkt, 'par', 'initiated', 'push', 'present', 'signInPush')
  .row(checkRequestedConfigurations, 'par', 'initiated', 'push', 'present', 'signInPush')
  .row(checkRequestedPresentation, 'present')
  .row(checkRequestUri, 'authorize')
  .row(checkPushedPresentation, 'authorize')
  .row(checkPushedSignIn, 'authorize')
  .row(checkAuthSession, 'answer')
  .row(checkInteractionAnswer, 'interaction');
