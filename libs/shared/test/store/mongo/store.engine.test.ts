import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { createLog } from '../../../src/kernel/log.ts';
import { collections } from '../../../src/model/collections.ts';
import { storeContract } from '../contract.ts';
import { newCollection } from '../things.ts';
import { defectsOf, mongoServer, mongoUrl, replicas, serverOf } from './mongo-server.ts';

if (mongoUrl === undefined) {
  test('store contract: mongo', (t) => t.skip('needs MONGODB_URL'));
} else {
  const url = mongoUrl;
  for (const count of [1, 2]) {
    storeContract(`mongo, ${count} client(s)`, async () => {
      const server = await mongoServer(url);
      const [first, ...others] = Array.from({ length: count }, () => server.open());
      assert.ok(first);
      return {
        store: replicas([first, ...others]),
        defects: await defectsOf(server),
        close: () => server.close(),
      };
    });
  }
}

describe('mongo: indexes', () => {
  it('are reported as missing until the step has run, which may run again and concurrently', async (t) => {
    const server = await serverOf(t);
    if (server === undefined) return;
    const [one, two] = [server.open(), server.open()];
    const all = collections.flatMap(({ name, indexes }) => Object.keys(indexes).map((index) => `${name}.${index}`));
    const missing = (await one.missingIndexes(collections)).map(({ collection, index }) => `${collection}.${index}`);
    assert.deepEqual(missing, all);
    assert.deepEqual(await one.ensureIndexes(collections), all);
    assert.deepEqual(await one.missingIndexes(collections), []);
    assert.deepEqual(await two.ensureIndexes(collections), []);
    const things = newCollection();
    await Promise.all([one.ensureIndexes([things]), two.ensureIndexes([things])]);
    assert.deepEqual(await two.missingIndexes([things]), []);
  });

  it('with another definition are reported, and stop the step', async (t) => {
    const server = await serverOf(t);
    if (server === undefined) return;
    const store = server.open();
    const things = newCollection();
    await server.raw.createIndex(things.name, { handle: 1 }, { name: 'handle' });
    await server.raw.createIndex(things.name, { own: 1 }, { name: 'own', sparse: true });
    const problems = await store.missingIndexes([things]);
    assert.deepEqual(
      problems.filter(({ problem }) => problem === 'different'),
      [{ collection: things.name, index: 'handle', problem: 'different' }],
    );
    await assert.rejects(store.ensureIndexes([things]), /with another definition, to be dropped first: .*\.handle$/);
    await server.raw.collection(things.name).dropIndex('handle');
    await store.ensureIndexes([things]);
    assert.deepEqual(await store.missingIndexes([things]), []);
  });

  it('that the stored documents break can not be made, and that is no outage', async (t) => {
    const server = await serverOf(t);
    if (server === undefined) return;
    const store = server.open();
    const things = newCollection();
    for (const id of ['a', 'b']) await store.insert(things, { id, handle: 'h' });
    await assert.rejects(store.ensureIndexes([things]), { code: 11000 });
  });
});

describe('mongo: documents', () => {
  it('are stored as text with their indexed fields, written to the journals of a majority', async (t) => {
    const server = await serverOf(t);
    if (server === undefined) return;
    const store = server.open({ random: (bytes) => Buffer.alloc(bytes, 1) });
    const things = newCollection();
    await store.insert(things, { id: 'a', group: 'g', size: 1795272825895, note: { $set: { 'a.b': 1 } } });
    assert.deepEqual(await server.raw.collection<{ _id: string }>(things.name).findOne({ _id: 'a' }), {
      _id: 'a',
      rev: 1,
      write: 'AQEBAQEBAQEBAQEB',
      group: 'g',
      size: 1795272825895,
      document: '{"group":"g","size":1795272825895,"note":{"$set":{"a.b":1}}}',
    });
  });

  it('are not reached by operators in place of ids', async (t) => {
    const server = await serverOf(t);
    if (server === undefined) return;
    const store = server.open();
    const things = newCollection();
    await store.insert(things, { id: 'a' });
    const id = { $ne: '' } as unknown as string;
    await assert.rejects(store.get(things, id), TypeError);
    await assert.rejects(store.replace(things, { id, rev: 1 }), TypeError);
    await assert.rejects(store.delete(things, { id, rev: 1 }), TypeError);
    assert.ok(await store.get(things, 'a'));
  });
});

describe('mongo: a user that the server refuses', () => {
  it('is logged in a line of its own', async (t) => {
    const server = await serverOf(t);
    if (server === undefined) return;
    const lines: string[] = [];
    const log = createLog(
      'info',
      () => 0,
      (line) => lines.push(line),
    );
    const url = new URL(server.url);
    url.username = 'nobody';
    url.password = 'hunter2';
    const store = server.open({ url: url.href, log });
    for (let i = 0; i < 2; i += 1) await assert.rejects(store.ping(), { code: 'temporarily_unavailable' });
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', /refuses the user or the password in MONGODB_URL/);
    assert.doesNotMatch(lines[0] ?? '', /hunter2|nobody/);
  });
});
