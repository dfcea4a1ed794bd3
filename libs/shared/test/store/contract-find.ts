/** Store contract: find. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { FindQuery, Store } from '../../src/store/port.ts';
import type { ServerDefect } from './server-defect.ts';
import { idsOf, newCollection, type Thing } from './things.ts';

/**
 * @param store the store of the run, opened before the first test
 * @param has whether its server has a defect
 */
export function findContract(store: () => Store, has: (defect: ServerDefect) => boolean): void {
  describe('find', () => {
    it('returns the documents of equal values, in order of the next field, then by id', async () => {
      const things = newCollection();
      const rows: [string, string, number][] = [
        ['e', 'g', 2],
        ['b', 'g', 10],
        ['d', 'g', 2],
        ['a', 'h', 1],
        ['c', 'g', -3],
        ['f', 'gg', 2],
      ];
      for (const [id, group, size] of rows) await store().insert(things, { id, group, size, label: id });
      assert.deepEqual(await idsOf(store(), things, { index: 'group', equal: ['g'], limit: 9 }), ['c', 'd', 'e', 'b']);
      assert.deepEqual(await idsOf(store(), things, { index: 'group', equal: ['g'], limit: 9, order: 'descending' }), [
        'b',
        'e',
        'd',
        'c',
      ]);
      assert.deepEqual(await idsOf(store(), things, { index: 'group', equal: ['g', 2], limit: 9 }), ['d', 'e']);
      assert.deepEqual(await idsOf(store(), things, { index: 'group', equal: ['x'], limit: 9 }), []);
      assert.deepEqual(await idsOf(store(), things, { index: 'size', limit: 9 }), ['c', 'a', 'd', 'e', 'f', 'b']);
    });

    it('returns ranges: from inclusive, below exclusive, both directions', async () => {
      const things = newCollection();
      for (const size of [1, 2, 3, 4, 5])
        await store().insert(things, { id: `n${size}`, size, group: 'g', label: `${size}` });
      const range = (query: Partial<FindQuery>) => idsOf(store(), things, { index: 'size', limit: 2, ...query });
      assert.deepEqual(await range({ from: 2, below: 4 }), ['n2', 'n3']);
      assert.deepEqual(await range({ from: 4 }), ['n4', 'n5']);
      assert.deepEqual(await range({ below: 3 }), ['n1', 'n2']);
      assert.deepEqual(await range({ from: 2, below: 5, order: 'descending' }), ['n4', 'n3', 'n2']);
      assert.deepEqual(await range({ from: 2.5, below: 3.5 }), ['n3']);
      assert.deepEqual(await range({ from: 3, below: 3 }), []);
      assert.deepEqual(await range({ from: 4, below: 2 }), []);
      assert.deepEqual(await range({ from: 9 }), []);
      const below = { index: 'group', equal: ['g'], from: 2, below: 4, limit: 1 };
      assert.deepEqual(await idsOf(store(), things, below), ['n2', 'n3']);
    });

    it('omits documents without the first field, and those without the bounded field', async () => {
      const things = newCollection();
      await store().insert(things, { id: 'a', group: 'g', label: '1' });
      await store().insert(things, { id: 'b', group: 'g', size: 1, label: '2' });
      await store().insert(things, { id: 'c', size: 1 });
      assert.deepEqual(await idsOf(store(), things, { index: 'group', limit: 9 }), ['a', 'b']);
      assert.deepEqual(await idsOf(store(), things, { index: 'group', equal: ['g'], below: 5, limit: 9 }), ['b']);
      assert.deepEqual(await idsOf(store(), things, { index: 'group', equal: ['g'], from: 0, limit: 9 }), ['b']);
      assert.deepEqual(await idsOf(store(), things, { index: 'size', limit: 9 }), ['b', 'c']);
    });

    it('keeps times and other large numbers exact, and in order with fractions', async () => {
      const things = newCollection();
      const sizes = [-(2 ** 53) + 1, -1, 0, 0.5, 2 ** 31 - 1, 2 ** 31, 2 ** 31 + 0.5, 1795272825895, 2 ** 53 - 1];
      for (const [i, size] of sizes.toReversed().entries()) await store().insert(things, { id: `n${i}`, size });
      const all = await store().find(things, { index: 'size', limit: 99 });
      assert.deepEqual(
        all.documents.map((thing) => thing.size),
        sizes,
      );
      for (const size of sizes) {
        const { documents } = await store().find(things, { index: 'size', from: size, limit: 1 });
        assert.equal(documents[0]?.size, size);
        assert.equal((await idsOf(store(), things, { index: 'size', equal: [size], limit: 9 })).length, 1);
      }
    });

    it('finds booleans and empty strings', async () => {
      const things = newCollection();
      await store().insert(things, { id: 'a', open: true, label: '' });
      await store().insert(things, { id: 'b', open: false, label: ' ' });
      assert.deepEqual(await idsOf(store(), things, { index: 'open', equal: [true], limit: 9 }), ['a']);
      assert.deepEqual(await idsOf(store(), things, { index: 'open', equal: [false], limit: 9 }), ['b']);
      assert.deepEqual(await idsOf(store(), things, { index: 'label', equal: [''], limit: 9 }), ['a']);
      assert.deepEqual(await idsOf(store(), things, { index: 'label', limit: 9 }), ['a', 'b']);
    });

    it('finds a document under each text of a list, once, in pages of both directions', async () => {
      const things = newCollection();
      await store().insert(things, { id: 'a', tags: ['red', 'blue', 'red'], group: 'g', size: 1, label: 'a' });
      await store().insert(things, { id: 'b', tags: ['blue'], group: 'g', size: 2, label: 'b' });
      await store().insert(things, { id: 'c', tags: [], group: 'g', size: 3, label: 'c' });
      const first = await store().insert(things, { id: 'd', tags: ['red'], group: 'h', size: 4, label: 'd' });
      const of = (equal: readonly string[], query: Partial<FindQuery> = {}) =>
        idsOf(store(), things, { index: 'tags', equal, limit: 1, ...query });
      assert.deepEqual(await of(['blue', 'g']), ['a', 'b']);
      assert.deepEqual(await of(['blue', 'g'], { order: 'descending' }), ['b', 'a']);
      assert.deepEqual(await of(['blue', 'g'], { order: 'descending', below: 2 }), ['a']);
      assert.deepEqual([await of(['red', 'g']), await of(['red', 'h']), await of(['green'])], [['a'], ['d'], []]);
      assert.ok(first);
      const second = await store().replace(things, { ...first, tags: ['blue'] });
      assert.deepEqual([await of(['red', 'h']), await of(['blue', 'h'])], [[], ['d']]);
      assert.ok(second && (await store().delete(things, second)));
      assert.deepEqual(await of(['blue', 'h']), []);
    });

    it('follows each replace', async () => {
      const things = newCollection();
      const first = await store().insert(things, { id: 'a', group: 'g', size: 1 });
      assert.ok(first);
      const second = await store().replace(things, { ...first, group: 'h', size: 2 });
      assert.ok(second);
      assert.deepEqual(await idsOf(store(), things, { index: 'group', equal: ['g'], limit: 9 }), []);
      assert.deepEqual(await idsOf(store(), things, { index: 'group', equal: ['h'], limit: 9 }), ['a']);
      const { group: _, ...without } = second;
      await store().replace(things, without);
      assert.deepEqual(await idsOf(store(), things, { index: 'group', limit: 9 }), []);
      assert.deepEqual(await idsOf(store(), things, { index: 'size', equal: [2], limit: 9 }), ['a']);
    });

    it('sets next only where there is more, safe in a URL', async () => {
      const things = newCollection();
      for (const id of ['a', 'b', 'c']) await store().insert(things, { id, size: 1 });
      const page = await store().find(things, { index: 'size', limit: 2 });
      assert.match(page.next ?? '', /^[A-Za-z0-9_-]+$/);
      assert.equal((await store().find(things, { index: 'size', limit: 3 })).next, undefined);
      assert.equal((await store().find(things, { index: 'size', equal: [7], limit: 3 })).next, undefined);
    });

    for (const order of ['ascending', 'descending'] as const) {
      it(`continues after a cursor whose document is gone, and with documents inserted since, ${order}`, async () => {
        const things = newCollection();
        for (let i = 0; i < 6; i += 1)
          await store().insert(things, { id: `n${i}`, group: 'g', size: i >> 1, label: `${i}` });
        const query = { index: 'group', equal: ['g'], limit: 3, order };
        const page = await store().find(things, query);
        const last = page.documents.at(-1);
        assert.ok(last && page.next);
        await store().delete(things, last);
        await store().insert(things, { id: 'n2b', group: 'g', size: 1, label: 'b' });
        const rest = await store().find(things, { ...query, after: page.next });
        assert.deepEqual(
          rest.documents.map((document) => document.id),
          order === 'ascending' ? ['n2b', 'n3', 'n4'] : ['n2b', 'n2', 'n1'],
        );
      });
    }

    it('refuses a cursor that it never returned', async () => {
      const things = newCollection();
      await store().insert(things, { id: 'a', size: 1 });
      for (const after of ['', '*', '____', 'a b', '../x']) {
        await assert.rejects(store().find(things, { index: 'size', limit: 1, after }), { code: 'invalid_request' });
      }
    });

    it('stays within its range for the cursor of another query', async () => {
      const things = newCollection();
      for (const size of [1, 2, 3, 4, 5, 6])
        await store().insert(things, { id: `n${size}`, group: 'g', size, label: `${size}` });
      for (const order of ['ascending', 'descending'] as const) {
        const { next } = await store().find(things, { index: 'group', equal: ['g'], limit: 1, order });
        assert.ok(next);
        const query = { index: 'group', equal: ['g'], from: 3, below: 5, limit: 9, order, after: next };
        // A refusal is correct too.
        const found = await store()
          .find(things, query)
          .catch((error: { code?: string }) => {
            assert.equal(error.code, 'invalid_request');
            return { documents: [] };
          });
        for (const { size = 0 } of found.documents) assert.ok(size >= 3 && size < 5, `${size}`);
      }
    });

    it('refuses an index that does not exist and a query that the index does not support', async () => {
      const things = newCollection();
      await assert.rejects(store().find(things, { index: 'nope', limit: 1 }), /nope/);
      await assert.rejects(store().find(things, { index: 'size', equal: [1, 2], limit: 1 }));
      await assert.rejects(store().find(things, { index: 'size', equal: [1], from: 2, limit: 1 }));
      for (const limit of [0, -1, 1.5])
        await assert.rejects(store().find(things, { index: 'size', limit }), RangeError);
    });

    it('returns each document of a query once, in order, page by page, also with missing fields', async () => {
      const things = newCollection();
      const rows: Thing[] = [];
      for (let i = 0; i < 27; i += 1) {
        const size = [undefined, 1, 2 ** 40][i % 3];
        const label = [undefined, 'a', 'b'][Math.floor(i / 3) % 3];
        const group = [undefined, 'g', 'h'][Math.floor(i / 9)];
        // The unique index over group and label would refuse most of them, so each gets a different label.
        const row = {
          id: `n${(i * 7) % 27}`,
          rev: 1,
          ...(size === undefined ? {} : { size }),
          ...(label === undefined && i % 9 !== 0 ? {} : { label: `${label}${i}` }),
          ...(group === undefined ? {} : { group }),
        };
        if ((await store().insert(things, row)) !== undefined) rows.push(row);
      }
      assert.ok(rows.length > 20 && rows.some((row) => row.group !== undefined && row.size === undefined));
      const queries: Omit<FindQuery, 'limit'>[] = [
        { index: 'group' },
        { index: 'group', equal: ['g'] },
        { index: 'group', equal: ['h', 1] },
        { index: 'group', from: 'g', below: 'h' },
        { index: 'group', equal: ['g'], below: 2 },
        { index: 'size' },
        { index: 'size', from: 2 },
        { index: 'place' },
        { index: 'place', equal: ['g'] },
      ];
      for (const query of queries) {
        const wanted = rows.filter((row) => selects(query, row)).sort((a, b) => compared(query, a, b));
        assert.ok(wanted.length > 1, JSON.stringify(query));
        for (const order of ['ascending', 'descending'] as const) {
          const ids = (order === 'ascending' ? wanted : wanted.toReversed()).map((row) => row.id);
          for (const limit of [1, 2, 100]) {
            assert.deepEqual(await idsOf(store(), things, { ...query, order, limit }), ids, JSON.stringify(query));
          }
        }
      }
    });

    it('sorts any numbers and strings as Array.sort does', async () => {
      const points = (text: string): string => [...text].map((c) => `${c.codePointAt(0)}`.padStart(8, '0')).join('');
      const number = (
        has('extreme-numbers') ? fc.maxSafeInteger() : fc.double({ noNaN: true, noDefaultInfinity: true })
      ).map((n) => (n === 0 ? 0 : n));
      const text = fc.string({ unit: 'binary', maxLength: 12 });
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(number, { maxLength: 12 }),
          fc.uniqueArray(text, { maxLength: 12 }),
          async (sizes, labels) => {
            const things = newCollection();
            await Promise.all([
              ...sizes.map((size, i) => store().insert(things, { id: `s${i}`, size })),
              ...labels.map((label, i) => store().insert(things, { id: `l${i}`, label })),
            ]);
            const bySize = (await store().find(things, { index: 'size', limit: 99 })).documents.map(
              (thing) => thing.size,
            );
            assert.deepEqual(
              bySize,
              [...sizes].sort((a, b) => a - b),
            );
            const byLabel = (await store().find(things, { index: 'label', limit: 99 })).documents.map(
              (thing) => thing.label,
            );
            assert.deepEqual(
              byLabel,
              [...labels].sort((a, b) => (points(a) < points(b) ? -1 : 1)),
            );
          },
        ),
        { numRuns: 25, seed: 7 },
      );
    });
  });
}

const fieldsOf = { group: ['group', 'size'], size: ['size'], place: ['group', 'label'] } as const;

function valuesOf(query: Omit<FindQuery, 'limit'>, row: Thing): (string | number | undefined)[] {
  return fieldsOf[query.index as keyof typeof fieldsOf].map((field) => row[field]);
}

/** The definition of the port as a filter: whether a query matches a document. */
function selects({ equal = [], from, below, ...query }: Omit<FindQuery, 'limit'>, row: Thing): boolean {
  const values = valuesOf(query, row);
  if (values[0] === undefined || equal.some((value, i) => values[i] !== value)) return false;
  const next = values[equal.length];
  if (from === undefined && below === undefined) return true;
  return next !== undefined && (from === undefined || next >= from) && (below === undefined || next < below);
}

function compared(query: Omit<FindQuery, 'limit'>, a: Thing, b: Thing): number {
  const [left, right] = [valuesOf(query, a), valuesOf(query, b)];
  for (const [i, value] of left.entries()) {
    const other = right[i];
    if (value === other) continue;
    if (value === undefined) return -1;
    return other === undefined || value > other ? 1 : -1;
  }
  return a.id < b.id ? -1 : 1;
}
