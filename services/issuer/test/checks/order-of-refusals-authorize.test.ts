/** Which error wins where two things are wrong with a request, and how often the store is read until then. */
import { test } from 'node:test';
import { authorizationEndpoint } from '../../src/authorize/authorize.ts';
import { pushedAuthorizationRequest } from '../../src/authorize/pushed-authorization-request.ts';
import type { World } from '../world.ts';
import {
  authorizationRequest,
  issuerStateOver,
  issuerStateUnknown,
  noClient,
  noIssuerState,
  noRequestObject,
  offered,
  offerOver,
  UNKNOWN,
} from './authorization-mistakes.ts';
import { assertOrder, parameters, type Sent } from './mistakes.ts';

/** A pushed request, as a browser brings it. */
async function pushed(world: World): Promise<Sent> {
  const sent = await offered(world);
  const { body } = await pushedAuthorizationRequest(world.dependencies)(world.request(sent.parameters, sent.headers));
  const { request_uri = '' } = body as Record<string, string>;
  return { session: sent.session, parameters: { client_id: 'wallet', request_uri } };
}

const authorize = (world: World, { parameters: query }: Sent) =>
  authorizationEndpoint(world.dependencies)({
    ...world.request({}),
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
  });

test('authorize with a request_uri', (t) =>
  assertOrder(t, {
    good: pushed,
    send: authorize,
    mistakes: [
      parameters({ name: 'no client_id', part: 'client', code: 'invalid_request', reads: 0 }, { client_id: '' }),
      parameters(
        { name: 'request_uri of another server', part: 'request_uri', code: 'invalid_request_uri', reads: 0 },
        { request_uri: 'https://wallet.example/request' },
      ),
      parameters(
        { name: 'request_uri of no session', part: 'request_uri', code: 'invalid_request_uri', reads: 1 },
        { request_uri: `urn:ietf:params:oauth:request_uri:${UNKNOWN}` },
      ),
      {
        ...{
          name: 'request_uri that has expired',
          part: 'request_uri',
          code: 'invalid_request_uri',
          reads: 3,
          changes: true,
        },
        make: async (sent, world) => {
          await world.change(sent.session, (session) => {
            const { progress } = session.issuance;
            if (progress.state !== 'pushed') throw new Error(progress.state);
            return { ...session, issuance: { ...session.issuance, progress: { ...progress, expiresAt: world.now } } };
          });
          return sent;
        },
      },
      parameters(
        { name: 'another client_id', part: 'client', code: 'invalid_request', reads: 3 },
        { client_id: 'another' },
      ),
    ],
  }));

test('authorize without a request_uri, where requests must be pushed', (t) =>
  assertOrder(t, {
    good: pushed,
    send: authorize,
    mistakes: [
      parameters({ name: 'no client_id', code: 'invalid_request', reads: 0 }, { client_id: '' }),
      parameters({ name: 'no request_uri', code: 'invalid_request', reads: 0 }, { request_uri: '' }),
    ],
  }));

/** A whole request in the URL. */
async function inUrl(world: World): Promise<Sent> {
  const { headers: _, ...sent } = await offered(world);
  return sent;
}

test('authorize with the whole request in the URL, before it may redirect', (t) =>
  assertOrder(t, {
    settings: { PAR: 'optional' },
    good: inUrl,
    send: authorize,
    mistakes: [
      noClient(),
      noRequestObject(),
      parameters(
        { name: 'client that must prove itself', part: 'client', code: 'invalid_client', reads: 0 },
        { client_id: 'registered' },
      ),
      parameters({ name: 'redirect_uri', code: 'invalid_request', reads: 0 }, { redirect_uri: 'ftp://wallet.example' }),
      ...[noIssuerState('access_denied'), issuerStateUnknown(1), issuerStateOver(1)],
    ],
  }));

test('authorize with the whole request in the URL, where it redirects', (t) =>
  assertOrder(t, {
    settings: { PAR: 'optional' },
    good: inUrl,
    send: async (world, sent) => {
      const reply = await authorize(world, sent);
      if (reply.refusal !== undefined) throw reply.refusal;
      return reply;
    },
    mistakes: [
      issuerStateUnknown(1),
      ...authorizationRequest(3).filter(({ part }) => part !== 'redirect_uri'),
      offerOver(3),
    ],
  }));
