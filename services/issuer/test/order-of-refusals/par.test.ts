/** The reported error of a request with two errors. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { newReports } from '@countersign/shared/http/reports';
import { pushedAuthorizationRequest } from '../../src/authorize/pushed-authorization-request.ts';
import { goodRequest, REDIRECT_URI } from '../world.ts';
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
      pushedAuthorizationRequest(world.dependencies)(world.request(body, headers), newReports()),
    mistakes: [
      noRequestUri,
      noRequestObject,
      dpopProof,
      clientUnproven,
      noClient,
      noIssuerState('checkIssuerStateGiven', 'access_denied'),
      issuerStateUnknown,
      issuerStateOver,
      ...withProof(),
      offerOver,
    ],
  }));

test('PAR without an offer', (t) =>
  assertOrder(t, {
    rows: column('initiated'),
    good: async (world) => {
      const write = (file: string, content: unknown): void =>
        writeFileSync(join(world.configFolder, file), JSON.stringify(content));
      write('sign-in.json', { issuer: 'https://login.example', clientId: 'c' });
      write('issuance/badge.json', {
        config: { format: 'dc+sd-jwt' },
        claims: {},
        disclosureFrame: {},
        wallet_initiated: true,
      });
      return { session: '', parameters: { ...goodRequest, scope: 'badge' }, headers: world.dpop() };
    },
    renew: (sent, world) => ({ ...sent, headers: world.dpop() }),
    send: (world, { parameters: body, headers }) =>
      pushedAuthorizationRequest(world.dependencies)(world.request(body, headers), newReports()),
    mistakes: [
      noRequestUri,
      noRequestObject,
      dpopProof,
      clientUnproven,
      noClient,
      parameters(
        {
          name: 'a configuration that needs an offer',
          check: 'checkWalletInitiated',
          part: 'checkRequestedConfigurations',
          code: 'access_denied',
        },
        { scope: 'pid' },
      ),
      // A scope or details of nothing are refused before.
      ...withProof().filter(({ check }) => check !== 'checkRequestedConfigurations'),
    ],
    unprovoked: ['checkRequestedConfigurations'],
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
      pushedAuthorizationRequest(world.dependencies)(world.request(body, headers), newReports()),
    mistakes: [
      dpopProof,
      {
        name: 'assertion that has expired',
        check: 'authenticateClient',
        part: 'client',
        code: 'invalid_client',
        make: (sent, world) => ({ ...sent, parameters: { ...sent.parameters, ...world.assertion({ exp: 1 }) } }),
      },
      parameters(
        { name: 'no assertion', check: 'authenticateClient', part: 'client', code: 'invalid_client' },
        { client_assertion: '', client_assertion_type: '' },
      ),
      parameters(
        {
          name: 'client_id of another client',
          check: 'authenticateClient',
          part: 'client',
          code: 'invalid_client',
        },
        { client_id: 'wallet' },
      ),
      issuerStateUnknown,
      parameters(
        {
          name: 'redirect_uri that is not registered',
          check: 'checkRedirectTarget',
          code: 'invalid_request',
        },
        { redirect_uri: `${REDIRECT_URI}?` },
      ),
    ],
  }));
