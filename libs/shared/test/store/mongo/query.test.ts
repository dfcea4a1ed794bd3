import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type MongoDocument, toMongo } from '../../../src/store/mongo/document.ts';
import { type Condition, cursorAfter, mongoQuery } from '../../../src/store/mongo/query.ts';
import type { Collection, FindQuery, IndexValue } from '../../../src/store/port.ts';
import { sessions } from '../../model/every-tenant.ts';
import { newCollection, type Thing } from '../things.ts';

const things = newCollection();

describe('mongoQuery', () => {
  it('states the equal values as fields, and the order after them', () => {
    const query = { index: 'group', equal: ['g'], from: 2, below: 5, limit: 3, order: 'descending' } as const;
    assert.deepEqual(mongoQuery(things, query), {
      filter: { group: 'g', size: { $gte: 2, $lt: 5 } },
      sort: { size: -1, _id: -1 },
      hint: 'group',
    });
    assert.deepEqual(mongoQuery(things, { index: 'handle', equal: ['h'], limit: 1 }), {
      filter: { handle: 'h' },
      sort: {},
    });
    // The server uses a partial index only for a query that states its condition.
    assert.deepEqual(mongoQuery(things, { index: 'handle', limit: 1 }).filter, { handle: { $exists: true } });
  });

  it('has a hint only where another index begins with a field of the query', () => {
    const hintOf = (query: Omit<FindQuery, 'limit'>) => mongoQuery(sessions, { ...query, limit: 1 }).hint;
    assert.equal(hintOf({ index: 'handle', equal: ['h'] }), undefined);
    assert.equal(hintOf({ index: 'outbox', below: 5 }), undefined);
    assert.equal(hintOf({ index: 'newest', equal: ['t'] }), 'newest');
    assert.equal(hintOf({ index: 'newest' }), 'newest');
    assert.equal(hintOf({ index: 'newest', equal: ['t'], below: 9 }), 'newest');
    assert.equal(hintOf({ index: 'state', equal: ['s'] }), undefined);
    assert.equal(hintOf({ index: 'state', equal: ['s', 't'] }), 'state');
    assert.equal(hintOf({ index: 'age', below: 5 }), undefined);
  });

  it('continues after a position, with a start for the index', () => {
    const query: FindQuery = { index: 'size', below: 9, limit: 1 };
    const after = cursorAfter(things, query, rowOf({ id: 'b', rev: 1, size: 3 }));
    assert.deepEqual(mongoQuery(things, { ...query, after }).filter, {
      $and: [
        { size: { $lt: 9 } },
        { size: { $gte: 3 } },
        { $or: [{ size: { $gt: 3 } }, { size: 3, _id: { $gt: 'b' } }] },
      ],
    });
  });

  it('refuses values that would be operators of the query language', () => {
    const operator = { $gt: '' } as unknown as IndexValue;
    for (const query of [{ equal: [operator] }, { from: operator }, { below: operator }]) {
      assert.throws(() => mongoQuery(things, { index: 'group', limit: 1, ...query }), TypeError);
    }
    for (const value of [null, [], Number.NaN] as unknown as IndexValue[]) {
      assert.throws(() => mongoQuery(things, { index: 'group', limit: 1, equal: [value] }), TypeError);
    }
  });

  it('refuses any cursor that is not one of the query', () => {
    const coded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const query = { index: 'group', equal: ['g'], limit: 1 };
    assert.ok(mongoQuery(things, { ...query, after: coded([1, 'a']) }));
    assert.ok(mongoQuery(things, { ...query, after: coded([null, 'a']) }));
    for (const position of [
      [],
      [1],
      [1, 'a', 'b'],
      [1, null],
      [{ $gt: 0 }, 'a'],
      [1, { $gt: '' }],
      [[1], 'a'],
      { 0: 1, 1: 'a', length: 2 },
      null,
      'x',
    ]) {
      const after = coded(position);
      assert.throws(
        () => mongoQuery(things, { ...query, after }),
        { code: 'invalid_request' },
        JSON.stringify(position),
      );
    }
    // The first field of an index is in every document of it.
    assert.throws(() => mongoQuery(things, { index: 'size', limit: 1, after: coded([null, 'a']) }), {
      code: 'invalid_request',
    });
    // One document at most: it has no second page.
    assert.throws(() => mongoQuery(things, { index: 'handle', equal: ['h'], limit: 1, after: coded([]) }), {
      code: 'invalid_request',
    });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map((text) => Buffer.from(text).toString('base64url')),
        ),
        (after) => {
          try {
            assert.doesNotMatch(JSON.stringify(mongoQuery(things, { ...query, after }).filter), /\$where|\$expr/);
          } catch (error) {
            assert.equal((error as { code?: string }).code, 'invalid_request');
          }
        },
      ),
      { seed: 5 },
    );
  });

  it('returns each document once and in order, page by page, for any documents and any query', () => {
    const value = fc.option(fc.constantFrom<IndexValue>(0, 1, 2 ** 40, -3), { nil: undefined });
    const text = fc.option(fc.constantFrom('', 'g', 'h'), { nil: undefined });
    const row = fc.record({ group: text, size: value });
    const asked = fc.record({
      equal: fc.constantFrom<readonly IndexValue[]>([], ['g'], ['g', 1]),
      bounds: fc.constantFrom<Partial<FindQuery>>({}, { from: 0 }, { below: 1 }, { from: 0, below: 2 }),
      order: fc.constantFrom('ascending' as const, 'descending' as const),
      limit: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), asked, (rows, { equal, bounds, order, limit }) => {
        const kept = rows.map((fields, i) => rowOf({ id: `n${i}`, rev: 1, ...fields } as Thing));
        const carried = equal.length === 1 ? bounds : {};
        const query: FindQuery = { index: 'group', equal, order, limit, ...carried };
        const whole = answer(kept, things, { ...query, limit: 99 }).map(({ _id }) => _id);
        assert.equal(new Set(whole).size, whole.length);
        const paged: string[] = [];
        for (let after: string | undefined; ; ) {
          const page = answer(kept, things, after === undefined ? query : { ...query, after });
          paged.push(...page.slice(0, limit).map(({ _id }) => _id));
          const last = page[limit - 1];
          if (page.length <= limit || last === undefined) break;
          after = cursorAfter(things, query, last);
        }
        assert.deepEqual(paged, whole);
        const inIndex = kept.filter((document) => document.group !== undefined);
        if (equal.length === 0) assert.equal(whole.length, inIndex.length);
      }),
      { numRuns: 500, seed: 11 },
    );
  });
});

