/** The reported error of a request with two mistakes, and the number of store reads before it. */
import { test } from 'node:test';
import { pushedAuthorizationRequest } from '../../src/authorize/pushed-authorization-request.ts';
import { REDIRECT_URI } from '../world.ts';
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
  withProof,
} from './authorization-mistakes.ts';
import { assertOrder, column, parameters } from './mistakes.ts';

test('PAR', (t) =>
  assertOrder(t, {
    rows: column('par'),
    unprovoked: ['findOfferedConfigurations'],
    good: (world) => offered(world),
    send: (world, { parameters: body, headers }) =>
      pushedAuthorizationRequest(world.dependencies)(world.request(body, headers)),
    mistakes: [
      ...[noRequestUri(), noRequestObject(), dpopProof(), clientUnproven(), noClient()],
      ...[noIssuerState('checkIssuerStateGiven', 'access_denied'), issuerStateUnknown(1), issuerStateOver(1)],
      ...withProof(3),
      offerOver(3),
    ],
  }));

test('PAR of a client that is registered', (t) =>
  assertOrder(t, {
    rows: ['checkDpopProof', 'authenticateClient', 'checkOpenOffer', 'checkRedirectTarget'],
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
        ...{
          name: 'assertion that has expired',
          check: 'authenticateClient',
          part: 'client',
          code: 'invalid_client',
          reads: 0,
        },
        make: (sent, world) => ({ ...sent, parameters: { ...sent.parameters, ...world.assertion({ exp: 1 }) } }),
      },
      parameters(
        { name: 'no assertion', check: 'authenticateClient', part: 'client', code: 'invalid_client', reads: 0 },
        { client_assertion: '', client_assertion_type: '' },
      ),
      parameters(
        {
          name: 'client_id of another client',
          check: 'authenticateClient',
          part: 'client',
          code: 'invalid_client',
          reads: 0,
        },
        { client_id: 'wallet' },
      ),
      issuerStateUnknown(1),
      parameters(
        {
          name: 'redirect_uri that is not registered',
          check: 'checkRedirectTarget',
          code: 'invalid_request',
          reads: 3,
        },
        { redirect_uri: `${REDIRECT_URI}?` },
      ),
    ],
  }));
