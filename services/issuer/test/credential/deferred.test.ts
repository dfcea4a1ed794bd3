import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { BusEvent } from '@countersign/shared/bus/catalogue';
import { newReference } from '@countersign/shared/crypto/wallet-reference';
import { newReports } from '@countersign/shared/http/reports';
import { withExpiry } from '@countersign/shared/model/session/session-expiry';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import { deferredCredential } from '../../src/credential/deferred.ts';
import { endByTimeJob } from '../../src/session/end-by-time.ts';
import { grantOf } from '../../src/session/grant.ts';
import { sha256 } from '../support.ts';
import { openIssuer, REVOKED, refusal, registered, wallet } from '../world.ts';
import { expectClaims, REQUEST_ID, withToken } from './token.ts';

/** A wallet whose credential request waits for a webhook's claims. */
async function deferred(t: TestContext, env: Readonly<Record<string, string>> = {}) {
  const world = await openIssuer(t, { CLAIMS_WAIT: '0', ...env });
  const { session, send, request, headers } = await withToken(world);
  const answer = await expectClaims(world, session);
  const { status, body } = await send('issuer.credential', await request());
  assert.equal(status, 202);
  const { transaction_id } = body as { transaction_id: string };
  const ask = () => send('issuer.deferred-credential', { transaction_id });
  return { world, session, transaction_id, ask, answer, headers };
}

test('a request whose claims have not arrived waits under its own transaction', async (t) => {
  const { world, session, transaction_id, ask } = await deferred(t);
  const waiting = await ask();
  assert.equal(waiting.status, 202);
  assert.equal((waiting.body as { transaction_id: string }).transaction_id, transaction_id);
  const { issuance } = await world.stored(session);
  assert.equal(issuance.deferred?.length, 1);
  assert.equal(issuance.credentials.length, 0);
  assert.ok(!JSON.stringify(issuance).includes(transaction_id.slice(22)), 'the secret is not kept');
});

test('the issued credentials are returned byte for byte until the wallet reports them', async (t) => {
  const { world, session, ask, answer } = await deferred(t);
  await world.hook(session);
  await answer({ pid: { given_name: 'Max' } });
  const first = await ask();
  assert.equal(first.contentType, 'application/json');
  assert.deepEqual((await ask()).raw, first.raw);
  const { issuance, outbox } = await world.stored(session);
  assert.equal(issuance.credentials.length, 1);
  assert.equal(outbox.filter(({ event }) => event.type === 'credential.issued.v1').length, 1);
});

for (const [env, has] of [
  [{}, false],
  [{ DEFERRED_NOTIFICATION: 'on' }, true],
] as const) {
  test(`the answer ${has ? 'has' : 'leaves out'} notification_id with the settings ${JSON.stringify(env)}`, async (t) => {
    const { world, session, ask, answer } = await deferred(t, env);
    await answer({ pid: { given_name: 'Max' } });
    const { credentials, notification_id: id } = JSON.parse(String((await ask()).raw)) as {
      readonly credentials: readonly unknown[];
      readonly notification_id?: string;
    };
    assert.equal(credentials.length, 1);
    const [recorded] = (await world.stored(session)).issuance.credentials;
    assert.equal(id, has ? recorded?.notificationId : undefined);
  });
}

test('event and request come at once: the answer is checked and its result written once, and the record meets no other write', async (t) => {
  const { world, session, ask, answer } = await deferred(t);
  await answer({ pid: { given_name: 'Max' } });
  const { store } = world.platform;
  const replaced = t.mock.method(store, 'replace');
  const opened = t.mock.method(await world.platform.vaults.of('default'), 'open');
  const consumer = world.service.consumers.find(({ topic }) => topic === 'webhook-results');
  const data = { request: REQUEST_ID, session, tenant: 'default' };
  await Promise.all([ask(), consumer?.handler({ subject: session, data } as unknown as BusEvent)]);
  assert.equal((await world.stored(session)).issuance.credentials.length, 1);
  const ofSessions = replaced.mock.calls.filter(({ arguments: [collection] }) => collection.name === 'sessions');
  const written = await Promise.all(ofSessions.map(({ result }) => result));
  // Claims, then the response to the wallet.
  assert.deepEqual([written.length, written.includes(undefined)], [2, false]);
  const contexts = opened.mock.calls.map(({ arguments: [, context] }) => context);
  // Once by the check, once by the credential.
  assert.equal(contexts.filter((context) => context === `session/${session}/claims`).length, 2);
});

