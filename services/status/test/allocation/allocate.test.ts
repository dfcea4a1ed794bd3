import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { AuditFile } from '@countersign/shared/audit/file';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Json } from '@countersign/shared/kernel/json';
import { statusEntries, statusLists } from '@countersign/shared/test/model/every-tenant';
import { temporaryFolder } from '@countersign/shared/test/store/temporary';
import { createAllocate } from '../../src/allocation/allocate.ts';
import { createLeases } from '../../src/allocation/lease-positions.ts';
import { createStatus } from '../../src/status.ts';
import { allocate, blank, call, type Entry, PUBLIC_URL, world } from '../world.ts';

const small = { listSize: 64, blockSize: 8 };

function names(entries: readonly (readonly Entry[])[]): string[] {
  return entries.flat().map(({ uri, idx }) => `${uri}#${idx}`);
}

function refusedAs(code: string): (error: unknown) => boolean {
  return (error) => error instanceof ProtocolError && error.code === code;
}

test('each credential gets one index of the first list', async (t) => {
  const { replica, store } = await world(t);
  const entries = await allocate(replica(), 'hash', 3);
  assert.equal(entries.length, 3);
  assert.equal(new Set(names([entries])).size, 3);
  for (const { uri, idx } of entries) {
    assert.equal(uri, `${PUBLIC_URL}/status-management/status-list`);
    assert.ok(Number.isInteger(idx) && idx >= 0 && idx < 2 ** 20);
  }
  const document = await store.get(statusEntries, 'default/s/hash');
  assert.deepEqual(
    [document?.session, document?.configuration, document?.value, document?.list, document?.indexes],
    ['s', 'pid', 0, 1, entries.map(({ idx }) => idx)],
  );
});

test('a repeated request gets the same indexes, from any replica and concurrently', async (t) => {
  const { replica, store } = await world(t);
  const replicas = [replica(), replica()];
  const first = await allocate(replicas[0] ?? replica(), 'hash', 2);
  for (const service of replicas) assert.deepEqual(await allocate(service, 'hash', 2), first);
  const calls = Array.from({ length: 40 }, (_, i) => allocate(replicas[i % 2] ?? replica(), 'other', 2));
  const answers = await Promise.all(calls);
  assert.equal(new Set(answers.map((entries) => JSON.stringify(entries))).size, 1);
  const stored = await store.find(statusEntries, { index: 'session', equal: ['s'], limit: 10 });
  assert.equal(stored.documents.length, 2);
});

test('of an earlier request the indexes count; those taken for a repeat go to the next request', async (t) => {
  const made = await world(t);
  const service = made.replica(small);
  const first = await allocate(service, 'hash', 2);
  assert.deepEqual(await allocate(service, 'hash', 2), first);
  const next = await allocate(service, 'next', 2);
  const third = await allocate(service, 'third', 2);
  assert.equal(new Set([...names([first]), ...names([next]), ...names([third])]).size, 6);
});

test('a repeated request with another configuration or count is a conflict', async (t) => {
  const service = (await world(t)).replica();
  await allocate(service, 'hash', 2);
  await assert.rejects(allocate(service, 'hash', 3), refusedAs('conflict'));
  await assert.rejects(allocate(service, 'hash', 2, { configuration: 'another' }), refusedAs('conflict'));
});

test('a request of another session gets its own indexes', async (t) => {
  const service = (await world(t)).replica();
  const [mine, other] = [
    await allocate(service, 'hash', 2),
    await allocate(service, 'hash', 2, { session: 'another' }),
  ];
  assert.equal(new Set([...mine, ...other].map(({ idx }) => idx)).size, 4);
});

