/** The reported error of a request with two errors. */
import { test } from 'node:test';
import { newReports } from '@countersign/shared/http/reports';
import { authorizationChallenge } from '../../src/authorize/challenge.ts';
import type { World } from '../world.ts';
import {
  clientUnproven,
  dpopProof,
  issuerStateOver,
  issuerStateUnknown,
  noClient,
  noIssuerState,
  noRequestObject,
  noRequestUri,
  offered,
  offerOver,
  ofOffer,
  twoPresentations,
  UNKNOWN,
  withProof,
} from './authorization-mistakes.ts';
import { assertOrder, column, parameters, type Sent } from './mistakes.ts';

const challenge = (world: World, { parameters: body, headers }: Sent) =>
  authorizationChallenge(world.dependencies)(world.request(body, headers), newReports()).catch((error) => {
    // The response of a challenge is an error, even on success.
    if (error.code === 'redirect_to_web' || error.code === 'insufficient_authorization') return {};
    throw error;
  });

test('challenge of an offer that continues in the browser', (t) =>
  assertOrder(t, {
    rows: [...column('challenge'), ...column('push')],
    // The issuer_state is checked before, and a challenge requests a code with any response_type.
    unprovoked: ['checkIssuerStateGiven', 'findOfferedConfigurations', 'checkResponseType'],
    good: (world) => offered(world),
    send: challenge,
    mistakes: [
      noRequestUri,
      noRequestObject,
      dpopProof,
      clientUnproven,
      noClient,
      noIssuerState('checkChallengeIssuerState', 'invalid_request'),
      issuerStateUnknown,
      issuerStateOver,
      twoPresentations('checkPresentationOfOffer', ofOffer),
      ...withProof({ withoutType: true }),
      offerOver,
    ],
  }));

test('challenge of an offer that requires a presentation', (t) =>
  assertOrder(t, {
    rows: [...column('challenge'), ...column('present')],
    // A request can't require more presentations than its offer.
    unprovoked: ['checkIssuerStateGiven', 'findOfferedConfigurations', 'checkRequestedPresentation'],
    good: (world) => offered(world, ['member']),
    send: challenge,
    mistakes: [
      noRequestUri,
      noRequestObject,
      dpopProof,
      clientUnproven,
      noClient,
      noIssuerState('checkChallengeIssuerState', 'invalid_request'),
      issuerStateUnknown,
      issuerStateOver,
      twoPresentations('checkPresentationOfOffer', ofOffer),
      ...withProof({ withoutType: true, challenge: 'checkSentCodeChallenge' }),
      offerOver,
    ],
  }));

/** The first challenge, followed by a verified presentation. */
async function presented(world: World): Promise<Sent> {
  const sent = await offered(world, ['member']);
  const answer = await authorizationChallenge(world.dependencies)(
    world.request(sent.parameters, world.dpop()),
    newReports(),
  ).catch(({ options }) => options.members);
  await world.present(sent.session);
  const { auth_session } = answer;
  return {
    session: sent.session,
    parameters: { client_id: 'wallet', auth_session, presentation_during_issuance_session: 'presented' },
    headers: world.dpop(),
  };
}

test('challenge that was answered by a presentation', (t) =>
  assertOrder(t, {
    rows: column('answer'),
    good: presented,
    send: challenge,
    mistakes: [
      dpopProof,
      clientUnproven,
      parameters(
        {
          name: 'auth_session of no session',
          check: 'checkAuthSession',
          part: 'auth_session',
          code: 'invalid_session',
        },
        { auth_session: UNKNOWN },
      ),
      parameters(
        {
          name: 'no session of the presentation',
          check: 'checkAuthSession',
          part: 'presentation',
          code: 'invalid_session',
        },
        { presentation_during_issuance_session: '' },
      ),
      parameters(
        {
          name: 'session of another presentation',
          check: 'transition',
          part: 'presentation',
          code: 'invalid_session',
        },
        { presentation_during_issuance_session: 'another' },
      ),
    ],
  }));
