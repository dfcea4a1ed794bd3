/** The presentation request of an issuance: created once for the session's current attempt. */

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { newPresentationAttempt } from '@countersign/issuer/authorize/presentation-attempt';
import { createKeyOperations } from '@countersign/issuer/keys/key-operations';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { unavailable } from '@countersign/shared/kernel/unavailable';
import { LEAD } from '@countersign/shared/model/keys/key-states';
import type { PresentationAttempt } from '@countersign/shared/model/session/issuance-part';
import { x509HashClientId } from '@countersign/shared/openid4vp/verifier-identity';
import { newEvent } from '@countersign/shared/outbox/events';
import { updateDocument } from '@countersign/shared/store/update-document';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { createConfigurations } from '../../src/query/configurations.ts';
import { createPrepareRequest } from '../../src/request/prepare-request.ts';
import { type Attempt, issuance, newAttempt, waiting } from '../issuing.ts';
import { openVerifier, PUBLIC_URL, type World } from '../world.ts';

/** The wallet starts a new attempt. */
async function beginAgain(world: World, id: string, handle: string): Promise<Attempt> {
  const made = await newAttempt(world, id, handle);
  await updateDocument(world.platform.store, sessions, id, (session) =>
    session.issuance === undefined
      ? session
      : { ...session, issuance: { ...session.issuance, progress: waiting(made.attempt) } },
  );
  return made;
}

async function deliverEvent(world: World, session: string, attempt: PresentationAttempt): Promise<void> {
  const { clock, random } = world.platform;
  const { event } = newEvent({
    type: 'presentation.requested.v1',
    session,
    tenant: 'default',
    data: { configuration: attempt.configurationId, request: attempt.requestId },
    source: PUBLIC_URL,
    clock,
    random,
  });
  const consumer = world.service.consumers.find(({ topic }) => topic === 'presentation-requests');
  await consumer?.handler(event);
}

async function fetched(world: World, reference: string): Promise<JsonObject> {
  const params = { requestId: 'question', session: reference };
  const { raw } = await world.call('verifier.request.get', { params });
  return JSON.parse(Buffer.from(String(raw).split('.')[1] ?? '', 'base64url').toString('utf8')) as JsonObject;
}

test('the event prepares the request, with its key and the times of the attempt', async (t) => {
  const world = await openVerifier(t);
  const { id, attempt, reference } = await issuance(world, 's');
  await deliverEvent(world, id, attempt);
  const { presentation, responseKeyUntil, status } = await world.stored(id);
  assert.equal(presentation?.requestHash, attempt.requestId);
  assert.deepEqual([typeof presentation?.sealedKey, responseKeyUntil], ['string', attempt.expiresAt]);
  // The status is the issuance's.
  assert.equal(status, 'presentation_required');
  const request = await fetched(world, reference);
  assert.deepEqual([request.nonce, request.exp], [presentation?.nonce, Math.floor(attempt.expiresAt / 1000)]);
  assert.equal((await world.stored(id)).status, 'presentation_required');
});

test('a request that no wallet fetches is stored by its event alone, and ends with its attempt', async (t) => {
  const world = await openVerifier(t);
  const { id, attempt } = await issuance(world, 's');
  await deliverEvent(world, id, attempt);
  const { presentation } = await world.stored(id);
  assert.deepEqual(presentation?.progress, { state: 'created' });
  assert.equal(presentation?.life?.expiresAt, attempt.expiresAt);
});

test('a fetch before the event prepares the request that the event then finds', async (t) => {
  const world = await openVerifier(t);
  const { id, attempt, reference } = await issuance(world, 's');
  const first = await fetched(world, reference);
  await deliverEvent(world, id, attempt);
  await deliverEvent(world, id, attempt);
  assert.deepEqual((await fetched(world, reference)).nonce, first.nonce);
});

