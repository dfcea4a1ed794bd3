/** Lists in memory: their freshness, their eviction, and their calls of the store. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { unavailable } from '@countersign/shared/kernel/unavailable';
import type { Service } from '@countersign/shared/runtime/service';
import { keyDocuments, statusEntries, statusLists } from '@countersign/shared/test/model/every-tenant';
import { allocate, call, sendChange, update, values, watched, world } from '../world.ts';

const small = { listSize: 64, blockSize: 8 };

function isUnavailable(error: unknown): boolean {
  return error instanceof ProtocolError && error.code === 'temporarily_unavailable';
}

const list = async (service: Service, n?: string) =>
  call(service, 'status.list', { params: n === undefined ? {} : { n } });

/** A replica with counted calls of its store, which can be unreachable. */
async function counted(t: Parameters<typeof world>[0]) {
  const made = await world(t);
  const state = { away: false, calls: [] as string[] };
  const store = watched(made.store, (name, collection) => {
    state.calls.push(`${name} ${collection}`);
    if (state.away) throw unavailable('database');
  });
  const [credential] = await allocate(made.replica(small), 'a', 1);
  const idx = credential?.idx ?? assert.fail();
  const service = made.replica(small, store);
  await list(service);
  state.calls.length = 0;
  return { made, state, service, idx };
}

test('thousands of requests within half a second call no store; after that one check serves all of them', async (t) => {
  const { made, state, service } = await counted(t);
  for (let i = 0; i < 2000; i += 1) await list(service);
  assert.deepEqual(state.calls, []);
  made.now += 500;
  await Promise.all(Array.from({ length: 500 }, () => list(service)));
  assert.deepEqual(state.calls, ['get statusLists']);
});

test('after a raise only entries with later stamps are read, once for all requests', async (t) => {
  const { made, state, service, idx } = await counted(t);
  await update(made.replica(small), 's', 1);
  made.now += 500;
  const answers = await Promise.all(Array.from({ length: 100 }, () => values(service, [idx])));
  assert.ok(answers.every(([value]) => value === 1));
  assert.deepEqual(state.calls, ['get statusLists', 'find statusEntries']);
});

test('a raise without a changed bit keeps the token and its tag', async (t) => {
  const { made, service } = await counted(t);
  const before = (await list(service)).headers?.etag;
  await update(made.replica(small), 's', 0);
  made.now += 500;
  assert.equal((await list(service)).headers?.etag, before);
});

test('a request during an old check waits for a new one', async (t) => {
  const { made, idx } = await counted(t);
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  // the read of the list's document resolves late, with the value at the time of the read
  let gated = false;
  const slow = watched(made.store, () => undefined);
  const reader = made.replica(small, {
    ...slow,
    get: async (collection, id) => {
      const found = await slow.get(collection, id);
      if (collection.name === 'statusLists' && gated) await gate;
      return found;
    },
  });
  await values(reader, [idx]);
  gated = true;
  made.now += 500;
  const early = values(reader, [idx]);
  await new Promise((resolve) => setImmediate(resolve));
  await update(made.replica(small), 's', 1);
  made.now += 500;
  const late = values(reader, [idx]);
  open();
  assert.deepEqual([await early, await late], [[0], [1]]);
});

test('while the store is unreachable the cached token is served for its ttl, and the verifier gets no values', async (t) => {
  const { made, state, service, idx } = await counted(t);
  const before = (await list(service)).headers?.etag;
  state.away = true;
  assert.equal((await list(service)).headers?.etag, before);
  made.now += 500;
  assert.equal((await list(service)).headers?.etag, before);
  await assert.rejects(values(service, [idx]), isUnavailable);
  assert.deepEqual(state.calls, ['get statusLists'], 'a failed check counts for a while too');
  made.now += 299_499;
  assert.equal((await list(service)).headers?.etag, before);
  made.now += 1;
  await assert.rejects(list(service), isUnavailable);
  state.away = false;
  made.now += 500;
  assert.equal((await list(service)).headers?.etag, before);
});

test('a list that was never read is not served', async (t) => {
  const made = await world(t);
  let away = true;
  const store = watched(made.store, () => {
    if (away) throw unavailable('database');
  });
  const service = made.replica(small, store);
  await assert.rejects(list(service), isUnavailable);
  away = false;
  made.now += 500;
  assert.ok((await list(service)).raw);
});

test('a list that was not requested for ten minutes is evicted, and then read anew', async (t) => {
  const { made, state, service } = await counted(t);
  const job = service.jobs.find(({ name }) => name === 'status-lists') ?? assert.fail();
  made.now += 599_999;
  await job.run();
  await list(service);
  assert.ok(!state.calls.includes('find statusEntries'));
  made.now += 600_000;
  await job.run();
  state.calls.length = 0;
  await list(service);
  assert.deepEqual(state.calls.slice(0, 2), ['get statusLists', 'find statusEntries']);
});

