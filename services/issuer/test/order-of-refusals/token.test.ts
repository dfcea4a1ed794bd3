/** The reported error of a request with two errors. */
import { test } from 'node:test';
import { newReports } from '@countersign/shared/http/reports';
import { suspendRefresh } from '@countersign/shared/model/refresh/end-refresh';
import { PRE_AUTHORIZED_CODE_GRANT } from '../../src/configuration/authorization-server-metadata.ts';
import { tokenEndpoint } from '../../src/token/token.ts';
import { tokenFor, writeConfiguration } from '../token/renewable.ts';
import { REDIRECT_URI, registered, VERIFIER, type World } from '../world.ts';
import { clientUnproven, dpopProof, noClient, UNKNOWN } from './authorization-mistakes.ts';
import { assertOrder, column, type Mistake, parameters, type Sent } from './mistakes.ts';

const token = (world: World, { parameters: body, headers }: Sent) =>
  tokenEndpoint(world.dependencies)(world.request(body, headers), newReports());
const grantType = [
  parameters(
    { name: 'no grant_type', check: 'checkGrantType', part: 'grant_type', code: 'invalid_request' },
    { grant_type: '' },
  ),
  parameters(
    {
      name: 'another grant_type',
      check: 'checkGrantType',
      part: 'grant_type',
      code: 'unsupported_grant_type',
    },
    { grant_type: 'password' },
  ),
];
const resource = parameters(
  { name: 'resource', check: 'checkResource', code: 'invalid_target' },
  { resource: 'https://elsewhere.example' },
);
const noProof: Mistake = {
  name: 'no DPoP proof',
  check: 'checkDpopRequired',
  part: dpopProof.name,
  code: 'invalid_dpop_proof',
  make: ({ headers: _, ...sent }) => sent,
};

test('token for a code', (t) =>
  assertOrder(t, {
    rows: column('code'),
    settings: { DPOP: 'required' },
    good: async (world) => {
      const { session, code } = await world.code({}, world.dpop());
      const sent = { grant_type: 'authorization_code', code, client_id: 'wallet', redirect_uri: REDIRECT_URI };
      return { session, parameters: { ...sent, code_verifier: VERIFIER }, headers: world.dpop() };
    },
    send: token,
    mistakes: [
      ...grantType,
      resource,
      dpopProof,
      noProof,
      clientUnproven,
      parameters({ name: 'no code', check: 'checkCodeGiven', part: 'code', code: 'invalid_request' }, { code: '' }),
      noClient,
      parameters(
        { name: 'code of no session', check: 'checkCode', part: 'code', code: 'invalid_grant' },
        { code: UNKNOWN },
      ),
      parameters(
        { name: 'another client_id', check: 'transition', part: 'client', code: 'invalid_grant' },
        { client_id: 'another' },
      ),
      {
        name: 'another key',
        check: 'transition',
        part: dpopProof.name,
        code: 'invalid_grant',
        make: (sent, world) => ({ ...sent, headers: world.dpop({}, registered) }),
      },
      parameters(
        { name: 'redirect_uri', check: 'transition', code: 'invalid_grant' },
        { redirect_uri: 'https://elsewhere.example' },
      ),
      parameters(
        { name: 'no code_verifier', check: 'transition', part: 'verifier', code: 'invalid_grant' },
        { code_verifier: '' },
      ),
      parameters(
        { name: 'another code_verifier', check: 'transition', part: 'verifier', code: 'invalid_grant' },
        { code_verifier: 'w'.repeat(43) },
      ),
      parameters(
        { name: 'authorization_details', check: 'transition', code: 'invalid_authorization_details' },
        { authorization_details: '[]' },
      ),
    ],
  }));

