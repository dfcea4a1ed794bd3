/** Which error wins where two things are wrong with a request, and how often the store is read until then. */
import { test } from 'node:test';
import { authorizationChallenge } from '../../src/authorize/challenge.ts';
import type { World } from '../world.ts';
import {
  anotherKey,
  authorizationRequest,
  clientUnproven,
  dpopProof,
  insertBefore,
  issuerStateOver,
  issuerStateUnknown,
  noClient,
  noIssuerState,
  noRequestObject,
  noRequestUri,
  offered,
  offerOver,
  UNKNOWN,
} from './authorization-mistakes.ts';
import { assertOrder, parameters, type Sent } from './mistakes.ts';

const challenge = (world: World, { parameters: body, headers }: Sent) =>
  authorizationChallenge(world.dependencies)(world.request(body, headers)).catch((error) => {
    // What a challenge answers is an error, also where all is well.
    if (error.code === 'redirect_to_web' || error.code === 'insufficient_authorization') return {};
    throw error;
  });

test('challenge of an offer that leads to the browser', (t) =>
  assertOrder(t, {
    good: (world) => offered(world),
    send: challenge,
    mistakes: [
      ...[noRequestUri(), noRequestObject(), dpopProof(), clientUnproven(), noClient()],
      ...[noIssuerState('invalid_request'), issuerStateUnknown(1), issuerStateOver(1)],
      ...insertBefore(authorizationRequest(5, { withoutType: true }), 'authorization_details', anotherKey(5)),
      offerOver(5),
    ],
  }));

test('challenge of an offer that needs a presentation', (t) =>
  assertOrder(t, {
    good: (world) => offered(world, ['member']),
    send: challenge,
    mistakes: [
      ...[noRequestUri(), noRequestObject(), dpopProof(), clientUnproven(), noClient()],
      ...[noIssuerState('invalid_request'), issuerStateUnknown(1), issuerStateOver(1)],
      ...insertBefore(authorizationRequest(3, { withoutType: true }), 'authorization_details', anotherKey(3)),
      offerOver(4),
    ],
  }));

/** The first challenge, answered by a presentation that was verified. */
async function presented(world: World): Promise<Sent> {
  const sent = await offered(world, ['member']);
  const answer = await authorizationChallenge(world.dependencies)(world.request(sent.parameters, world.dpop())).catch(
    ({ options }) => options.members,
  );
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
    good: presented,
    send: challenge,
    mistakes: [
      ...[dpopProof(), clientUnproven()],
      parameters(
        { name: 'auth_session of no session', part: 'auth_session', code: 'invalid_session', reads: 1 },
        { auth_session: UNKNOWN },
      ),
      parameters(
        { name: 'no session of the presentation', part: 'presentation', code: 'invalid_session', reads: 1 },
        { presentation_during_issuance_session: '' },
      ),
      parameters(
        { name: 'session of another presentation', part: 'presentation', code: 'invalid_session', reads: 1 },
        { presentation_during_issuance_session: 'another' },
      ),
    ],
  }));