test('concurrent event and fetches: one creates the request, all serve it', async (t) => {
  const world = await openVerifier(t);
  const { id, attempt, reference } = await issuance(world, 's');
  const all = await Promise.all([
    ...Array.from({ length: 8 }, () => fetched(world, reference)),
    ...Array.from({ length: 4 }, async () => {
      await deliverEvent(world, id, attempt);
      return fetched(world, reference);
    }),
  ]);
  assert.deepEqual(new Set(all.map(({ nonce }) => nonce)), new Set([(await world.stored(id)).presentation?.nonce]));
  assert.equal(new Set(all.map(({ state }) => state)).size, 1);
});

test('a process makes the request once for all that ask at the same moment, and anew after a failure', async (t) => {
  const world = await openVerifier(t);
  const { id, attempt } = await issuance(world, 's');
  const configurations = createConfigurations(world.platform);
  let looks = 0;
  const get: typeof configurations.get = async (...asked) => {
    looks += 1;
    if (looks === 1) throw unavailable('database');
    return configurations.get(...asked);
  };
  const without = { unchecked: async () => undefined };
  const prepareRequest = createPrepareRequest(world.platform, { ...configurations, get }, without);
  const session = await world.stored(id);
  const ask = () => prepareRequest(session, attempt.requestId);
  const failed = await Promise.allSettled([ask(), ask()]);
  assert.deepEqual([failed.map(({ status }) => status), looks], [['rejected', 'rejected'], 1]);
  const made = await Promise.all([ask(), ask(), ask()]);
  assert.equal(looks, 2);
  const { presentation, rev } = await world.stored(id);
  assert.deepEqual([rev, made.map((each) => each?.presentation)], [session.rev + 1, made.map(() => presentation)]);
});

test('a new attempt gets a request of its own; the late event and the address of the old one do nothing', async (t) => {
  const world = await openVerifier(t);
  const old = await issuance(world, 's');
  const before = await fetched(world, old.reference);
  const next = await beginAgain(world, old.id, old.handle);
  // The part still belongs to the previous attempt, whose address is refused.
  await assert.rejects(fetched(world, old.reference), { code: 'not_found' });
  const after = await fetched(world, next.reference);
  assert.notEqual(after.nonce, before.nonce);
  const part = (await world.stored(old.id)).presentation;
  await deliverEvent(world, old.id, old.attempt);
  await assert.rejects(fetched(world, old.reference), { code: 'not_found' });
  assert.deepEqual((await world.stored(old.id)).presentation, part);
  assert.equal((await fetched(world, next.reference)).nonce, after.nonce);
});

test('nothing is prepared where the issuance waits for no presentation, nor for a session that is gone', async (t) => {
  const world = await openVerifier(t);
  const { id, attempt, reference } = await issuance(world, 's');
  await updateDocument(world.platform.store, sessions, id, (session) =>
    session.issuance === undefined
      ? session
      : { ...session, issuance: { ...session.issuance, progress: { state: 'failed' as const, reason: 'r' } } },
  );
  await deliverEvent(world, id, attempt);
  await deliverEvent(world, 'gone', attempt);
  assert.equal((await world.stored(id)).presentation, undefined);
  await assert.rejects(fetched(world, reference), { code: 'not_found' });
});

test('the request ends with its attempt, not with the session', async (t) => {
  const world = await openVerifier(t);
  const { reference } = await issuance(world, 's');
  await fetched(world, reference);
  world.now += 599_000;
  await fetched(world, reference);
  world.now += 1000;
  await assert.rejects(fetched(world, reference), { code: 'gone' });
});

test('the webhook of the configuration is stored for an issuance without a claims webhook', async (t) => {
  const world = await openVerifier(t);
  const { id, reference } = await issuance(world, 's');
  const file = join(world.configFolder, 'presentation', 'question.json');
  const question = {
    dcql_query: { credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['v'] } }] },
    registrationCert: { id: 'r', body: {} },
    webhook: 'https://backend.example/hook',
  };
  writeFileSync(file, JSON.stringify(question));
  await fetched(world, reference);
  const { webhooks } = await world.stored(id);
  const vault = await world.platform.vaults.of('default');
  const config = vault.open(webhooks?.result ?? '', `session/${id}/webhook/result`);
  assert.deepEqual(JSON.parse(config), { url: 'https://backend.example/hook' });
});