test('of concurrent requests one issues the credentials', async (t) => {
  const { world, session, ask, answer } = await deferred(t);
  await answer({ pid: { given_name: 'Max' } });
  const answers = await Promise.all(Array.from({ length: 5 }, ask));
  assert.equal(new Set(answers.map(({ raw }) => String(raw))).size, 1);
  assert.equal((await world.stored(session)).issuance.credentials.length, 1);
});

test('without its configuration nothing is issued', async (t) => {
  const { world, session, ask, answer } = await deferred(t);
  await answer({ pid: { given_name: 'Max' } });
  rmSync(join(world.configFolder, 'issuance', 'pid.json'));
  await assert.rejects(ask(), { code: 'credential_request_denied' });
  assert.deepEqual(await whyRefused(ask), ['configuration_removed', { configurationId: 'pid' }]);
  assert.equal((await world.stored(session)).issuance.credentials.length, 0);
});

test('claims that do not arrive in time end the issuance', async (t) => {
  const { world, session, ask } = await deferred(t);
  world.now += 60_001;
  const late = await refusal(ask());
  assert.equal(late.code, 'credential_request_denied');
  assert.deepEqual([late.options.reason, late.options.facts], ['claims_late', { state: 'failed' }]);
  const { issuance } = await world.stored(session);
  assert.equal(issuance.progress.state, 'failed');
  assert.equal(grantOf(issuance.progress) === undefined, false, 'the token is known still');
  await assert.rejects(ask(), { code: 'credential_request_denied' });
  assert.deepEqual(await whyRefused(ask), ['claims_late', { state: 'failed' }]);
});

const TEN_MINUTES = 600_000;

test('after ten minutes the answer is neither repeated nor kept', async (t) => {
  const { world, session, ask, answer } = await deferred(t);
  await answer({ pid: { given_name: 'Max' } });
  await ask();
  world.now += TEN_MINUTES - 1;
  assert.equal((await ask()).contentType, 'application/json');
  world.now += 1;
  await assert.rejects(ask(), { code: 'invalid_transaction_id' });
  world.now += 1;
  await endByTimeJob(world.platform).run();
  const { issuance } = await world.stored(session);
  assert.deepEqual(issuance.deferred, []);
  assert.equal(issuance.progress.state, 'issued');
  assert.equal(grantOf(issuance.progress)?.revoked, undefined, 'the token stays valid');
  await assert.rejects(ask(), { code: 'invalid_transaction_id' });
});

test('any token of the grant with its key opens the transaction, also after the end of the first', async (t) => {
  const { world, session, transaction_id, ask, answer } = await deferred(t);
  const further = newReference((await world.stored(session)).handle, world.platform.random);
  await world.change(session, (document) => {
    const { progress } = document.issuance;
    if (progress.state !== 'token_issued') return assert.fail();
    const { tokenHash } = progress.grant;
    const grant = { ...progress.grant, tokenHash: further.hash, earlier: [{ tokenHash, expiresAt: world.now + 1 }] };
    return withExpiry({ ...document, issuance: { ...document.issuance, progress: { ...progress, grant } } });
  });
  await answer({ pid: { given_name: 'Max' } });
  const first = await ask();
  world.now += 1;
  await assert.rejects(ask(), { code: 'invalid_token' });
  const askWith = (key = wallet) => {
    const headers = {
      authorization: `DPoP ${further.text}`,
      ...world.dpop({ ath: sha256(further.text), iat: world.now / 1000 }, key),
    };
    return world.post('issuer.deferred-credential', { transaction_id }, headers);
  };
  assert.deepEqual((await askWith()).raw, first.raw);
  await assert.rejects(askWith(registered), { code: 'invalid_token' });
});