test('token for a pre-authorized code', (t) =>
  assertOrder(t, {
    rows: column('preAuth'),
    settings: { DPOP: 'required' },
    good: async (world) => {
      const { session, grant, txCode = '' } = await world.offer({ flow: 'pre_authorized_code', tx_code: true });
      const sent = { grant_type: PRE_AUTHORIZED_CODE_GRANT, 'pre-authorized_code': grant, tx_code: txCode };
      return { session, parameters: sent, headers: world.dpop() };
    },
    send: token,
    mistakes: [
      ...grantType,
      resource,
      dpopProof,
      noProof,
      clientUnproven,
      parameters(
        { name: 'no code', check: 'checkPreAuthorizedCodeGiven', part: 'code', code: 'invalid_request' },
        { 'pre-authorized_code': '' },
      ),
      parameters(
        { name: 'code of no session', check: 'checkPreAuthorizedCode', part: 'code', code: 'invalid_grant' },
        { 'pre-authorized_code': UNKNOWN },
      ),
      {
        name: 'a configuration that needs a presentation by now',
        check: 'checkNoPresentation',
        code: 'invalid_grant',
        make: async (sent, world) => {
          await world.change(sent.session, (session) => ({
            ...session,
            issuance: { ...session.issuance, configurationIds: ['member'] },
          }));
          return sent;
        },
      },
      {
        name: 'an offer that demands a sign-in by now',
        check: 'checkNoSignIn',
        code: 'invalid_grant',
        make: async (sent, world) => {
          await world.change(sent.session, (session) => ({
            ...session,
            issuance: { ...session.issuance, signIn: {} },
          }));
          return sent;
        },
      },
      parameters(
        { name: 'authorization_details', check: 'transition', code: 'invalid_authorization_details' },
        { authorization_details: '[]' },
      ),
      {
        name: 'an offer that has expired',
        check: 'transition',
        code: 'invalid_grant',
        make: async (sent, world) => {
          await world.change(sent.session, (session) => ({ ...session, expiresAt: world.now }));
          return sent;
        },
      },
      parameters(
        { name: 'no tx_code', check: 'transition', part: 'tx_code', code: 'invalid_request' },
        { tx_code: '' },
      ),
      parameters(
        {
          name: 'another tx_code',
          check: 'transition',
          changes: true,
          part: 'tx_code',
          code: 'invalid_grant',
        },
        { tx_code: 'wrong' },
      ),
    ],
  }));

test('token for a refresh token', (t) =>
  assertOrder(t, {
    rows: column('refresh'),
    // No wallet here has an attestation with a status.
    unprovoked: ['checkOriginalWallet'],
    settings: { DPOP: 'required' },
    good: async (world) => {
      for (const id of ['pid', 'pass']) writeConfiguration(world, id, { refresh: {} });
      const { session, refresh_token = '' } = await tokenFor(world);
      return { session, parameters: { grant_type: 'refresh_token', refresh_token, client_id: 'wallet' }, headers: {} };
    },
    renew: (sent, world) => ({ ...sent, headers: world.dpop() }),
    send: token,
    mistakes: [
      resource,
      dpopProof,
      noProof,
      clientUnproven,
      parameters(
        { name: 'no token', check: 'checkRefreshTokenGiven', part: 'token', code: 'invalid_request' },
        { refresh_token: '' },
      ),
      parameters(
        { name: 'an unknown token', check: 'checkRefreshToken', part: 'token', code: 'invalid_grant' },
        { refresh_token: UNKNOWN },
      ),
      parameters(
        { name: 'no client_id', check: 'checkRefreshHolder', part: 'client', code: 'invalid_client' },
        { client_id: '' },
      ),
      parameters(
        { name: 'another client_id', check: 'checkRefreshHolder', part: 'client', code: 'invalid_grant' },
        { client_id: 'another' },
      ),
      {
        name: 'another key',
        check: 'checkRefreshHolder',
        part: dpopProof.name,
        code: 'invalid_grant',
        make: (sent, world) => ({ ...sent, headers: world.dpop({}, registered) }),
      },
      parameters(
        { name: 'a wider scope', check: 'checkRefreshNarrowed', code: 'invalid_scope' },
        { scope: 'pid member' },
      ),
      {
        name: 'a suspended credential',
        check: 'checkNotSuspended',
        code: 'temporarily_unavailable',
        make: async (sent, world) => {
          const of = { tenant: 'default', session: sent.session, now: world.now };
          await suspendRefresh(world.platform.store, of, true);
          return sent;
        },
      },
    ],
  }));
