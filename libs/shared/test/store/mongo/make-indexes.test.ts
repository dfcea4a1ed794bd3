import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mongoIndexes } from '../../../src/store/mongo/indexes.ts';
import { type IndexedDatabase, makeIndexes, problemsOf } from '../../../src/store/mongo/make-indexes.ts';
import type { CollectionLayout } from '../../../src/store/port.ts';

const layout: CollectionLayout = {
  name: 'things',
  indexes: { handle: { fields: ['handle'], unique: true }, age: { fields: ['createdAt'] } },
};

/** A database that lists the given indexes, and records the names of created ones. */
function databaseOf(list: () => Promise<readonly object[]>) {
  const made: string[] = [];
  const collection = () => ({
    listIndexes: () => ({ toArray: list }),
    createIndexes: async (indexes: readonly { readonly name: string }[]) => {
      made.push(...indexes.map(({ name }) => name));
    },
  });
  return { made, database: { collection } as unknown as IndexedDatabase };
}

const all = mongoIndexes(layout).map((index) => ({ v: 2, ...index }));

test('missing indexes are found, also where the collection does not exist yet', async () => {
  const namesOf = async (list: () => Promise<readonly object[]>): Promise<readonly string[]> =>
    (await problemsOf(databaseOf(list).database, layout)).map(({ index, problem }) => `${index} ${problem}`);
  assert.deepEqual(await namesOf(async () => all), []);
  assert.deepEqual(await namesOf(async () => all.slice(0, 1)), ['age missing']);
  const gone = Object.assign(new Error('ns does not exist'), { code: 26 });
  assert.deepEqual(await namesOf(() => Promise.reject(gone)), ['handle missing', 'age missing']);
  await assert.rejects(
    namesOf(() => Promise.reject(new Error('away'))),
    /^Error: away$/,
  );
});

test('only missing indexes are created, and their names returned', async () => {
  const { made, database } = databaseOf(async () => all);
  const missing = [{ collection: 'things', index: 'age', problem: 'missing' }] as const;
  assert.deepEqual(await makeIndexes(database, [layout], missing), ['things.age']);
  assert.deepEqual(made, ['age']);
  assert.deepEqual(await makeIndexes(database, [layout], []), []);
  assert.deepEqual(made, ['age']);
});
