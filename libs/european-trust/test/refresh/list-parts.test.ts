import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { trustListParts } from '@countersign/shared/model/tenant/trust-lists';
import { ofTenant, type TenantStore } from '@countersign/shared/store/of-tenant';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { readParts, removeOtherParts, writeParts } from '../../src/refresh/list-parts.ts';

const list = { id: 'tenant/list', tenant: 'tenant' };

it('the bytes of a list are read as they were written, in several parts', async (t) => {
  const own = ofTenant(await temporaryStore(t), 'tenant');
  const bytes = randomBytes(1_000_000);
  const parts = await writeParts(own, list, bytes, 'a');
  assert.equal(parts, 3);
  assert.equal(await writeParts(own, list, bytes, 'a'), 3);
  assert.deepEqual(await readParts(own, list.id, { sha256: 'a', parts }), bytes);
  assert.equal(await readParts(own, list.id, { sha256: 'a', parts: 4 }), undefined);
});

it('other parts of the list are removed, those of other lists stay', async (t) => {
  const own = ofTenant(await temporaryStore(t), 'tenant');
  for (const sha256 of ['a', 'b', 'c']) await writeParts(own, list, Buffer.from(sha256), sha256);
  await writeParts(own, { ...list, id: 'tenant/other' }, Buffer.from('d'), 'd');
  await removeOtherParts(own, list.id, ['b', 'c']);
  const { documents } = await own.find(trustListParts, { index: 'list', limit: 9 });
  assert.deepEqual(documents.map(({ id }) => id).sort(), ['tenant/list/b/0', 'tenant/list/c/0', 'tenant/other/d/0']);
});

it('no turn of the event loop looks at more than four parts', async (t) => {
  const own = ofTenant(await temporaryStore(t), 'tenant');
  const parts = await writeParts(own, list, randomBytes(4_500_000), 'a');
  assert.equal(parts, 12);
  let turns = 0;
  let next = setImmediate(function again() {
    turns += 1;
    next = setImmediate(again);
  });
  t.after(() => clearImmediate(next));
  const inTurns = new Map<number, number>();
  const count = (looked: number): void => void inTurns.set(turns, (inTurns.get(turns) ?? 0) + looked);
  const get: TenantStore['get'] = async (collection, id) => {
    count(1);
    return own.get(collection, id);
  };
  async function* pages(...query: Parameters<TenantStore['pages']>) {
    for await (const page of own.pages(...query)) {
      count(page.length);
      yield page;
    }
  }
  const watched = { ...own, get, pages, delete: own.delete.bind(own) } as TenantStore;
  await readParts(watched, list.id, { sha256: 'a', parts });
  await removeOtherParts(watched, list.id, ['a']);
  assert.equal(
    [...inTurns.values()].reduce((sum, looked) => sum + looked),
    2 * parts,
  );
  assert.ok(Math.max(...inTurns.values()) <= 4, `${[...inTurns.values()]} in each turn`);
});
