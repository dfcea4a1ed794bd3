/** The reported error of a request with two errors. */
import { test } from 'node:test';
import { newReports } from '@countersign/shared/http/reports';
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
  ofRequest,
  signInAndPresentation,
  twoPresentations,
  UNKNOWN,
} from './authorization-mistakes.ts';
import { assertOrder, column, parameters, type Sent } from './mistakes.ts';

/** A pushed request, as a browser sends it. */
async function pushed(world: World): Promise<Sent> {
  const sent = await offered(world);
  const { body } = await pushedAuthorizationRequest(world.dependencies)(
    world.request(sent.parameters, sent.headers),
    newReports(),
  );
  const { request_uri = '' } = body as Record<string, string>;
  return { session: sent.session, parameters: { client_id: 'wallet', request_uri } };
}

const authorize = (world: World, { parameters: query }: Sent) =>
  authorizationEndpoint(world.dependencies)(
    {
      ...world.request({}),
      query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    },
    newReports(),
  );

test('authorize with a request_uri', (t) =>
  assertOrder(t, {
    rows: column('authorize'),
    good: pushed,
    send: authorize,
    mistakes: [
      parameters(
        { name: 'no client_id', check: 'checkClientId', part: 'client', code: 'invalid_request' },
        { client_id: '' },
      ),
      parameters(
        {
          name: 'request_uri of another server',
          check: 'checkRequestUri',
          part: 'request_uri',
          code: 'invalid_request_uri',
        },
        { request_uri: 'https://wallet.example/request' },
      ),
      parameters(
        {
          name: 'request_uri of no session',
          check: 'checkRequestUri',
          part: 'request_uri',
          code: 'invalid_request_uri',
        },
        { request_uri: `urn:ietf:params:oauth:request_uri:${UNKNOWN}` },
      ),
      twoPresentations('checkPushedPresentation', ofRequest),
      signInAndPresentation,
      {
        name: 'request_uri that has expired',
        check: 'transition',
        part: 'request_uri',
        code: 'invalid_request_uri',
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
        { name: 'another client_id', check: 'transition', part: 'client', code: 'invalid_request' },
        { client_id: 'another' },
      ),
    ],
  }));

test('authorize without a request_uri, where requests must be pushed', (t) =>
  assertOrder(t, {
    rows: column('url').slice(0, 2),
    good: pushed,
    send: authorize,
    mistakes: [
      parameters({ name: 'no client_id', check: 'checkClientId', code: 'invalid_request' }, { client_id: '' }),
      parameters({ name: 'no request_uri', check: 'checkPushed', code: 'invalid_request' }, { request_uri: '' }),
    ],
  }));

/** A whole request in the URL. */
async function inUrl(world: World): Promise<Sent> {
  const { headers: _, ...sent } = await offered(world);
  return sent;
}

test('authorize with the whole request in the URL, before it may redirect', (t) =>
  assertOrder(t, {
    rows: column('url'),
    // Its client_id is checked first.
    unprovoked: ['checkPushed', 'checkClientNamed'],
    settings: { PAR: 'optional' },
    good: inUrl,
    send: authorize,
    mistakes: [
      { ...noClient, check: 'checkClientId' },
      noRequestObject,
      parameters(
        {
          name: 'client that must prove itself',
          check: 'identifyClient',
          part: 'client',
          code: 'invalid_client',
        },
        { client_id: 'registered' },
      ),
      parameters(
        { name: 'redirect_uri', check: 'checkRedirectTarget', code: 'invalid_request' },
        { redirect_uri: 'ftp://wallet.example' },
      ),
      noIssuerState('checkIssuerStateGiven', 'access_denied'),
      issuerStateUnknown,
      issuerStateOver,
    ],
  }));

test('authorize with the whole request in the URL, where it redirects', (t) =>
  assertOrder(t, {
    rows: ['checkOpenOffer', ...column('push')],
    unprovoked: ['findOfferedConfigurations', 'checkRedirectTarget'],
    settings: { PAR: 'optional' },
    good: inUrl,
    send: async (world, sent) => {
      const reply = await authorize(world, sent);
      if (reply.refusal !== undefined) throw reply.refusal;
      return reply;
    },
    mistakes: [
      issuerStateUnknown,
      ...authorizationRequest().filter(({ check }) => check !== 'checkRedirectTarget'),
      offerOver,
    ],
  }));
