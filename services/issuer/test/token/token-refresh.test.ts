import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newReports } from '@countersign/shared/http/reports';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { auditRecords, refreshGrants } from '@countersign/shared/test/model/every-tenant';
import { received } from '../../src/client/received.ts';
import { grantOf, tokensOf } from '../../src/session/grant.ts';
import { NEW_SESSION_PAUSE } from '../../src/session/refresh-transitions.ts';
import { nextReissueSession } from '../../src/token/reissue-session.ts';
import { MAX_TOKENS } from '../../src/token/reissue-transitions.ts';
import { redeemRefreshToken } from '../../src/token/token-refresh.ts';
import { REDIRECT_URI, registered, VERIFIER } from '../world.ts';
import {
  credentialWith,
  DAY,
  openRenewable,
  records,
  refreshed,
  renewals,
  tokenFor,
  writeConfiguration,
} from './renewable.ts';

test('a refresh gives another token, and the same refresh token', async (t) => {
  const world = await openRenewable(t);
  const first = await tokenFor(world);
  const second = await refreshed(world, first.refresh_token);
  assert.equal(second.refresh_token, first.refresh_token);
  assert.notEqual(second.access_token, first.access_token);
  assert.equal(second.token_type, 'DPoP');
  for (const { access_token } of [first, second]) {
    assert.equal(((await credentialWith(world, access_token)).credentials as unknown[]).length, 1);
  }
  assert.deepEqual(await renewals(world, first.session), []);
});

test('the store has the hash of the token and what a session is made of, sealed', async (t) => {
  const world = await openRenewable(t);
  const { refresh_token = '', session } = await tokenFor(world);
  const [record] = await records(world);
  const text = JSON.stringify(record);
  assert.equal(record?.session, session);
  for (const secret of [refresh_token, refresh_token.slice(22), 'credentialConfigurationIds']) {
    assert.ok(!text.includes(secret));
  }
  assert.equal((record?.expiresAt ?? 0) - world.now, 90 * DAY);
});

test('while its tokens live a refresh continues the session, with three tokens at most', async (t) => {
  const world = await openRenewable(t);
  const first = await tokenFor(world);
  await credentialWith(world, first.access_token);
  for (let n = 0; n < 5; n += 1) await refreshed(world, first.refresh_token);
  const { issuance } = await world.stored(first.session);
  const grant = grantOf(issuance.progress);
  assert.equal(grant && tokensOf(grant).length, MAX_TOKENS);
  await assert.rejects(credentialWith(world, first.access_token), { code: 'invalid_token' });
});

test('after the session a refresh begins a new one, with the claims of now', async (t) => {
  const world = await openRenewable(t);
  const first = await tokenFor(world);
  await credentialWith(world, first.access_token);
  world.now += DAY;
  const { access_token, refresh_token } = await refreshed(world, first.refresh_token);
  assert.equal(refresh_token, first.refresh_token);
  const [renewal, ...others] = await renewals(world, first.session);
  assert.deepEqual([renewal?.status, renewal?.firstSession, others], ['token_issued', first.session, []]);
  assert.equal(((await credentialWith(world, access_token)).credentials as unknown[]).length, 1);
  assert.equal((await world.stored(renewal?.id ?? '')).status, 'issued');
  await assert.rejects(credentialWith(world, first.access_token), { code: 'invalid_token' });
  world.now += DAY;
  await refreshed(world, first.refresh_token);
  assert.equal((await renewals(world, first.session)).length, 2);
});

test('any number of refreshes at once make one session and three tokens', async (t) => {
  const world = await openRenewable(t);
  const first = await tokenFor(world);
  await credentialWith(world, first.access_token);
  world.now += DAY;
  const all = await Promise.all(Array.from({ length: 50 }, () => refreshed(world, first.refresh_token)));
  assert.equal(new Set(all.map(({ access_token }) => access_token)).size, 50);
  const [renewal, ...others] = await renewals(world, first.session);
  assert.deepEqual(others, []);
  const grant = renewal?.issuance && grantOf(renewal.issuance.progress);
  assert.equal(grant && tokensOf(grant).length, MAX_TOKENS);
});

test('without a credential there is nothing to renew', async (t) => {
  const world = await openRenewable(t);
  const first = await tokenFor(world);
  world.now += 2 * 3_600_000 + DAY;
  await assert.rejects(refreshed(world, first.refresh_token), { code: 'invalid_grant' });
  assert.deepEqual(await renewals(world, first.session), []);
});

