import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareJson } from '../../src/parts/compare-json.ts';

test('added, removed and changed members by their pointers; the order of members does not count', () => {
  const before = { a: 1, b: { c: [1, 2, 3], d: 'x' }, 'e/f': null };
  const after = { b: { d: 'y', c: [1, 4] }, a: 1, g: {} };
  assert.deepEqual(compareJson(before, after), [
    { pointer: '/b/c/1', kind: 'changed', before: 2, after: 4 },
    { pointer: '/b/c/2', kind: 'removed', before: 3 },
    { pointer: '/b/d', kind: 'changed', before: 'x', after: 'y' },
    { pointer: '/e~1f', kind: 'removed', before: null },
    { pointer: '/g', kind: 'added', after: {} },
  ]);
  assert.deepEqual(compareJson({ a: [{ b: 1 }] }, { a: [{ b: 1 }] }), []);
  assert.deepEqual(compareJson([], [1]), [{ pointer: '/0', kind: 'added', after: 1 }]);
  assert.deepEqual(compareJson({}, []), [{ pointer: '', kind: 'changed', before: {}, after: [] }]);
});

test('an item taken from the middle of a list, or put there, is one difference', () => {
  assert.deepEqual(compareJson([1, 2, 3, 4], [1, 3, 4]), [{ pointer: '/1', kind: 'removed', before: 2 }]);
  assert.deepEqual(compareJson([1, 3], [1, { a: 2 }, 3]), [{ pointer: '/1/a', kind: 'added', after: 2 }]);
  assert.deepEqual(compareJson([1, 1], [1]), [{ pointer: '/1', kind: 'removed', before: 1 }]);
});

test('what is added or removed as a whole is shown field by field', () => {
  assert.deepEqual(compareJson({ a: { b: 1, c: [{ d: 2 }] } }, {}), [
    { pointer: '/a/b', kind: 'removed', before: 1 },
    { pointer: '/a/c/0/d', kind: 'removed', before: 2 },
  ]);
});
