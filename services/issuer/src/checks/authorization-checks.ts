/**
 * The checks of PAR, the authorization endpoint and the challenge endpoint, in their order: the first check that refuses decides the error.
 * The state of the session is checked after the table, by the transition of the write.
 *
 * | column | request |
 * |---|---|
 * | `par` | POST par |
 * | `initiated` | POST par without `issuer_state`: a wallet begins by itself, or a challenge does and redirects to the browser |
 * | `url` | GET authorize with the whole request (PAR=optional): refused on a page, then `push` |
 * | `push` | the same request, or a challenge that redirects to the browser: stored as if it were pushed |
 * | `authorize` | GET authorize with a request_uri |
 * | `challenge` | POST challenge, then `present` where the offer needs a presentation, else `push` |
 * | `unoffered` | POST challenge or interactive without an issuer_state, at a tenant where people sign in; then `signInPush` |
 * | `signInPush` | the same request, stored as if it were pushed |
 * | `present` | the request of a challenge: stored with a presentation attempt |
 * | `answer` | POST challenge with an auth_session |
 * | `interact` | POST challenge with interaction_types_supported, or POST interactive; then `present` or `push` |
 * | `interaction` | the same endpoints, with an auth_session and openid4vp_response |
 */
import type { IssuanceSession } from '@countersign/shared/model/issuance/issuance-transition';
import type { CheckedClient } from '../client/client-authentication.ts';
import type { CheckedDpop } from '../client/dpop.ts';
import { checkChallengeIssuerState } from '../protocol/check-challenge-issuer-state.ts';
import { checkClientId } from '../protocol/check-client-id.ts';
import { checkClientNamed } from '../protocol/check-client-named.ts';
import { checkCodeChallenge } from '../protocol/check-code-challenge.ts';
import { checkDpopJkt } from '../protocol/check-dpop-jkt.ts';
import { checkDpopRequired } from '../protocol/check-dpop-required.ts';
import { checkInteractionTypes } from '../protocol/check-interaction-types.ts';
import { checkIssuerStateGiven } from '../protocol/check-issuer-state-given.ts';
import { checkPushed } from '../protocol/check-pushed.ts';
import { checkRedirectTarget } from '../protocol/check-redirect-target.ts';
import { checkRequestObjectAbsent } from '../protocol/check-request-object-absent.ts';
import { checkRequestUriAbsent } from '../protocol/check-request-uri-absent.ts';
import { checkRequestedConfigurations } from '../protocol/check-requested-configurations.ts';
import { checkResource } from '../protocol/check-resource.ts';
import { checkResponseType } from '../protocol/check-response-type.ts';
import { checkSentCodeChallenge } from '../protocol/check-sent-code-challenge.ts';
import { checkState } from '../protocol/check-state.ts';
import { authenticateClient } from './authenticate-client.ts';
import { checkAuthSession } from './check-auth-session.ts';
import { checkDpopProof } from './check-dpop-proof.ts';
import { checkDryRun } from './check-dry-run.ts';
import { checkInteractionAnswer, type InteractionReceived } from './check-interaction-answer.ts';
import { checkOpenOffer } from './check-open-offer.ts';
import { checkPresentationOfOffer } from './check-presentation-of-offer.ts';
import { checkPushedPresentation } from './check-pushed-presentation.ts';
import { checkPushedSignIn } from './check-pushed-sign-in.ts';
import { checkRequestUri } from './check-request-uri.ts';
import { checkRequestedPresentation } from './check-requested-presentation.ts';
import { checkSignInOffered } from './check-sign-in-offered.ts';
import { checkTable } from './check-table.ts';
import { checkWalletInitiated } from './check-wallet-initiated.ts';
import { findOfferedConfigurations } from './find-offered-configurations.ts';
import { identifyClient } from './identify-client.ts';
import type { Received } from './received.ts';

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
  .row(checkInteractionAnswer, 'interaction')
  .row(
    checkDryRun,
    'par',
    'initiated',
    'url',
    'authorize',
    'challenge',
    'answer',
    'interact',
    'interaction',
    'unoffered',
  );
