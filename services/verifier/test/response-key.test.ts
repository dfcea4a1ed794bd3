import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SessionDocument, sessions } from '@countersign/shared/store/sessions';
import { openResponseKey } from '../src/response-key.ts';
import { NOW } from './protocol/presentations.ts';
import { openVerifier, type World } from './world.ts';

async function runJobs({ service }: World): Promise<void> {
  for (const job of service.jobs) await job.run();
}

const keyOf = ({ presentation, responseKeyUntil }: SessionDocument) => [presentation?.sealedKey, responseKeyUntil];

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

test('many are dropped in one run', async (t) => {
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

test('a key that was made anew while the job looked stays', async (t) => {
  const world = await openVerifier(t);
  const { platform } = world;
  const { session } = await world.ask({ expiresIn: 30 });
  const stale = await world.stored(session);
  const renewed = await platform.store.replace(sessions, { ...stale, responseKeyUntil: NOW + 90_000 });
  world.now += 30_001;
  // what the job finds was read before
  t.mock.method(platform.store, 'find', async () => ({ documents: [stale] }));
  await runJobs(world);
  assert.deepEqual(await world.stored(session), renewed);
});

test('an answer in clear has no key, and an end all the same; the end of a request takes it along', async (t) => {
  const world = await openVerifier(t);
  const clear = await world.ask({ response_mode: 'direct_post' });
  assert.deepEqual(keyOf(await world.stored(clear.session)), [undefined, NOW + 300_000]);
  const { session, request } = await world.ask();
  // In clear the tenth ends it.
  for (const error_description of '0123456789') {
    assert.notEqual(keyOf(await world.stored(session))[0], undefined);
    const body = { error: 'access_denied', error_description, state: request.state };
    await world.call('verifier.response', { method: 'POST', encoding: 'form', body });
  }
  assert.deepEqual(keyOf(await world.stored(session)), [undefined, undefined]);
});

test('the request object never needs the key', async (t) => {
  const world = await openVerifier(t);
  const { session, request } = await world.ask();
  const { presentation } = await world.stored(session);
  const vault = await world.platform.vaults.of('default');
  const text = vault.open(presentation?.sealedRequest ?? '', `session/${session}/presentation`);
  const [key] = request.client_metadata.jwks?.keys ?? [];
  assert.ok(key !== undefined && text.includes(key.kid) && !text.includes('"d":'));
});