test('attested keys that were revoked during the wait get nothing', async (t) => {
  const { world, session, transaction_id, answer, headers } = await deferred(t);
  await answer({ pid: { given_name: 'Max' } });
  const vault = await world.platform.vaults.of('default');
  const attestedBy = async (idx: number) => {
    const statuses = [{ uri: 'https://list.example', idx }];
    const sealedStatuses = vault.seal(JSON.stringify(statuses), `session/${session}/deferred-statuses`);
    await world.change(session, (document) => {
      const held = (document.issuance.deferred ?? []).map((one) => ({ ...one, sealedStatuses }));
      return { ...document, issuance: { ...document.issuance, deferred: held } };
    });
    return deferredCredential(world.dependencies)(world.request({ transaction_id }, headers()), newReports());
  };
  await assert.rejects(attestedBy(REVOKED), { code: 'credential_request_denied' });
  assert.equal((await world.stored(session)).issuance.credentials.length, 0);
  assert.equal((await attestedBy(1)).contentType, 'application/json');
});

test('a wallet that was revoked during the wait gets nothing; a status that its provider dropped is not asked for', async (t) => {
  const { world, session, transaction_id, answer, headers } = await deferred(t);
  await answer({ pid: { given_name: 'Max' } });
  const vault = await world.platform.vaults.of('default');
  let unreachable = true;
  const statusOf: typeof world.dependencies.statusOf = async (asked) =>
    unreachable ? { state: 'unreachable' } : world.dependencies.statusOf(asked);
  const heldBy = async (status: object) => {
    const sealedWalletStatus = vault.seal(JSON.stringify(status), `session/${session}/wallet-status`);
    await world.change(session, (document) => {
      const { progress } = document.issuance;
      if (progress.state !== 'token_issued') return assert.fail();
      const grant = { ...progress.grant, sealedWalletStatus };
      return { ...document, issuance: { ...document.issuance, progress: { ...progress, grant } } };
    });
    return deferredCredential({ ...world.dependencies, statusOf })(
      world.request({ transaction_id }, headers()),
      newReports(),
    );
  };
  const uri = 'https://list.example';
  await assert.rejects(heldBy({ uri, idx: 1 }), { code: 'temporarily_unavailable' });
  unreachable = false;
  await assert.rejects(heldBy({ uri, idx: REVOKED }), { code: 'credential_request_denied' });
  assert.equal((await world.stored(session)).issuance.credentials.length, 0);
  assert.equal((await heldBy({ uri, idx: REVOKED, exp: world.now / 1000 })).contentType, 'application/json');
});

test('a transaction that is asked for without a pause is limited, with the time to wait', async (t) => {
  const { world, transaction_id, headers } = await deferred(t);
  const unlimited = {
    ...world.dependencies.dpop,
    check: async () => ({ jkt: wallet.thumbprint, use: async () => undefined }),
  };
  const endpoint = deferredCredential({ ...world.dependencies, dpop: unlimited });
  const ask = () => endpoint(world.request({ transaction_id }, headers()), newReports());
  for (let i = 0; i < 300; i += 1) assert.equal((await ask()).status, 202);
  const error = await refusal(ask());
  assert.deepEqual([error.code, error.options.headers], ['rate_limited', { 'retry-after': '300' }]);
  const facts = { most: 300, limitSeconds: 300, retryAfterSeconds: 300 };
  assert.deepEqual([error.options.reason, error.options.facts], ['deferred_too_soon', facts]);
  world.now += 300_001;
  await assert.rejects(ask(), { code: 'credential_request_denied' }, 'counted anew');
});

test('claims of the webhook that do not fit have a reason of their own', async (t) => {
  const { ask, answer } = await deferred(t);
  await answer({ pid: { iss: 'https://other.example' } });
  const refused = await refusal(ask());
  assert.equal(refused.code, 'credential_request_denied');
  assert.deepEqual([refused.options.reason, refused.options.facts], ['claims_invalid', { state: 'failed' }]);
});