test('other services can ask whether a configuration exists', async (t) => {
  const world = await openVerifier(t);
  const asked = async (id: string): Promise<unknown> =>
    (await world.call('verifier.configuration.exists', { params: { id } })).body;
  const why = 'There is no configuration with this id';
  assert.deepEqual([await asked('question'), await asked('other')], [{ exists: true }, { exists: false, why }]);
});

test('purpose and privacy policy of a configuration are those of its registration certificate', async (t) => {
  const world = await openVerifier(t);
  const asked = async (id: string): Promise<unknown> =>
    (await world.call('verifier.configuration.purpose', { params: { id } })).body;
  assert.deepEqual(await asked('other'), { purpose: [] });
  const file = join(world.configFolder, 'presentation', 'question.json');
  const written = JSON.parse(readFileSync(file, 'utf8'));
  const purpose = [{ locale: 'en', name: 'Checking the name' }];
  const body = { purpose: [...purpose, 7], privacy_policy: 'https://issuer.example/privacy' };
  writeFileSync(file, JSON.stringify({ ...written, registrationCert: { id: 'r', body } }));
  assert.deepEqual(await asked('question'), { purpose, privacyPolicy: 'https://issuer.example/privacy' });
});

test('an answer to the request of a previous attempt is refused, also before the new one is prepared', async (t) => {
  const world = await openVerifier(t);
  const old = await issuance(world, 's');
  const { state } = await fetched(world, old.reference);
  await beginAgain(world, old.id, old.handle);
  const body = { error: 'access_denied', state: String(state) };
  await assert.rejects(world.call('verifier.response', { method: 'POST', encoding: 'form', body }), {
    code: 'invalid_request',
  });
  assert.equal((await world.stored(old.id)).presentation?.progress.state, 'requested');
});

test('a key that is replaced between the link and the event still signs the request that the link names', async (t) => {
  const world = await openVerifier(t, { CLIENT_ID_PREFIX: 'x509_hash' });
  const { platform, configFolder } = world;
  await createKeyOperations({ ...platform, publicUrl: PUBLIC_URL, configFolder }).rotate('default', 'request');
  world.now += LEAD - 1000;
  const { id } = await issuance(world, 's');
  const { begun, link, reference } = await linked(world, id);
  world.now += 2000;
  await deliverEvent(world, id, begun.attempt);
  const request = await fetched(world, reference);
  assert.equal(request.client_id, new URL(link).searchParams.get('client_id'));
  // Without the previous one, the test would prove nothing.
  const [active] = await platform.keys.signers('default', 'request');
  assert.notEqual(request.client_id, x509HashClientId(active?.x5c[0] ?? ''));
});

test("the link's key set signs, although the configuration names another by now", async (t) => {
  const world = await openVerifier(t, { CLIENT_ID_PREFIX: 'x509_hash' });
  const { id } = await issuance(world, 's');
  const { begun, link, reference } = await linked(world, id);
  const file = join(world.configFolder, 'presentation', 'question.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), keys: 'other' }));
  await deliverEvent(world, id, begun.attempt);
  assert.equal((await fetched(world, reference)).client_id, new URL(link).searchParams.get('client_id'));
});

/** The issuer starts an attempt of the session, and the wallet has its link. */
async function linked(world: World, id: string) {
  const { platform } = world;
  const vault = await platform.vaults.of('default');
  const { issuance: kept, ...session } = await world.stored(id);
  if (kept === undefined) assert.fail();
  const asked = { ...session, issuance: { ...kept, sealedRequest: vault.seal('{}', `session/${id}/request`) } };
  const made = await newPresentationAttempt(platform, asked, { configurationId: 'question' });
  await updateDocument(platform.store, sessions, id, (document) => ({
    ...document,
    issuance: { ...kept, progress: waiting(made.begun.attempt) },
  }));
  const uri = new URL(made.link).searchParams.get('request_uri') ?? '';
  return { ...made, reference: uri.slice(uri.lastIndexOf('/') + 1) };
}
