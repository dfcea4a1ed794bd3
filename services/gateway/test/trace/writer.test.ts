import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ofTenant as storeOf } from '@countersign/shared/store/of-tenant';
import { traces, unmatchedRequests } from '@countersign/shared/test/model/every-tenant';
import { eraseTrace } from '../../src/sessions/erase-trace.ts';
import { readTrace, readUnmatched } from '../../src/trace/reader.ts';
import { erasedTrace } from '../../src/trace/trace-transitions.ts';
import { superseded } from '../../src/trace/writer.ts';
import { ofSession, ofTenant, openTraceWorld, wrapped } from './trace-world.ts';

type World = Awaited<ReturnType<typeof openTraceWorld>>;

const requestsOf = async (world: World, session: string) =>
  (await readTrace(world, { tenant: 'acme', session }))?.items.map(({ entry, gap }) => entry?.request ?? gap?.count);

test('entries of two replicas come together in one trace, none lost, none twice', async (t) => {
  const world = await openTraceWorld(t);
  const [one, two] = [world.newWriter(), world.newWriter()];
  await one([ofSession('s', ['1', '2'])]);
  await two([ofSession('s', ['3'])]);
  await one([ofSession('s', ['4'])]);
  assert.deepEqual(await requestsOf(world, 's'), ['1', '2', '3', '4']);
  const many = Array.from({ length: 20 }, (_, n) => n);
  await Promise.all(many.map((n) => (n % 2 ? one : two)([ofSession('raced', [`${n}`])])));
  assert.deepEqual((await requestsOf(world, 'raced'))?.toSorted(), many.map(String).toSorted());
});

test('what is stored shows no entry without the key of its tenant', async (t) => {
  const world = await openTraceWorld(t);
  await world.write([ofSession('s', ['secret-request']), ofTenant('acme', ['secret-request'])]);
  const session = await world.store.get(traces, 's');
  const { documents } = await world.store.find(unmatchedRequests, { index: 'age', limit: 9 });
  assert.equal(documents.length, 1);
  assert.ok(!JSON.stringify([session, documents]).includes('secret'));
});

test('an entry that a buffer writes after the erasure does not survive', async (t) => {
  for (const known of [true, false]) {
    const world = await openTraceWorld(t);
    const late = world.newWriter();
    if (known) await late([ofSession('s', ['before'])]);
    await eraseTrace(storeOf(world.store, 'acme'), { session: 's', tenant: 'acme' }, world.time.now);
    for (const writer of [late, world.newWriter()]) await writer([ofSession('s', ['after'])]);
    const document = await world.store.get(traces, 's');
    assert.deepEqual(document?.trace, { state: 'erased' });
    assert.deepEqual(await requestsOf(world, 's'), []);
  }
});

test('an erasure between the attempts of a writer', async (t) => {
  let erase: (() => Promise<void>) | undefined;
  const world = await openTraceWorld(t, (store) =>
    wrapped(store, {
      replace: async (...args) => {
        await erase?.();
        erase = undefined;
        return store.replace(...args);
      },
    }),
  );
  await world.write([ofSession('s', ['1'])]);
  erase = () => eraseTrace(storeOf(world.opened, 'acme'), { session: 's', tenant: 'acme' }, 5);
  await world.write([ofSession('s', ['2'])]);
  assert.deepEqual((await world.opened.get(traces, 's'))?.trace, { state: 'erased' });
});

test('entries that found no room, or that the store did not take, are a gap', async (t) => {
  let away = false;
  const world = await openTraceWorld(t, (store) =>
    wrapped(store, {
      replace: (...args) => (away ? Promise.reject(new Error('away')) : store.replace(...args)),
    }),
  );
  // A full batch's latest entry came after the entries that found no room.
  await world.write([ofSession('s', ['0', '1'], 3)]);
  assert.deepEqual(await requestsOf(world, 's'), ['0', 3, '1']);
  away = true;
  await world.write([ofSession('s', ['2', '3'], 1)]);
  assert.deepEqual(world.lost, ['store', 'store']);
  assert.equal(world.logged.filter((text) => text.includes('trace not written')).length, 1);
  away = false;
  await world.write([ofSession('s', ['4'])]);
  assert.deepEqual(await requestsOf(world, 's'), ['0', 3, '1', '4', 3]);
  await world.write([ofSession('s', ['5'])]);
  assert.deepEqual(await requestsOf(world, 's'), ['0', 3, '1', '4', 3, '5']);
});

test('one session that can not be written does not keep the others from it', async (t) => {
  const world = await openTraceWorld(t, (store) =>
    wrapped(store, {
      insert: (collection, document) =>
        document.id === 'bad' ? Promise.reject(new Error('away')) : store.insert(collection, document),
    }),
  );
  await world.write([ofSession('bad', ['1']), ofSession('good', ['2']), ofTenant('acme', ['3'])]);
  assert.deepEqual(await requestsOf(world, 'good'), ['2']);
  assert.equal((await readUnmatched(world, { tenant: 'acme', platform: false, since: 0 })).entries.length, 1);
});

test('a tenant keeps its last 500 unmatched requests, whatever another sends', async (t) => {
  const world = await openTraceWorld(t);
  await world.write([ofTenant('other', ['quiet'])]);
  for (let n = 0; n < 20; n += 1) {
    const hundred = Array.from({ length: 100 }, (_, place) => `${n}-${place}`);
    await world.write([ofTenant('acme', hundred)]);
  }
  const { documents } = await world.store.find(unmatchedRequests, { index: 'age', limit: 100 });
  assert.equal(documents.length, 1 + 5);
  const loud = (await readUnmatched(world, { tenant: 'acme', platform: false, since: 0 })).entries;
  assert.deepEqual([loud.length, loud.some(({ request }) => request === '15-0')], [500, true]);
  const quiet = (await readUnmatched(world, { tenant: 'other', platform: false, since: 0 })).entries;
  assert.deepEqual(
    quiet.map(({ request }) => request),
    ['quiet'],
  );
});

test('a request belongs to the tenant that its path begins with, else to the platform', async (t) => {
  const world = await openTraceWorld(t);
  await world.write([
    ofTenant('acme', ['known']),
    ofTenant(undefined, ['below'], 'acme'),
    ofTenant(undefined, ['nothing'], 'nothing'),
    ofTenant(undefined, ['none']),
  ]);
  const shown = async (tenant: string, platform: boolean) =>
    (await readUnmatched(world, { tenant, platform, since: 0 })).entries.map(({ request }) => request).toSorted();
  assert.deepEqual(await shown('acme', false), ['below', 'known']);
  assert.deepEqual(await shown('other', false), []);
  assert.deepEqual(await shown('other', true), ['none', 'nothing']);
});

test('superseded: as many of the newest stay as are needed for 500', () => {
  const ring = [100, 300, 250, 250].map((count) => ({ count }));
  assert.deepEqual(superseded(ring), [{ count: 100 }, { count: 300 }]);
  assert.deepEqual(superseded([{ count: 500 }, { count: 499 }]), []);
});

test('the mark of an erasure that was repeated is one', async (t) => {
  const world = await openTraceWorld(t);
  const own = storeOf(world.store, 'acme');
  for (const now of [5, 6]) await eraseTrace(own, { session: 's', tenant: 'acme' }, now);
  assert.deepEqual(await world.store.get(traces, 's'), { ...erasedTrace({ session: 's', tenant: 'acme' }, 5), rev: 1 });
});