function rowOf(thing: Thing): MongoDocument {
  return toMongo(things, thing, 1, 'w').kept;
}

/** A server's response: one document more than the page if there are more. */
function answer(
  rows: readonly MongoDocument[],
  collection: Collection<Thing>,
  query: FindQuery,
): readonly MongoDocument[] {
  const { filter, sort } = mongoQuery(collection, query);
  const compared = (a: MongoDocument, b: MongoDocument): number => {
    for (const [field, direction] of Object.entries(sort)) {
      const [left, right] = [a[field], b[field]];
      if (left === right) continue;
      if (left === undefined) return -direction;
      return right === undefined || left > right ? direction : -direction;
    }
    return 0;
  };
  return rows
    .filter((row) => matches(row, filter))
    .sort(compared)
    .slice(0, query.limit + 1);
}

/** The part of MongoDB's query language that the queries use, by its manual. */
function matches(row: MongoDocument, filter: Condition): boolean {
  return Object.entries(filter).every(([key, wanted]) => {
    if (key === '$and') return (wanted as Condition[]).every((part) => matches(row, part));
    if (key === '$or') return (wanted as Condition[]).some((part) => matches(row, part));
    assert.doesNotMatch(key, /^\$/);
    return fits(row[key] as IndexValue | undefined, wanted);
  });
}

function fits(value: IndexValue | undefined, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return value === wanted;
  return Object.entries(wanted).every(([operator, operand]) => {
    if (operator === '$exists') return (value !== undefined) === operand;
    if (operator === '$not') return !fits(value, operand);
    // Comparisons only work within one type.
    if (value === undefined || typeof value !== typeof operand) return false;
    if (operator === '$gt') return value > operand;
    if (operator === '$gte') return value >= operand;
    if (operator === '$lt') return value < operand;
    assert.equal(operator, '$lte');
    return value <= operand;
  });
}
