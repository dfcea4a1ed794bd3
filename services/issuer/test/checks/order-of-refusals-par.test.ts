/** Which error wins where two things are wrong with a request, and how often the store is read until then. */
import { test } from 'node:test';
import { pushedAuthorizationRequest } from '../../src/authorize/pushed-authorization-request.ts';
import { REDIRECT_URI } from '../world.ts';
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
} from './authorization-mistakes.ts';
import { assertOrder, parameters } from './mistakes.ts';

test('PAR', (t) =>
  assertOrder(t, {
    good: (world) => offered(world),
    send: (world, { parameters: body, headers }) =>
      pushedAuthorizationRequest(world.dependencies)(world.request(body, headers)),
    mistakes: [
      ...[noRequestUri(), noRequestObject(), dpopProof(), clientUnproven(), noClient()],
      ...[noIssuerState('access_denied'), issuerStateUnknown(1), issuerStateOver(1)],
      ...insertBefore(authorizationRequest(3), 'authorization_details', anotherKey(3)),
      offerOver(3),
    ],
  }));

test('PAR of a client that is registered', (t) =>
  assertOrder(t, {
    good: async (world) => {
      const sent = await offered(world);
      return { ...sent, parameters: { ...sent.parameters, client_id: 'registered', ...world.assertion() } };
    },
    renew: (sent, world) => ({ ...sent, parameters: { ...sent.parameters, ...world.assertion() } }),
    send: (world, { parameters: body, headers }) =>
      pushedAuthorizationRequest(world.dependencies)(world.request(body, headers)),
    mistakes: [
      dpopProof(),
      {
        ...{ name: 'assertion that has expired', part: 'client', code: 'invalid_client', reads: 0 },
        make: (sent, world) => ({ ...sent, parameters: { ...sent.parameters, ...world.assertion({ exp: 1 }) } }),
      },
      parameters(
        { name: 'no assertion', part: 'client', code: 'invalid_client', reads: 0 },
        { client_assertion: '', client_assertion_type: '' },
      ),
      parameters(
        { name: 'client_id of another client', part: 'client', code: 'invalid_client', reads: 0 },
        { client_id: 'wallet' },
      ),
      issuerStateUnknown(1),
      parameters(
        { name: 'redirect_uri that is not registered', code: 'invalid_request', reads: 3 },
        { redirect_uri: `${REDIRECT_URI}?` },
      ),
    ],
  }));