test('a session that fails is not replaced at once', async (t) => {
  const world = await openRenewable(t);
  const first = await tokenFor(world);
  await credentialWith(world, first.access_token);
  world.now += DAY;
  await refreshed(world, first.refresh_token);
  const [renewal] = await renewals(world, first.session);
  const failed = { state: 'failed', reason: 'claims_unavailable' } as const;
  await world.change(renewal?.id ?? '', (one) => ({ ...one, issuance: { ...one.issuance, progress: failed } }));
  await assert.rejects(refreshed(world, first.refresh_token), { code: 'rate_limited' });
  world.now += NEW_SESSION_PAUSE;
  await refreshed(world, first.refresh_token);
});

test('a token without its keys is refused and stays valid; the audit log says so once an hour', async (t) => {
  const world = await openRenewable(t);
  const first = await tokenFor(world);
  const { refresh_token } = first;
  const thief = () => world.dpop({}, registered);
  for (let n = 0; n < 3; n += 1) {
    await assert.rejects(refreshed(world, refresh_token, {}, thief()), { code: 'invalid_grant' });
  }
  await assert.rejects(refreshed(world, refresh_token, { client_id: 'another' }), { code: 'invalid_grant' });
  await assert.rejects(refreshed(world, refresh_token, { client_id: '' }), { code: 'invalid_client' });
  await assert.rejects(refreshed(world, refresh_token, {}, {} as never), { code: 'invalid_dpop_proof' });
  const { documents } = await world.store.find(auditRecords, {
    index: 'session',
    equal: [first.session],
    limit: 9,
  });
  assert.deepEqual(
    documents.map(({ action }) => action),
    ['refresh.refused'],
  );
  await refreshed(world, refresh_token);
});

test('a refresh may ask for less, and not for more', async (t) => {
  const world = await openRenewable(t);
  const first = await tokenFor(world, { scope: 'pid' });
  const { refresh_token } = first;
  await assert.rejects(refreshed(world, refresh_token, { scope: 'pid pass' }), { code: 'invalid_scope' });
  const details = (id: string) => JSON.stringify([{ type: 'openid_credential', credential_configuration_id: id }]);
  await assert.rejects(refreshed(world, refresh_token, { authorization_details: details('pass') }), {
    code: 'invalid_authorization_details',
  });
  await refreshed(world, refresh_token, { scope: 'pid' });
  const both = await tokenFor(world);
  const narrowed = await refreshed(world, both.refresh_token, { scope: 'pass' });
  await assert.rejects(credentialWith(world, narrowed.access_token), { code: 'credential_request_denied' });
  await credentialWith(world, narrowed.access_token, 'pass');
  const named = await refreshed(world, both.refresh_token, { authorization_details: details('pid') });
  assert.deepEqual(named.authorization_details?.[0]?.credential_identifiers, ['pid']);
});

test('a code that is used again ends the refresh token too', async (t) => {
  const world = await openRenewable(t);
  const { code } = await world.code({}, world.dpop());
  const body = { grant_type: 'authorization_code', code, client_id: 'wallet', redirect_uri: REDIRECT_URI };
  const redeem = () => world.post('issuer.token', { ...body, code_verifier: VERIFIER }, world.dpop());
  const { refresh_token } = (await redeem()).body as { refresh_token: string };
  world.now += 60_000;
  await assert.rejects(redeem(), { code: 'invalid_grant' });
  assert.deepEqual(await records(world), []);
  await assert.rejects(refreshed(world, refresh_token), { code: 'invalid_grant' });
});

test('a token ends with its time, and with its record', async (t) => {
  const world = await openRenewable(t, { refresh: { lifetime: 7200 } });
  const first = await tokenFor(world);
  await credentialWith(world, first.access_token);
  const [record] = await records(world);
  assert.equal(record?.expiresAt, world.now + 7_200_000);
  world.now += 7_199_000;
  await refreshed(world, first.refresh_token);
  world.now += 1000;
  await assert.rejects(refreshed(world, first.refresh_token), { code: 'invalid_grant' });
  world.now -= 2000;
  const present = await world.store.get(refreshGrants, record?.id ?? '');
  assert.ok(present !== undefined && (await world.store.delete(refreshGrants, present)));
  await assert.rejects(refreshed(world, first.refresh_token), { code: 'invalid_grant' });
});

