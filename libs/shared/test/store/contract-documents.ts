/** Store contract: one document, and the unique values of many. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Store } from '../../src/store/port.ts';
import type { ServerDefect } from './server-defect.ts';
import { idsOf, newCollection, present } from './things.ts';

/**
 * @param store the store of the run, opened before the first test
 * @param has whether its server has a defect
 */
export function documentContract(store: () => Store, has: (defect: ServerDefect) => boolean): void {
  describe('one document', () => {
    it('is inserted with revision 1 and read as it was written', async () => {
      const things = newCollection();
      const stored = await store().insert(things, { id: 'a', group: 'g', size: 1 });
      assert.deepEqual(stored, { id: 'a', rev: 1, group: 'g', size: 1 });
      assert.deepEqual(await store().get(things, 'a'), stored);
    });

    it('is not inserted where its id is taken, and the first stays', async () => {
      const things = newCollection();
      await store().insert(things, { id: 'a', size: 1 });
      assert.equal(await store().insert(things, { id: 'a', size: 2 }), undefined);
      assert.equal((await present(store(), things, 'a')).size, 1);
      assert.deepEqual(await idsOf(store(), things, { index: 'size', limit: 9 }), ['a']);
    });

    it('is replaced when the revision is the stored one, and only then', async () => {
      const things = newCollection();
      const first = await store().insert(things, { id: 'a', size: 1, label: 'old' });
      assert.ok(first);
      const { label: _, ...without } = first;
      const second = await store().replace(things, { ...without, size: 2 });
      assert.deepEqual(second, { id: 'a', rev: 2, size: 2 });
      assert.deepEqual(await store().get(things, 'a'), second);
      assert.equal(await store().replace(things, { ...first, size: 3 }), undefined);
      assert.equal(await store().replace(things, { ...first, rev: 3, size: 3 }), undefined);
      assert.deepEqual(await store().get(things, 'a'), second);
    });

    it('is deleted when the revision is the stored one, and only then', async () => {
      const things = newCollection();
      const first = await store().insert(things, { id: 'a', size: 1, handle: 'h' });
      assert.ok(first);
      const second = await store().replace(things, first);
      assert.ok(second);
      assert.equal(await store().delete(things, first), false);
      assert.deepEqual(await store().get(things, 'a'), second);
      assert.equal(await store().delete(things, second), true);
      assert.equal(await store().get(things, 'a'), undefined);
      assert.equal(await store().delete(things, second), false);
      for (const index of ['size', 'handle']) assert.deepEqual(await idsOf(store(), things, { index, limit: 9 }), []);
    });

    it('that is missing is undefined for get and replace, and never created by replace', async () => {
      const things = newCollection();
      assert.equal(await store().get(things, 'none'), undefined);
      for (const rev of [0, 1, 7]) {
        assert.equal(await store().replace(things, { id: 'none', rev, size: 1 }), undefined);
        assert.equal(await store().delete(things, { id: 'none', rev }), false);
      }
      assert.equal(await store().get(things, 'none'), undefined);
    });

    it('may be inserted again after its deletion', async () => {
      const things = newCollection();
      const first = await store().insert(things, { id: 'a', handle: 'h' });
      assert.ok(first);
      await store().delete(things, first);
      assert.equal((await store().insert(things, { id: 'a', handle: 'h' }))?.rev, 1);
    });

    it("shares nothing with the caller's object", async () => {
      const things = newCollection();
      const note = { list: [1] };
      const given = { id: 'a', size: 1, note };
      const inserting = store().insert(things, given);
      note.list.push(2);
      given.size = 9;
      const stored = await inserting;
      assert.ok(stored);
      assert.deepEqual(stored.note, { list: [1] });
      (stored.note as { list: number[] }).list.push(3);
      assert.deepEqual((await present(store(), things, 'a')).note, { list: [1] });
      ((await present(store(), things, 'a')) as { size?: number }).size = 5;
      const next = { ...(await present(store(), things, 'a')), note };
      const replacing = store().replace(things, next);
      note.list.push(4);
      assert.deepEqual((await replacing)?.note, { list: [1, 2] });
      const found = await store().find(things, { index: 'size', equal: [1], limit: 1 });
      assert.deepEqual(found.documents[0]?.note, { list: [1, 2] });
    });

    it('keeps values as they are: odd keys, unicode, empty, deep, large, absent', async () => {
      const things = newCollection();
      let deep: unknown = 'bottom';
      for (let i = 0; i < 30; i += 1) deep = i % 2 === 0 ? [deep] : { deeper: deep };
      const note = {
        $schema: 'https://example.org/s',
        $set: { $where: '1' },
        'a.b': { 'c.d.': 1 },
        '': 'empty key',
        constructor: 'c',
        toString: null,
        deep,
        unicode: 'Zażółć 𝄞 \u0000 \u2028 é e\u0301',
        numbers: [0, -1, 1.5, 1e300, Number.MAX_SAFE_INTEGER, 5e-324],
        empty: ['', {}, [], null, false],
        large: 'x'.repeat(100_000),
      };
      await store().insert(things, { id: 'a', note, group: undefined });
      const read = await present(store(), things, 'a');
      assert.deepEqual(read, { id: 'a', rev: 1, note });
      assert.equal(JSON.stringify(read.note), JSON.stringify(note), 'the order of keys is kept');
    });

    it('has any id up to 256 characters', async () => {
      const things = newCollection();
      const ids = [
        'x'.repeat(256),
        '€'.repeat(256),
        'a/b',
        'a',
        'A',
        '$a.b',
        ' ',
        'a\u0000',
        '__proto__',
        'ü',
        'u\u0308',
      ];
      for (const id of ids) assert.ok(await store().insert(things, { id, label: id, size: 1 }), id);
      for (const id of ids) assert.equal((await present(store(), things, id)).label, id);
      const listed = await idsOf(store(), things, { index: 'size', limit: 4 });
      assert.deepEqual([...listed].sort(), [...ids].sort());
      await assert.rejects(store().insert(things, { id: 'x'.repeat(257) }), RangeError);
    });

    it('is visible in its collection alone', async () => {
      const [one, two] = [newCollection(), newCollection()];
      await store().insert(one, { id: 'a', handle: 'h', size: 1 });
      assert.equal(await store().get(two, 'a'), undefined);
      assert.ok(await store().insert(two, { id: 'a', handle: 'h', size: 2 }));
      assert.deepEqual(await idsOf(store(), two, { index: 'size', from: 0, limit: 9 }), ['a']);
      assert.equal((await present(store(), one, 'a')).size, 1);
    });
  });

  describe('unique index', () => {
    it('refuses a taken value at insert and replace, and changes nothing then', async () => {
      const things = newCollection();
      await store().insert(things, { id: 'a', handle: 'h', size: 1 });
      assert.equal(await store().insert(things, { id: 'b', handle: 'h', size: 2 }), undefined);
      assert.equal(await store().get(things, 'b'), undefined);
      const other = await store().insert(things, { id: 'c', handle: 'i', size: 3 });
      assert.ok(other);
      assert.equal(await store().replace(things, { ...other, handle: 'h', size: 4 }), undefined);
      assert.deepEqual(await store().get(things, 'c'), other);
      assert.deepEqual(await idsOf(store(), things, { index: 'size', limit: 9 }), ['a', 'c']);
      assert.deepEqual(await idsOf(store(), things, { index: 'handle', equal: ['h'], limit: 9 }), ['a']);
    });

    it('lets a document keep its own value', async () => {
      const things = newCollection();
      const first = await store().insert(things, { id: 'a', handle: 'h', size: 1 });
      assert.ok(first);
      assert.ok(await store().replace(things, { ...first, size: 2 }));
    });

    it('frees a value by replace and by delete', async (t) => {
      if (has('unique-not-freed')) return t.skip('this server does not free a unique value');
      const things = newCollection();
      const first = await store().insert(things, { id: 'a', handle: 'one' });
      assert.ok(first);
      const second = await store().replace(things, { ...first, handle: 'two' });
      assert.ok(second);
      assert.ok(await store().insert(things, { id: 'b', handle: 'one' }));
      assert.equal(await store().insert(things, { id: 'c', handle: 'two' }), undefined);
      assert.equal(await store().delete(things, second), true);
      assert.ok(await store().insert(things, { id: 'c', handle: 'two' }));
    });

    it('is sparse: any number of documents lack the value', async () => {
      const things = newCollection();
      const a = await store().insert(things, { id: 'a' });
      assert.ok(a && (await store().insert(things, { id: 'b' })));
      assert.deepEqual(await idsOf(store(), things, { index: 'handle', limit: 9 }), []);
      assert.ok(await store().replace(things, { ...a, handle: 'h' }));
      assert.deepEqual(await idsOf(store(), things, { index: 'handle', limit: 9 }), ['a']);
    });

    it('of two fields compares both', async () => {
      const things = newCollection();
      assert.ok(await store().insert(things, { id: 'a', group: 'g', label: '1' }));
      assert.ok(await store().insert(things, { id: 'b', group: 'g', label: '2' }));
      assert.ok(await store().insert(things, { id: 'c', group: 'h', label: '1' }));
      assert.equal(await store().insert(things, { id: 'd', group: 'g', label: '2' }), undefined);
      assert.ok(await store().insert(things, { id: 'e', group: 'g1', label: '' }));
      assert.ok(await store().insert(things, { id: 'f', group: 'g', label: '1\u0000' }));
    });

    it('of two fields treats a missing second field as a value, and omits documents without the first', async () => {
      const things = newCollection();
      assert.ok(await store().insert(things, { id: 'a', group: 'g' }));
      assert.ok(await store().insert(things, { id: 'b', group: 'g', label: '' }));
      assert.equal(await store().insert(things, { id: 'c', group: 'g' }), undefined);
      assert.ok(await store().insert(things, { id: 'd', label: 'l' }));
      assert.ok(await store().insert(things, { id: 'e', label: 'l' }));
      assert.deepEqual(await idsOf(store(), things, { index: 'place', limit: 9 }), ['a', 'b']);
    });

    it('distinguishes long values that differ in their ends', async () => {
      const things = newCollection();
      const long = 'x'.repeat(5000);
      assert.ok(await store().insert(things, { id: 'a', handle: `${long}1` }));
      assert.ok(await store().insert(things, { id: 'b', handle: `${long}2` }));
      assert.equal(await store().insert(things, { id: 'c', handle: `${long}1` }), undefined);
      assert.deepEqual(await idsOf(store(), things, { index: 'handle', equal: [`${long}2`], limit: 9 }), ['b']);
    });
  });
}
