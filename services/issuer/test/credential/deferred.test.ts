import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { grantOf } from '@countersign/shared/model/issuance/grant';
import { deferredCredential } from '../../src/credential/deferred.ts';
import { sha256 } from '../protocol/support.ts';
import { openIssuer, REVOKED, wallet } from '../world.ts';
import { withToken } from './token.ts';

const REQUEST_ID = sha256('presentation');

/** A wallet whose credential request waits for the claims of a webhook. */
async function deferred(t: TestContext) {
  const world = await openIssuer(t, { CLAIMS_WAIT: '0' });
  const { session, send, request, headers } = await withToken(world);
  await world.change(session, (document) => {
    const { progress } = document.issuance;
    if (progress.state !== 'token_issued') return assert.fail();
    const grant = { ...progress.grant, requestId: REQUEST_ID };
    return {
      ...document,
      issuance: { ...document.issuance, progress: { ...progress, grant } },
      claims: { requestId: REQUEST_ID, state: 'expected', deadline: world.now + 60_000 },
    };
  });
  const { status, body } = await send('issuer.credential', await request());
  assert.equal(status, 202);
  const { transaction_id } = body as { transaction_id: string };
  const ask = () => send('issuer.deferred-credential', { transaction_id });
  /** Records the answer of the webhook, as the dispatcher does. */
  const answer = async (claims: object) => {
    const vault = await world.platform.vaults.of('default');
    const sealed = vault.seal(JSON.stringify(claims), `session/${session}/claims`);
    await world.change(session, (document) => ({
      ...document,
      claims: { requestId: REQUEST_ID, deadline: world.now + 60_000, state: 'answered', answer: sealed },
    }));
  };
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
  await answer({ pid: { given_name: 'Max' } });
  const first = await ask();
  assert.equal(first.contentType, 'application/json');
  assert.deepEqual((await ask()).raw, first.raw);
  const { issuance, outbox } = await world.stored(session);
  assert.equal(issuance.credentials.length, 1);
  assert.equal(outbox.filter(({ event }) => event.type === 'credential.issued.v1').length, 1);
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
  assert.equal((await world.stored(session)).issuance.credentials.length, 0);
});

test('claims that do not arrive in time end the issuance', async (t) => {
  const { world, session, ask } = await deferred(t);
  world.now += 60_001;
  await assert.rejects(ask(), { code: 'credential_request_denied' });
  const { issuance } = await world.stored(session);
  assert.equal(issuance.progress.state, 'failed');
  assert.equal(grantOf(issuance.progress) === undefined, false, 'the token is known still');
  await assert.rejects(ask(), { code: 'credential_request_denied' });
});

/** Replaces what was stored of the proofs: the keys, and the status of their attestations. */
async function withProven({ world, session }: Awaited<ReturnType<typeof deferred>>, proven: object): Promise<void> {
  const vault = await world.platform.vaults.of('default');
  const sealedKeys = vault.seal(JSON.stringify(proven), `session/${session}/deferred`);
  await world.change(session, (document) => {
    const deferred = (document.issuance.deferred ?? []).map((one) => ({ ...one, sealedKeys }));
    return { ...document, issuance: { ...document.issuance, deferred } };
  });
}

test('the status of attested keys is asked for at delivery: a revoked one is final', async (t) => {
  const made = await deferred(t);
  const { world, transaction_id, answer, headers, session } = made;
  const deliver = () => deferredCredential(world.dependencies)(world.request({ transaction_id }, headers()));
  await answer({ pid: { given_name: 'Max' } });
  const uri = 'https://provider.example/list';
  await withProven(made, { keys: [wallet.jwk], statuses: [{ uri, idx: REVOKED }] });
  await assert.rejects(deliver(), { code: 'credential_request_denied' });
  assert.equal((await world.stored(session)).issuance.credentials.length, 0);
  await withProven(made, { keys: [wallet.jwk], statuses: [{ uri, idx: 1 }] });
  assert.equal((await deliver()).contentType, 'application/json');
});

test('keys that an earlier version stored, as a list alone, are delivered', async (t) => {
  const made = await deferred(t);
  await made.answer({ pid: { given_name: 'Max' } });
  await withProven(made, [wallet.jwk]);
  assert.equal((await made.ask()).contentType, 'application/json');
});