test('AUDIT_FILE gets the indexes before the answer is sent, also those of a repeat', async (t) => {
  const made = await world(t);
  const lines: string[] = [];
  let written: (() => void) | undefined;
  const file: AuditFile = {
    append: (line) => {
      lines.push(line);
      return new Promise((resolve) => {
        written = resolve;
      });
    },
    trouble: () => undefined,
    close: async () => undefined,
  };
  const platform = made.platform();
  const operation = createAllocate(platform, createLeases(platform, { listSize: 64, blockSize: 8 }), file);
  const body = { session: 's', configuration: 'pid', request: 'hash', count: 2 };
  const ask = () => operation({ ...blank, body });
  let answered = false;
  const first = ask().then((reply) => {
    answered = true;
    return reply;
  });
  while (written === undefined) await new Promise(setImmediate);
  await new Promise(setImmediate);
  assert.equal(answered, false);
  written();
  const { entries } = (await first).body as unknown as { entries: { idx: number }[] };
  written = undefined;
  const repeat = ask();
  while (written === undefined) await new Promise(setImmediate);
  (written as () => void)();
  await repeat;
  const indexes = entries.map(({ idx }) => idx);
  for (const line of lines) {
    const { session, subject, data } = JSON.parse(line);
    assert.deepEqual([session, subject, data], ['s', 'pid', { entry: 'default/s/hash', list: 1, size: 64, indexes }]);
  }
  assert.equal(lines.length, 2);
});

test('with AUDIT_FILE the service appends to it, and writes pending lines before it ends', async (t) => {
  const made = await world(t);
  const name = join(await temporaryFolder(t), 'audit.jsonl');
  const platform = made.platform();
  const service = createStatus({ ...platform, settings: { ...platform.settings, AUDIT_FILE: name } });
  const [entry] = await allocate(service, 'hash', 1);
  await service.stop?.();
  const { data } = JSON.parse(readFileSync(name, 'utf8'));
  assert.deepEqual(data.indexes, [entry?.idx]);
});

test('each tenant has its own lists', async (t) => {
  const service = (await world(t)).replica();
  const [a] = await allocate(service, 'hash', 1, { tenant: 'acme' });
  const [b] = await allocate(service, 'hash', 1);
  assert.equal(a?.uri, `${PUBLIC_URL}/acme/status-management/status-list`);
  assert.notEqual(a?.idx, b?.idx, 'the same position, but another permutation');
});

test('hundreds of parallel allocations of two replicas: no repeats, and the entries equal the answers', async (t) => {
  const { replica, store } = await world(t);
  const options = { listSize: 512, blockSize: 16 };
  const replicas = [replica(options), replica(options), replica(options)];
  const calls = Array.from({ length: 400 }, (_, i) => {
    const service = replicas[i % replicas.length] ?? replica(options);
    return allocate(service, `hash-${i}`, 1 + (i % 4));
  });
  const allocated = names(await Promise.all(calls));
  assert.equal(allocated.length, 1000);
  assert.equal(new Set(allocated).size, 1000, 'no index twice');
  const { documents } = await store.find(statusEntries, { index: 'session', equal: ['s'], limit: 1000 });
  const stored = documents.flatMap(({ list, indexes }) => indexes.map((idx) => `${list}/${idx}`));
  assert.equal(new Set(stored).size, 1000);
  const lists = new Set(allocated.map((name) => name.split('#')[0]));
  assert.ok(lists.has(`${PUBLIC_URL}/status-management/status-list/2`), 'the next list opened by itself');
});

test('a list is filled completely before the next one opens', async (t) => {
  const { replica, store } = await world(t);
  const service = replica(small);
  const allocated: Entry[] = [];
  for (let i = 0; i < 16; i += 1) allocated.push(...(await allocate(service, `hash-${i}`, 4)));
  assert.equal(new Set(allocated.map(({ uri }) => uri)).size, 1);
  assert.deepEqual(
    allocated.map(({ idx }) => idx).sort((a, b) => a - b),
    Array.from({ length: 64 }, (_, i) => i),
  );
  assert.equal((await store.get(statusLists, 'default/1'))?.closed, true);
  const [next] = await allocate(service, 'one-more', 1);
  assert.equal(next?.uri, `${PUBLIC_URL}/status-management/status-list/2`);
});

