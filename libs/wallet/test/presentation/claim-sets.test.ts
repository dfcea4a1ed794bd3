import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimSets, missingOf } from '../../src/presentation/claim-sets.ts';

const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id, path: ['space', id] }));
const claims = [a, b, c].filter((claim) => claim !== undefined);

test('without sets all claims are one, and without claims there is none', () => {
  assert.deepEqual(claimSets({ id: 'q', claims }), [claims]);
  assert.deepEqual(claimSets({ id: 'q' }), []);
});

test('sets name claims by their ids, in their order', () => {
  assert.deepEqual(claimSets({ id: 'q', claims, claim_sets: [['c', 'a'], ['b']] }), [[c, a], [b]]);
});

test('what the first set lacks is named where no set is held', () => {
  const sets = claimSets({ id: 'q', claims, claim_sets: [['a', 'b'], ['c']] });
  assert.equal(
    missingOf(sets, ({ id }) => id === 'a'),
    'it has no space.b',
  );
  assert.equal(
    missingOf(sets, ({ id }) => id === 'c'),
    undefined,
  );
  assert.equal(
    missingOf([], () => false),
    undefined,
  );
});
