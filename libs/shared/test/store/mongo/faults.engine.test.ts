import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { createLog } from '../../../src/kernel/log.ts';
import type { MongoStore, MongoStoreOptions } from '../../../src/store/mongo/store.ts';
import type { Collection } from '../../../src/store/port.ts';
import { patience, until } from '../../patience.ts';
import { newCollection, type Thing } from '../things.ts';
import { type FaultProxy, faultProxy } from './fault-proxy.ts';
import { type MongoServer, serverOf } from './mongo-server.ts';

const unreachable = { code: 'temporarily_unavailable' };

interface Faulty {
  readonly server: MongoServer;
  readonly proxy: FaultProxy;
  /** Through the proxy. */
  readonly store: MongoStore;
  /** Without the proxy: another replica. */
  readonly other: MongoStore;
  readonly things: Collection<Thing>;
  readonly lines: string[];
}

async function faulty(t: TestContext, options: Partial<MongoStoreOptions> = {}): Promise<Faulty | undefined> {
  const server = await serverOf(t);
  if (server === undefined) return undefined;
  const { hostname, port } = new URL(server.url);
  const proxy = await faultProxy({ host: hostname, port: Number(port || 27017) });
  t.after(() => proxy.stop());
  const lines: string[] = [];
  const log = createLog(
    'info',
    () => 0,
    (line) => lines.push(line),
  );
  // A direct connection: the driver would otherwise bypass the proxy with the addresses of the replica set.
  const url = `mongodb://127.0.0.1:${proxy.port}/?directConnection=true`;
  const store = server.open({ url, log, ...options });
  const other = server.open();
  const things = newCollection();
  await other.ensureIndexes([things]);
  return { server, proxy, store, other, things, lines };
}