test('callers of one process share a lease', async (t) => {
  const { replica, store } = await world(t);
  const service = replica(small);
  await Promise.all(Array.from({ length: 8 }, (_, i) => allocate(service, `hash-${i}`, 1)));
  assert.equal((await store.get(statusLists, 'default/1'))?.allocated, 8);
});

test('all indexes of a request are of one list', async (t) => {
  const service = (await world(t)).replica(small);
  for (let i = 0; i < 15; i += 1) {
    const entries = await allocate(service, `hash-${i}`, 10);
    assert.equal(new Set(entries.map(({ uri }) => uri)).size, 1);
  }
});

test('a restarted process allocates behind the block of the previous one', async (t) => {
  const { replica, store } = await world(t);
  const allocated: (readonly Entry[])[] = [];
  for (let i = 0; i < 8; i += 1) allocated.push(await allocate(replica(small), `hash-${i}`, 1));
  assert.equal(new Set(names(allocated)).size, 8);
  assert.equal((await store.get(statusLists, 'default/1'))?.allocated, 64);
});

test('a failed lease rejects for its callers alone', async (t) => {
  const { replica, store } = await world(t);
  let down = true;
  const failing: typeof store = {
    ...store,
    replace: async (collection, document) => {
      if (down && collection.name === 'statusLists') throw new Error('store is down');
      return store.replace(collection, document);
    },
    insert: (collection, document) => store.insert(collection, document),
    get: (collection, id) => store.get(collection, id),
    find: (collection, query) => store.find(collection, query),
  };
  const service = replica(small, failing);
  await assert.rejects(allocate(service, 'hash', 1), /store is down/);
  down = false;
  assert.equal((await allocate(service, 'hash', 1)).length, 1);
});

test('bodies that are not an allocation are refused', async (t) => {
  const service = (await world(t)).replica();
  const good = { session: 's', configuration: 'c', request: 'r', count: 1 };
  const bad: Json[] = [
    {},
    [],
    { ...good, count: 0 },
    { ...good, count: 101 },
    { ...good, count: 1.5 },
    { ...good, count: '1' },
    { ...good, session: '' },
    { ...good, request: 'x'.repeat(65) },
    { ...good, configuration: 7 },
  ];
  for (const body of bad) {
    await assert.rejects(call(service, 'status.allocate', { body, encoding: 'json' }), refusedAs('invalid_request'));
  }
});

test('references of wallet and keys are kept sealed, and malformed ones are refused', async (t) => {
  const made = await world(t);
  const service = made.replica();
  const reference = { uri: 'https://provider.example/list', idx: 4, of: 'wallet' };
  const take = (request: string, chain: Json) => {
    const body = { session: 's', configuration: 'pid', request, count: 1, chain };
    return call(service, 'status.allocate', { method: 'POST', encoding: 'json', body });
  };
  await take('good', { statuses: [reference], until: 5 });
  const stored = await made.store.get(statusEntries, 'default/s/good');
  assert.deepEqual([stored?.chain?.until, stored?.chainOf, stored?.chainDue], [5, 'default', made.now + 86_400_000]);
  assert.ok(!JSON.stringify(stored).includes('provider.example'));
  const bad: readonly Json[] = [
    null,
    [],
    {},
    { statuses: [] },
    { statuses: reference },
    { statuses: [reference], until: '5' },
    { statuses: [{ ...reference, idx: -1 }] },
    { statuses: [{ ...reference, of: 'issuer' }] },
    { statuses: [{ ...reference, uri: 'x' }] },
    { statuses: Array(102).fill(reference) },
  ];
  for (const [n, chain] of bad.entries()) await assert.rejects(take(`bad${n}`, chain), refusedAs('invalid_request'));
});