test('a renewal whose record was removed gives no credential', async (t) => {
  const world = await openRenewable(t);
  const first = await tokenFor(world);
  await credentialWith(world, first.access_token);
  world.now += DAY;
  const { access_token } = await refreshed(world, first.refresh_token);
  const [present] = await records(world);
  assert.ok(present !== undefined && (await world.store.delete(refreshGrants, present)));
  await assert.rejects(credentialWith(world, access_token), { code: 'credential_request_denied' });
});

test('no refresh token: without DPoP, where a credential is not renewed, where its claims came with the offer', async (t) => {
  const world = await openRenewable(t, {});
  assert.equal((await tokenFor(world)).refresh_token, undefined);
  await assert.rejects(refreshed(world, 'x'.repeat(64)), { code: 'unsupported_grant_type' });
  const renewing = await openRenewable(t);
  await assert.rejects(refreshed(renewing, 'x'.repeat(64)), { code: 'invalid_grant' });
  const offer = { flow: 'pre_authorized_code', credentialConfigurationIds: ['pid'] };
  const redeem = async (body: object, headers = {}) => {
    const { grant } = await renewing.offer({ ...offer, ...body });
    const form = { grant_type: 'urn:ietf:params:oauth:grant-type:pre-authorized_code', 'pre-authorized_code': grant };
    return ((await renewing.post('issuer.token', form, headers)).body as { refresh_token?: string }).refresh_token;
  };
  assert.equal(await redeem({}), undefined);
  assert.equal(await redeem({ claims: { pid: { level: 'gold' } } }, renewing.dpop()), undefined);
  const token = await redeem({}, renewing.dpop());
  await refreshed(renewing, token, { client_id: '' });
});

test('a code that is redeemed many times at once leaves one record', async (t) => {
  const world = await openRenewable(t);
  const { code } = await world.code({}, world.dpop());
  const body = { grant_type: 'authorization_code', code, client_id: 'wallet', redirect_uri: REDIRECT_URI };
  const redeem = () => world.post('issuer.token', { ...body, code_verifier: VERIFIER }, world.dpop());
  const all = await Promise.allSettled(Array.from({ length: 10 }, redeem));
  assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 1);
  const [record, ...others] = await records(world);
  assert.deepEqual([record?.state, others], ['given', []]);
});

test('the reasons of a refresh: nothing to renew, a moment ago, and configurations that changed', async (t) => {
  const world = await openRenewable(t);
  const why = async (token: string | undefined) => {
    const { reason, facts } = await refusalOf(() => refreshed(world, token));
    return facts === undefined ? [reason] : [reason, facts];
  };
  const unused = await tokenFor(world);
  const used = await tokenFor(world);
  await credentialWith(world, used.access_token);
  world.now += world.platform.settings.SESSION_TTL * 1000;
  assert.deepEqual(await why(unused.refresh_token), ['refresh_nothing', { state: 'given' }]);
  for (const id of ['pid', 'pass']) writeConfiguration(world, id, {});
  assert.deepEqual(await why(used.refresh_token), ['refresh_withdrawn', { configurationIds: ['pid', 'pass'] }]);
});

test('the reason of refreshes that collide without end', async (t) => {
  const world = await openRenewable(t);
  const { access_token } = await tokenFor(world);
  await credentialWith(world, access_token);
  world.now += DAY;
  const [first = assert.fail('no record')] = await records(world);
  const record = await nextReissueSession(world.platform, first);
  let reads = 0;
  const { store } = world.platform;
  // Each session exists when it is read, and no longer when it is written.
  const find: typeof store.get = async (collection, id) => {
    reads += 1;
    return reads % 2 === 1 ? store.get(collection, id) : undefined;
  };
  const gone = { ...store, get: find, replace: async () => undefined };
  const server = { ...world.dependencies, platform: { ...world.platform, store: gone } };
  const refresh = {
    ...received(server, { request: world.request({}), reports: newReports() }),
    client: undefined,
    proof: undefined,
  };
  const redeem = () => redeemRefreshToken({ ...refresh, record, refreshToken: 'x', identifiers: false });
  assert.deepEqual(await refusalOf(redeem), {
    code: 'temporarily_unavailable',
    reason: 'refresh_collision',
    facts: { retryAfterSeconds: 1 },
  });
});