describe('mongo: a lost answer', () => {
  for (const cut of ['before', 'after'] as const) {
    it(`leaves no doubt about an insert (cut ${cut})`, async (t) => {
      const made = await faulty(t);
      if (made === undefined) return;
      const { proxy, store, other, things } = made;
      proxy.cut('insert', cut);
      const stored = await store.insert(things, { id: 'a', handle: 'h', size: 1 });
      assert.deepEqual(stored, { id: 'a', rev: 1, handle: 'h', size: 1 });
      assert.deepEqual(await other.get(things, 'a'), stored);
      assert.equal(proxy.seen('insert'), cut === 'before' ? 2 : 1);
      // Another writer's document, whether or not the response arrives.
      proxy.cut('insert', cut);
      assert.equal(await store.insert(things, { id: 'a', handle: 'i', size: 2 }), undefined);
      assert.deepEqual(await other.get(things, 'a'), stored);
    });

    it(`leaves no doubt about a replace (cut ${cut})`, async (t) => {
      const made = await faulty(t);
      if (made === undefined) return;
      const { proxy, store, other, things } = made;
      const first = await store.insert(things, { id: 'a', size: 1 });
      assert.ok(first);
      proxy.cut('update', cut);
      const second = await store.replace(things, { ...first, size: 2 });
      assert.deepEqual(second, { id: 'a', rev: 2, size: 2 });
      assert.deepEqual(await other.get(things, 'a'), second);
      assert.equal(proxy.seen('update'), cut === 'before' ? 2 : 1);
      proxy.cut('update', cut);
      assert.equal(await store.replace(things, { ...first, size: 3 }), undefined);
      assert.deepEqual(await other.get(things, 'a'), second);
    });
  }

  it('is repeated until it arrives, at most three times', async (t) => {
    const made = await faulty(t);
    if (made === undefined) return;
    const { proxy, store, things } = made;
    proxy.cut('insert', 'before', 'before');
    assert.ok(await store.insert(things, { id: 'a' }));
    proxy.cut('insert', 'before', 'before', 'before', 'before');
    await assert.rejects(store.insert(things, { id: 'b' }), unreachable);
    assert.equal(proxy.seen('insert'), 6);
  });

  it('is unavailable where other writes followed, never a wrong refusal', async (t) => {
    const made = await faulty(t);
    if (made === undefined) return;
    const { proxy, store, other, things } = made;
    const first = await store.insert(things, { id: 'a', size: 1 });
    assert.ok(first);
    proxy.late(
      'update',
      async () => {
        const mine = await other.get(things, 'a');
        assert.equal(mine?.size, 2);
        await other.replace(things, { ...mine, label: 'theirs' });
      },
      'cut',
    );
    await assert.rejects(store.replace(things, { ...first, size: 2 }), unreachable);
    proxy.late(
      'insert',
      async () => {
        const mine = await other.get(things, 'b');
        assert.ok(mine);
        await other.replace(things, mine);
      },
      'cut',
    );
    await assert.rejects(store.insert(things, { id: 'b' }), unreachable);
    assert.equal((await other.get(things, 'a'))?.size, 2);
  });

  it('of a replace that lost against another one is a refusal', async (t) => {
    const made = await faulty(t);
    if (made === undefined) return;
    const { proxy, store, other, things } = made;
    const first = await store.insert(things, { id: 'a', size: 1 });
    assert.ok(first);
    await other.replace(things, { ...first, size: 9 });
    proxy.cut('update', 'after');
    assert.equal(await store.replace(things, { ...first, size: 2 }), undefined);
  });

  it('of a delete is unavailable: the deletion can not be attributed', async (t) => {
    const made = await faulty(t);
    if (made === undefined) return;
    const { proxy, store, things } = made;
    const first = await store.insert(things, { id: 'a' });
    assert.ok(first);
    proxy.cut('delete', 'before');
    assert.equal(await store.delete(things, first), true);
    const again = await store.insert(things, { id: 'a' });
    assert.ok(again);
    proxy.cut('delete', 'after');
    await assert.rejects(store.delete(things, again), unreachable);
    assert.equal(await store.delete(things, again), false);
    const third = await store.insert(things, { id: 'a' });
    assert.ok(third);
    await store.replace(things, third);
    proxy.cut('delete', 'after');
    assert.equal(await store.delete(things, third), false);
  });

  for (const cut of ['before', 'after'] as const) {
    it(`leaves no doubt about any of several writes that share a command (cut ${cut})`, async (t) => {
      const made = await faulty(t);
      if (made === undefined) return;
      const { server, proxy, store, other, things } = made;
      if (!(await hasBulkWrites(server))) return t.skip('this server has no bulkWrite');
      const first = await store.insert(things, { id: 'a', size: 1 });
      const stale = await store.insert(things, { id: 'b', size: 1 });
      assert.ok(first && stale && (await store.insert(things, { id: 'd', size: 10 })));
      await other.replace(things, { ...stale, size: 9 });
      proxy.cut('bulkWrite', cut);
      const outcomes = await Promise.all([
        store.replace(things, { ...first, size: 2 }),
        store.replace(things, { ...stale, size: 2 }),
        store.insert(things, { id: 'c', size: 3 }),
        store.insert(things, { id: 'd', size: 4 }),
      ]);
      assert.deepEqual(
        outcomes.map((one) => one?.rev),
        [2, undefined, 1, undefined],
      );
      assert.equal(proxy.seen('bulkWrite'), cut === 'before' ? 2 : 1);
      const { documents } = await other.find(things, { index: 'size', limit: 5 });
      assert.deepEqual(
        documents.map(({ id, size }) => [id, size]),
        [
          ['a', 2],
          ['c', 3],
          ['b', 9],
          ['d', 10],
        ],
      );
    });
  }

  it('of a read is repeated', async (t) => {
    const made = await faulty(t);
    if (made === undefined) return;
    const { proxy, store, things } = made;
    const stored = await store.insert(things, { id: 'a', size: 1 });
    proxy.cut('find', 'after');
    assert.deepEqual(await store.get(things, 'a'), stored);
    proxy.cut('find', 'before');
    assert.deepEqual((await store.find(things, { index: 'size', limit: 1 })).documents, [stored]);
  });
});

async function hasBulkWrites({ url, database }: MongoServer): Promise<boolean> {
  const client = new MongoClient(url);
  const ops = [{ delete: 0, filter: { _id: 'none' } }];
  const asked = client.db('admin').command({ bulkWrite: 1, ops, nsInfo: [{ ns: `${database}.none` }] });
  return asked
    .then(
      () => true,
      () => false,
    )
    .finally(() => client.close());
}

