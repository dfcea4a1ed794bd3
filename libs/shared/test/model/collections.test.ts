import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { collections } from '../../src/model/collections.ts';
import { mongoIndexes } from '../../src/store/mongo/indexes.ts';

const root = fileURLToPath(new URL('../../../../..', import.meta.url));

/**
 * Only in the embedded store: the lock of a data folder with its workers, and the used-once marks, which separate
 * services have in Redis.
 */
const notInMongo = ['locks', 'members', 'usedMarks', 'markPeriods'];

test('every collection that the sources define is in the list', () => {
  const defined = ['libs', 'services', 'operator'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(^|[/\\])src[/\\].*\.ts$/.test(name) && !/node_modules|dist/.test(name))
      .flatMap((name) => [
        ...readFileSync(join(root, folder, name), 'utf8').matchAll(
          /: (?:Tenant)?Collection<\w+> = \{\s*(?:perTenant: true,\s*)?name: '(\w+)'/g,
        ),
      ])
      .map(([, name]) => name ?? ''),
  );
  assert.ok(defined.includes('sessions'));
  assert.deepEqual([...collections.map(({ name }) => name), ...notInMongo].sort(), defined.sort());
});

test('every index of the list can be made', () => {
  for (const collection of collections) {
    // These are few, and found by their name.
    const named = ['jobs', 'restores'].includes(collection.name);
    assert.equal(mongoIndexes(collection).length > 0, !named, collection.name);
  }
});
