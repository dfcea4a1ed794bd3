/** Reads changed entries in order of their stamps, page by page, including entries that change during the read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type StatusEntryDocument, statusEntries } from '@countersign/shared/model/status/status-documents';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { changedEntries } from '../../src/list/read-changes.ts';
import { world } from '../world.ts';

const entryOf = (seq: number, changedIn = 'default/1') => ({
  id: `default/s/${changedIn}-${seq}`,
  tenant: 'default',
  list: 1,
  indexes: [seq],
  session: 's',
  ...({ configuration: 'pid', value: 1, changedAt: 0, outbox: [], changedIn, seq } as const),
});

async function read(pages: AsyncGenerator<readonly StatusEntryDocument[]>): Promise<(number | undefined)[]> {
  const found: (number | undefined)[] = [];
  for await (const page of pages) found.push(...page.map(({ seq }) => seq));
  return found;
}

test('changed entries of one list come by their stamps, from the first stamp on; unchanged entries do not', async (t) => {
  const store = ofTenant((await world(t)).store, 'default');
  for (const seq of [30, 2, 11]) await store.insert(statusEntries, entryOf(seq));
  await store.insert(statusEntries, entryOf(5, 'default/2'));
  const { changedIn: _, seq: __, ...untouched } = entryOf(7);
  await store.insert(statusEntries, untouched);
  assert.deepEqual(await read(changedEntries(store, 'default/1')), [2, 11, 30]);
  assert.deepEqual(await read(changedEntries(store, 'default/1', 11)), [11, 30]);
  assert.deepEqual(await read(changedEntries(store, 'default/3')), []);
});

test('other work runs between pages, and an entry that is stamped during the read is read ahead', async (t) => {
  const store = ofTenant((await world(t)).store, 'default');
  const inserted = await Promise.all(
    Array.from({ length: 501 }, (_, n) => store.insert(statusEntries, entryOf(n + 1))),
  );
  const last = inserted.at(-1) ?? assert.fail();
  const reader = changedEntries(store, 'default/1');
  assert.equal((await reader.next()).value?.length, 500);
  await store.replace(statusEntries, { ...last, seq: 900 });
  assert.deepEqual(await read(reader), [900]);
});