/** Maximum milliseconds for a response that must arrive, on an idle machine. */
const PATIENT = 2000;

describe('mongo: an unreachable server', () => {
  it('makes every operation unavailable, and recovers by itself; one line for each change', async (t) => {
    const made = await faulty(t, { timeout: await patience(400) });
    if (made === undefined) return;
    const { proxy, store, things, lines } = made;
    await store.insert(things, { id: 'a', size: 1 });
    assert.deepEqual(lines, []);
    await proxy.stop();
    const document = { id: 'a', rev: 1 };
    for (const operation of [
      () => store.ping(),
      () => store.get(things, 'a'),
      () => store.insert(things, { id: 'b' }),
      () => store.replace(things, document),
      () => store.delete(things, document),
      () => store.find(things, { index: 'size', limit: 1 }),
      () => store.missingIndexes([things]),
      () => store.ensureIndexes([things]),
    ]) {
      await assert.rejects(operation(), unreachable);
    }
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', /"level":"error".*MONGODB_URL/);
    await proxy.start();
    await healed(store);
    assert.equal((await store.get(things, 'a'))?.size, 1);
    assert.equal(lines.length, 2);
    assert.match(lines[1] ?? '', /answers again/);
  });

  it('does not prevent the opening: the store works once the server is reachable', async (t) => {
    const made = await faulty(t, { timeout: await patience(400) });
    if (made === undefined) return;
    const { proxy, store, things } = made;
    await proxy.stop();
    await Promise.all([1, 2].map(() => assert.rejects(store.ping(), unreachable)));
    await assert.rejects(store.get(things, 'a'), unreachable);
    await proxy.start();
    assert.ok(await store.insert(things, { id: 'a' }));
  });

  it('that accepts requests and never answers is unavailable too', async (t) => {
    const made = await faulty(t, { timeout: await patience(PATIENT) });
    if (made === undefined) return;
    const { proxy, store, things } = made;
    await store.ping();
    proxy.stall();
    await assert.rejects(store.ping(), unreachable);
    await assert.rejects(store.insert(things, { id: 'a' }), unreachable);
    const before = proxy.seen('insert');
    await proxy.stop();
    await proxy.start();
    await healed(store);
    assert.equal(await store.get(things, 'a'), undefined, 'what was given up is not tried again later');
    assert.equal(proxy.seen('insert'), before);
  });

  it('leaves a write unanswered: once the caller has its answer, no attempt begins', async (t) => {
    const made = await faulty(t, { timeout: await patience(PATIENT) });
    if (made === undefined) return;
    const { proxy, store, things } = made;
    await store.ping();
    proxy.cut('insert', 'hold');
    await assert.rejects(store.insert(things, { id: 'a' }), unreachable);
    for (let i = 0; i < 20; i += 1) await store.ping();
    assert.equal(proxy.seen('insert'), 1);
  });

  it('closes after running operations, and is unavailable from then on', async (t) => {
    const made = await faulty(t);
    if (made === undefined) return;
    const { server, proxy, store, other, things } = made;
    await store.ping();
    const arrived = new Promise<void>((resolve) => {
      const answered = async (): Promise<void> => {
        resolve();
        await setTimeout(50);
      };
      proxy.late('insert', answered, 'answer');
    });
    const writing = store.insert(things, { id: 'a' });
    await arrived;
    await Promise.all([store.close(), store.close()]);
    assert.ok(await writing);
    const unused = server.open();
    await unused.close();
    for (const closed of [store, unused]) {
      await assert.rejects(closed.ping(), unreachable);
      await assert.rejects(closed.get(things, 'a'), unreachable);
      await assert.rejects(closed.insert(things, { id: 'b' }), unreachable);
    }
    assert.equal(await other.get(things, 'b'), undefined);
  });
});

/** The driver searches for a lost server at its own pace. */
function healed(store: MongoStore): Promise<void> {
  return until('an answer', async () => {
    await store.ping();
    return true;
  });
}
