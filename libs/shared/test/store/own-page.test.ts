import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownPage } from '../../src/store/own-page.ts';
import type { DocumentPage, FindQuery, Store } from '../../src/store/port.ts';
import { temporaryStore } from './temporary.ts';
import { newCollection, type Thing } from './things.ts';

const things = newCollection();
const isOwn = ({ note }: Thing): boolean => note === 'own';

/** A thing for each letter, in order: `o` an own one, `f` another tenant's. */
async function storeOf(store: Store, letters: string): Promise<void> {
  for (const [place, letter] of [...letters].entries()) {
    const note = letter === 'o' ? 'own' : 'foreign';
    const id = `${letters}-${place}`;
    assert.ok(await store.insert(things, { id, group: letters, label: id, size: place, note }));
  }
}

/** The pages of the own documents, and the number of finds that each took. */
async function pagesOf(store: Store, letters: string, limit: number) {
  const taken: { readonly places: readonly (number | undefined)[]; readonly finds: number }[] = [];
  let after: string | undefined;
  do {
    let finds = 0;
    const watched: Pick<Store, 'find'> = {
      find: (collection, query) => {
        finds += 1;
        return store.find(collection, query);
      },
    };
    const query: FindQuery = { index: 'group', equal: [letters], limit, ...(after === undefined ? {} : { after }) };
    const found: DocumentPage<Thing> = await ownPage(watched, things, query, isOwn);
    taken.push({ places: found.documents.map(({ size }) => size), finds });
    after = found.next;
  } while (after !== undefined);
  return taken;
}

test('returns each own document once, in order, and no page after the last own one', async (t) => {
  const store = await temporaryStore(t);
  for (const letters of ['o', 'f', 'fo', 'of', 'offf', 'offo', 'fffof', 'oofoffoff', 'ooooo', 'fffff']) {
    await storeOf(store, letters);
    const own = [...letters].flatMap((letter, place) => (letter === 'o' ? [place] : []));
    for (const limit of [1, 2, 3, 20]) {
      const pages = await pagesOf(store, letters, limit);
      assert.deepEqual(
        pages.flatMap(({ places }) => places),
        own,
        `${letters} by ${limit}`,
      );
      // An empty or additional page would reveal documents of other tenants.
      assert.equal(pages.filter(({ places }) => places.length === 0).length, own.length === 0 ? 1 : 0, letters);
    }
  }
});

test('the cursor of a page is the same, whatever documents of another tenant follow', async (t) => {
  const store = await temporaryStore(t);
  await storeOf(store, 'oo');
  assert.ok(await store.insert(things, { id: 'oo-0x', group: 'oo', label: 'x', size: 0, note: 'foreign' }));
  const query = { index: 'group', equal: ['oo'] };
  // An own document, then one of the other tenant.
  const { next } = await ownPage(store, things, { ...query, limit: 2 }, isOwn);
  assert.equal(next, (await store.find(things, { ...query, limit: 1 })).next);
});

test('one find suffices where all documents are own and on one page', async (t) => {
  const store = await temporaryStore(t);
  await storeOf(store, 'oooo');
  assert.deepEqual(
    (await pagesOf(store, 'oooo', 9)).map(({ finds }) => finds),
    [1],
  );
});
