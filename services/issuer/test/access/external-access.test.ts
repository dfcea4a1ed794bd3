import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { newReports } from '@countersign/shared/http/reports';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { externalAccess, isExternal } from '../../src/access/external-access.ts';
import type { ExternalServers } from '../../src/client/external-servers.ts';
import { grantOf } from '../../src/session/grant.ts';
import { jwt, signer } from '../support.ts';
import { openIssuer, PUBLIC_URL } from '../world.ts';

const server = { issuer: 'https://as.example', sessionClaim: 'issuer_state' };
const key = signer();
const JKT = 'thumbprint of the wallet';

async function opened(t: TestContext, found: Partial<ExternalServers> = {}) {
  const world = await openIssuer(t);
  const { session, grant } = await world.offer();
  const external: ExternalServers = {
    of: () => server,
    key: async () => createPublicKey(key.privateKey),
    ...found,
  };
  const token = (change: JsonObject = {}, header: JsonObject = {}, by = key) => {
    const claims = { iss: server.issuer, aud: PUBLIC_URL, exp: world.now / 1000 + 60, issuer_state: grant };
    const payload = { ...claims, cnf: { jkt: JKT }, scope: 'pid', client_id: 'wallet', ...change };
    return jwt({ alg: 'ES256', typ: 'at+jwt', kid: 'k', ...header }, payload, by.privateKey);
  };
  const { platform, configurations } = world.dependencies;
  const access = (sent: string) =>
    externalAccess({ platform, external, configurations }, { request: world.request({}), reports: newReports() }, sent);
  const why = async (sent: string) => {
    const { code, reason, facts } = await refusalOf(() => access(sent));
    assert.equal(code, 'invalid_token');
    return facts === undefined ? [reason] : [reason, facts];
  };
  return { world, session, token, access, why, servers: external };
}

test('a token with the form of a JWT is one of an external server', () => {
  assert.equal(isExternal('a.b.c'), true);
  assert.equal(isExternal('AAAA'), false);
});

test('the first token begins the issuance of its offer, with the configurations that it covers', async (t) => {
  const { world, session, token, access } = await opened(t);
  const sent = token();
  const { grant } = await access(sent);
  assert.deepEqual([grant.configurationIds, grant.dpopJkt, grant.clientId], [['pid'], JKT, 'wallet']);
  assert.deepEqual([grant.external, grant.authorizationDetails], [true, false]);
  const { issuance } = await world.stored(session);
  assert.equal(issuance.progress.state, 'token_issued');
  assert.equal(grantOf(issuance.progress)?.tokenHash, grant.tokenHash);
  assert.ok(!JSON.stringify(issuance).includes(sent.slice(-20)), 'the token is not kept');
  const again = await access(sent);
  assert.deepEqual(again.grant, grant);
});

test('authorization_details cover configurations by id', async (t) => {
  const { token, access } = await opened(t);
  const authorization_details = [{ type: 'openid_credential', credential_configuration_id: 'pass' }];
  const { grant } = await access(token({ scope: undefined, authorization_details }));
  assert.deepEqual([grant.configurationIds, grant.authorizationDetails], [['pass'], true]);
});

test('every other token is refused, and the reason says why', async (t) => {
  const { world, session, token, why } = await opened(t);
  assert.deepEqual(await why(token({}, {}, signer())), ['external_token_signature', { detail: 'signature' }]);
  const type = await why(token({}, { typ: 'JWT' }));
  assert.deepEqual(type, ['external_token_format', { detail: 'type' }]);
  assert.deepEqual(await why('a.b'), ['external_token_format', { detail: 'not_compact' }]);
  assert.equal((await why(token({ iss: 'https://other.example' })))[0], 'external_token_issuer');
  assert.deepEqual(await why(token({ issuer_state: 'x' })), ['external_token_session', { claim: 'issuer_state' }]);
  assert.deepEqual(await why(token({ scope: 'other' })), [
    'external_token_scope',
    { received: ['other'], expectedAny: ['pid', 'pass'] },
  ]);
  assert.equal((await world.stored(session)).status, 'created', 'nothing is written');
});

test('a token at a tenant without an external server, and one whose key is not published', async (t) => {
  const none = await opened(t, { of: () => undefined });
  assert.deepEqual(await none.why(none.token()), ['external_token_unexpected']);
  const unknown = await opened(t, { key: async () => undefined });
  assert.deepEqual(await unknown.why(unknown.token()), ['external_token_signature', { detail: 'no_such_key' }]);
});

test('a token for a session that is erased during the request', async (t) => {
  const { world, session, token, servers } = await opened(t);
  const { platform, configurations } = world.dependencies;
  const get: typeof configurations.get = async (...asked) => {
    const stored = await platform.store.get(sessions, session);
    if (stored !== undefined) await platform.store.delete(sessions, stored);
    return configurations.get(...asked);
  };
  const parts = { platform, external: servers, configurations: { ...configurations, get } };
  assert.deepEqual(
    await refusalOf(() => externalAccess(parts, { request: world.request({}), reports: newReports() }, token())),
    {
      code: 'invalid_token',
      reason: 'external_token_session',
      facts: { claim: 'issuer_state' },
    },
  );
});
