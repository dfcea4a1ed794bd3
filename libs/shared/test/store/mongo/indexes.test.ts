import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { indexProblems, indexProblemText, mongoIndexes } from '../../../src/store/mongo/indexes.ts';
import type { Collection, StoredDocument } from '../../../src/store/port.ts';

const rows: Collection<StoredDocument> = {
  name: 'rows',
  indexes: {
    handle: { fields: ['handle'], unique: true },
    place: { fields: ['group', 'label'], unique: true },
    age: { fields: ['at'] },
  },
};
const listed = () => [
  { v: 2, key: { _id: 1 }, name: '_id_' },
  ...mongoIndexes(rows).map((index) => ({ v: 2, ...index })),
];

describe('mongoIndexes', () => {
  it('holds documents that have the first field, and ends with the id where it is not unique', () => {
    assert.deepEqual(mongoIndexes(rows), [
      { name: 'handle', key: { handle: 1 }, unique: true, sparse: true },
      {
        name: 'place',
        key: { group: 1, label: 1 },
        unique: true,
        partialFilterExpression: { group: { $exists: true } },
      },
      { name: 'age', key: { at: 1, _id: 1 }, partialFilterExpression: { at: { $exists: true } } },
    ]);
    assert.throws(() => mongoIndexes({ name: 'c', indexes: { i: { fields: [] } } }), /c\.i/);
    assert.throws(() => mongoIndexes({ name: 'c', indexes: { i: { fields: ['document'] } } }), /c\.i/);
  });
});

describe('indexProblems', () => {
  it('finds none where all exist, also among others', () => {
    assert.deepEqual(
      indexProblems(rows, [...listed(), { v: 2, key: { x: 1 }, name: 'own', expireAfterSeconds: 1 }]),
      [],
    );
    assert.equal(indexProblemText([]), '');
  });

  it('finds each difference that changes what an index holds or how it is used', () => {
    for (const change of [
      { key: { at: -1, _id: 1 } },
      { key: { _id: 1, at: 1 } },
      { key: { at: 1 } },
      { unique: true },
      { sparse: true },
      { partialFilterExpression: undefined },
      { partialFilterExpression: { at: { $gt: 0 } } },
      { collation: { locale: 'en' } },
      { expireAfterSeconds: 60 },
      { expireAfterSeconds: 0 },
      { hidden: true },
    ]) {
      const there = listed().map((index) => (index.name === 'age' ? { ...index, ...change } : index));
      const wanted = [{ collection: 'rows', index: 'age', problem: 'different' }];
      assert.deepEqual(indexProblems(rows, there), wanted, JSON.stringify(change));
    }
    assert.deepEqual(
      indexProblems(
        rows,
        listed().map((index) => ({ ...index, hidden: false })),
      ),
      [],
    );
  });

  it('names the missing and the different indexes', () => {
    const there = listed()
      .filter(({ name }) => name !== 'handle' && name !== 'place')
      .map((index) => ({ ...index, unique: true }));
    const text = indexProblemText(indexProblems(rows, there));
    assert.equal(text, 'missing: rows.handle, rows.place; with another definition, to be dropped first: rows.age');
  });
});