test('events of lists that are not in memory are ignored', async (t) => {
  const { made, state } = await counted(t);
  const idle = made.replica(
    small,
    watched(made.store, (name, collection) => void state.calls.push(`${name} ${collection}`)),
  );
  await update(made.replica(small), 's', 1);
  const entry = await made.store.get(statusEntries, 'default/s/a');
  await sendChange(idle, entry?.outbox[0] ?? assert.fail());
  assert.deepEqual(state.calls, []);
});

test('more events than are kept: all entries are read again', async (t) => {
  const { made, state, service, idx } = await counted(t);
  const entry = (await made.store.get(statusEntries, 'default/s/a')) ?? assert.fail();
  // written by a process that crashed before the raise, and named by no event that is kept
  await made.store.replace(statusEntries, { ...entry, value: 1, changedIn: 'default/1', seq: 1 });
  const event = (id: string) => ({
    list: '1',
    configuration: 'pid',
    status: '1',
    entry: id,
    session: 's',
    tenant: 'default',
  });
  const [consumer] = service.consumers;
  for (let i = 0; i <= 1000; i += 1) {
    await consumer?.handler({ data: event(`default/gone-${i}`) } as unknown as Parameters<typeof consumer.handler>[0]);
  }
  assert.deepEqual(await values(service, [idx]), [1]);
  assert.equal(state.calls[1], 'find statusEntries');
});

test('a restored store is read from the beginning', async (t) => {
  const { made, service, idx } = await counted(t);
  await update(made.replica(small), 's', 1);
  made.now += 500;
  assert.deepEqual(await values(service, [idx]), [1]);
  const entry = (await made.store.get(statusEntries, 'default/s/a')) ?? assert.fail();
  const { changedIn: _in, seq: _seq, ...before } = entry;
  await made.store.replace(statusEntries, { ...before, value: 0 });
  const document = (await made.store.get(statusLists, 'default/1')) ?? assert.fail();
  await made.store.replace(statusLists, { ...document, version: 1 });
  made.now += 500;
  assert.deepEqual(await values(service, [idx]), [0]);
});

test('the read of many changed entries lets other work run in between', async (t) => {
  const made = await world(t);
  await allocate(made.replica(), 'a', 1);
  const common = { tenant: 'default', list: 1, session: 's', configuration: 'c', changedAt: 0, outbox: [] };
  const inserted = Array.from({ length: 3000 }, (_, i) =>
    made.store.insert(statusEntries, {
      ...common,
      value: 1,
      id: `default/${i}`,
      indexes: [i],
      changedIn: 'default/1',
      seq: 2,
    }),
  );
  await Promise.all(inserted);
  let turns = 0;
  const turn = (): void => {
    turns += 1;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  const pages: number[] = [];
  const store = watched(made.store, (name) => {
    if (name === 'find') pages.push(turns);
  });
  const found = await values(made.replica(undefined, store), [0, 2999, 3000]);
  clearImmediate(next);
  assert.deepEqual(found, [1, 1, 0]);
  const read = pages.slice(0, 6);
  assert.ok(
    read.every((at, i) => i === 0 || at > (read[i - 1] ?? at)),
    read.join(),
  );
});

test('values: unknown places are null, malformed requests are refused', async (t) => {
  const made = await world(t);
  const service = made.replica(small);
  await allocate(service, 'a', 1);
  const ask = async (references: unknown) =>
    (await call(service, 'status.values', { encoding: 'json', body: { references } as never })).body;
  const places = [
    { n: 1, idx: 0 },
    { n: 1, idx: 64 },
    { n: 2, idx: 0 },
  ];
  assert.deepEqual(await ask(places), { values: [0, null, null] });
  assert.deepEqual(await ask([]), { values: [] });
  const wrong = [
    undefined,
    {},
    [1],
    [{ n: 0, idx: 0 }],
    [{ n: 1, idx: -1 }],
    [{ n: 1, idx: 0.5 }],
    [{ n: '1', idx: 0 }],
  ];
  for (const references of [...wrong, Array.from({ length: 1001 }, () => ({ n: 1, idx: 0 }))]) {
    await assert.rejects(
      ask(references),
      (error) => error instanceof ProtocolError && error.code === 'invalid_request',
    );
  }
});

test('values of a list without allocations are null, and no key is made for its tenant', async (t) => {
  const made = await world(t);
  const service = made.replica(small);
  const body = { references: [1, 2].map((n) => ({ n, idx: 0 })) };
  for (const tenant of ['default', 'ghost']) {
    const reply = await call(service, 'status.values', { tenant, body, encoding: 'json' });
    assert.deepEqual(reply.body, { values: [null, null] });
  }
  assert.deepEqual((await made.store.find(keyDocuments, { index: 'purpose', limit: 10 })).documents, []);
});
