import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { openResponseKey } from '../../src/request/response-key.ts';
import { openRequest } from '../../src/request/sealed-request.ts';
import { accept } from '../../src/response/response-outcome.ts';
import { NOW } from '../presentation/presentations.ts';
import { openVerifier, type World } from '../world.ts';

async function runJobs({ service }: World): Promise<void> {
  for (const job of service.jobs) if (job.name === 'response-keys') await job.run();
}

const keyOf = ({ presentation, responseKeyUntil }: SessionDocument) => [presentation?.sealedKey, responseKeyUntil];

/** Types of the events of a session. */
const eventsOf = ({ outbox }: SessionDocument) => outbox.map(({ event: { type } }) => type);

test('a request without an answer expires, and its key is dropped with it', async (t) => {
  const world = await openVerifier(t);
  const { session } = await world.ask({ expiresIn: 30 });
  const other = await world.ask({ expiresIn: 31 });
  const before = await world.stored(session);
  const [sealed = '', until] = keyOf(before);
  assert.equal(until, NOW + 30_000);
  const vault = await world.platform.vaults.of('default');
  assert.match(openResponseKey(vault, session, String(sealed)).d, /^[\w-]{43}$/);

  world.now += 30_000;
  await runJobs(world);
  assert.deepEqual(await world.stored(session), before);
  world.now += 1;
  await runJobs(world);
  const after = await world.stored(session);
  assert.deepEqual(keyOf(after), [undefined, undefined]);
  const { responseKeyUntil: _, ...rest } = before;
  const { sealedKey: __, ...presentation } = before.presentation ?? assert.fail();
  assert.deepEqual(after, {
    ...rest,
    presentation: { ...presentation, progress: { state: 'expired' } },
    status: 'expired',
    updatedAt: world.now,
    rev: before.rev + 1,
  });
  assert.equal(after.endsAt, before.expiresAt);
  assert.notEqual(keyOf(await world.stored(other.session))[0], undefined);
  await runJobs(world);
  assert.equal((await world.stored(session)).rev, after.rev);
});

test('the webhook of an expired request is called once, that of an answered request not at all', async (t) => {
  const world = await openVerifier(t);
  const webhook = { url: 'https://backend.example/hook' };
  const { session } = await world.ask({ expiresIn: 30, webhook });
  const clear = await world.ask({ expiresIn: 30, webhook, response_mode: 'direct_post' });
  const body = { error: 'access_denied', state: clear.request.state };
  await world.call('verifier.response', { method: 'POST', encoding: 'form', body });
  world.now += 30_001;
  for (const _ of [1, 2]) await runJobs(world);
  const ended = await world.stored(session);
  assert.deepEqual(eventsOf(ended), ['presentation.expired.v1']);
  const [{ id, type, data } = assert.fail(), ...more] = ended.pendingDeliveries;
  const request = ended.presentation?.requestHash;
  assert.deepEqual([type, data, more], ['presentation.expired.v1', { configuration: 'question', request }, []]);
  assert.equal(id, ended.outbox[0]?.event.id);
  assert.deepEqual(eventsOf(await world.stored(clear.session)), ['presentation.rejected.v1']);
});

test('a request that replaced the expired one publishes nothing and keeps its key', async (t) => {
  const world = await openVerifier(t);
  const { platform } = world;
  const { session } = await world.ask({ expiresIn: 30 });
  const stale = await world.stored(session);
  const presentation = { ...(stale.presentation ?? assert.fail()), requestHash: 'another' };
  const other = await platform.store.replace(sessions, { ...stale, presentation });
  world.now += 30_001;
  t.mock.method(platform.store, 'find', async () => ({ documents: [stale] }));
  await runJobs(world);
  assert.deepEqual(await world.stored(session), other);
});

test('one run expires many requests', async (t) => {
  const world = await openVerifier(t);
  const { session } = await world.ask({ expiresIn: 30 });
  const { rev: _, ...document } = await world.stored(session);
  for (let n = 0; n < 250; n += 1) {
    await world.platform.store.insert(sessions, { ...document, id: `copy ${n}`, handle: `handle ${n}` });
  }
  world.now += 30_001;
  await runJobs(world);
  const found = await world.platform.store.find(sessions, { index: 'responseKey', limit: 1 });
  assert.deepEqual(found.documents, []);
});

test('a key that was replaced while the job ran stays', async (t) => {
  const world = await openVerifier(t);
  const { platform } = world;
  const { session } = await world.ask({ expiresIn: 30 });
  const stale = await world.stored(session);
  const renewed = await platform.store.replace(sessions, { ...stale, responseKeyUntil: NOW + 90_000 });
  world.now += 30_001;
  // The job read the earlier document.
  t.mock.method(platform.store, 'find', async () => ({ documents: [stale] }));
  await runJobs(world);
  assert.deepEqual(await world.stored(session), renewed);
});

test('what a response code would release is erased at its end, and the code is refused', async (t) => {
  const world = await openVerifier(t);
  writeFileSync(join(world.configFolder, 'tenant.json'), JSON.stringify({ profile: 'haip' }));
  const { session } = await world.ask({ redirectUri: 'https://shop.example/back' });
  const asked = await world.stored(session);
  const presented = { ...asked, presentation: asked.presentation ?? assert.fail() };
  const vault = await world.platform.vaults.of('default');
  const presentationRequest = openRequest(vault, session, presented.presentation.sealedRequest);
  const credentials = [{ id: 'pid', values: { given_name: 'Erika' } }] as never;
  await accept(world.platform, presented, { presentationRequest, credentials, answerHash: 'a' });
  const before = await world.stored(session);
  const progress = before.presentation?.progress;
  assert.ok(progress?.state === 'verified' && progress.sealedCredentials !== undefined);
  assert.equal(before.responseKeyUntil, world.now + 600_000);
  world.now += 600_000;
  await runJobs(world);
  assert.deepEqual(await world.stored(session), before);
  world.now += 1;
  await runJobs(world);
  const after = await world.stored(session);
  const { sealedCredentials: _, ...rest } = progress;
  assert.deepEqual([after.presentation?.progress, after.responseKeyUntil, after.status], [rest, undefined, 'verified']);
});
