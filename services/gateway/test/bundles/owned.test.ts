import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundlesView, digestWith, keyOf, type Owned, ownerOf } from '../../src/bundles/owned.ts';

const owned: Owned = {
  bundles: {
    old: { generation: 2, appliedAt: 0, client: 'c', objects: { 'issuance/b': 'd', 'issuance/a': 'd' } },
    new: { generation: 1, appliedAt: 1000, client: 'c', objects: { display: 'd' } },
  },
};

test('an object has one owner; names of JavaScript have none', () => {
  assert.deepEqual(
    ['issuance/a', 'display', 'issuance/c', 'constructor'].map((key) => ownerOf(owned, key)),
    ['old', 'new', undefined, undefined],
  );
  assert.deepEqual([keyOf({ kind: 'issuance', id: 'a' }), keyOf({ kind: 'display' })], ['issuance/a', 'display']);
});

test('a view has names and times, never digests', () => {
  const [first, second] = bundlesView(owned);
  assert.deepEqual(first, {
    name: 'new',
    generation: 1,
    appliedAt: '1970-01-01T00:00:01.000Z',
    client: 'c',
    objects: ['display'],
  });
  assert.deepEqual(second?.objects, ['issuance/a', 'issuance/b']);
});

test('a digest is keyed by the tenant, and does not depend on the order of members', () => {
  const [one, other] = ['a', 'b'].map((key) => digestWith({ derive: () => Buffer.alloc(32, key) }));
  assert.equal(one?.({ a: 1, b: 2 }), one?.({ b: 2, a: 1 }));
  assert.notEqual(one?.({ a: 1 }), other?.({ a: 1 }));
});
