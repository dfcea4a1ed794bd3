import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eachDocument, pages } from '../../src/store/pages.ts';
import type { Store } from '../../src/store/port.ts';
import { auditRecords } from '../model/every-tenant.ts';
import { temporaryStore } from './temporary.ts';

const insert = (store: Store, at: number) =>
  store.insert(auditRecords, { id: `r${at}`, tenant: 't', at, action: 'session.read', client: 'c' });
const query = { index: 'age', limit: 2 } as const;

test('returns every document once, in pages, also where documents are removed after they were read', async (t) => {
  const store = await temporaryStore(t);
  for (let at = 1; at <= 5; at += 1) await insert(store, at);
  const seen: number[][] = [];
  for await (const documents of pages(store, auditRecords, query)) {
    seen.push(documents.map(({ at }) => at));
    for (const document of documents) await store.delete(auditRecords, document);
  }
  assert.deepEqual(seen, [[1, 2], [3, 4], [5]]);
});

test('reads a page when the caller is done with the one before, and none after the caller stops', async (t) => {
  const store = await temporaryStore(t);
  for (let at = 1; at <= 5; at += 1) await insert(store, at);
  let asked = 0;
  const counting: Pick<Store, 'find'> = {
    find: (...given) => {
      asked += 1;
      return store.find(...given);
    },
  };
  for await (const documents of pages(counting, auditRecords, query)) {
    assert.equal(asked, 1);
    if (documents.length > 0) break;
  }
  assert.equal(asked, 1);
});

test('an empty result is one empty page; a failure of the store is thrown', async (t) => {
  const store = await temporaryStore(t);
  const seen: number[] = [];
  for await (const { length } of pages(store, auditRecords, query)) seen.push(length);
  assert.deepEqual(seen, [0]);
  const failing = { find: () => Promise.reject(new Error('away')) };
  await assert.rejects(pages(failing, auditRecords, query).next(), /away/);
});

test('acts on each document once, over pages, within the limit of concurrency', async (t) => {
  const store = await temporaryStore(t);
  await Promise.all(Array.from({ length: 120 }, (_, at) => insert(store, at)));
  const seen = new Set<number>();
  let [now, most] = [0, 0];
  const count = await eachDocument(store, auditRecords, { index: 'age', below: 110 }, async (record) => {
    now += 1;
    most = Math.max(most, now);
    await store.delete(auditRecords, record);
    seen.add(record.at);
    now -= 1;
  });
  assert.deepEqual([count, seen.size, Math.max(...seen)], [110, 110, 109]);
  assert.ok(most > 1 && most <= 16);
});

test('stops at the first document that fails', async (t) => {
  const store = await temporaryStore(t);
  for (let at = 1; at <= 3; at += 1) await insert(store, at);
  const act = async () => Promise.reject(new Error('no'));
  await assert.rejects(eachDocument(store, auditRecords, { index: 'age' }, act), /no/);
});
