import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  renamed,
  reordered,
  valueIn,
  withoutEmpty,
  withValue,
} from '../../../../src/pages/configurations/form/document.ts';

test('a value is set and removed at its place, and everything else stays', () => {
  const document = { a: { b: [1, { c: 2 }] }, z: 1 };
  assert.deepEqual(withValue(document, ['a', 'b', 1, 'c'], 3), { a: { b: [1, { c: 3 }] }, z: 1 });
  assert.deepEqual(withValue(document, ['a', 'b', 0], undefined), { a: { b: [{ c: 2 }] }, z: 1 });
  assert.equal(withValue(document, ['a', 'none'], undefined), document);
  assert.deepEqual(withValue({}, ['a', 'b', 0, 'c'], 1), { a: { b: [{ c: 1 }] } });
  assert.deepEqual([valueIn(document, ['a', 'b', 1, 'c']), valueIn(document, ['toString'])], [2, undefined]);
});

test('empty objects and lists go, others stay; names keep their order', () => {
  assert.deepEqual(withoutEmpty({ a: {}, b: [1] }, ['a']), { b: [1] });
  assert.deepEqual(withoutEmpty({ a: {}, b: [1] }, ['b']), { a: {}, b: [1] });
  assert.deepEqual(Object.keys(renamed({ a: 1, b: 2, c: 3 }, 'b', 'x')), ['a', 'x', 'c']);
  assert.deepEqual(Object.keys(reordered({ a: 1, b: 2, c: 3 }, ['c', 'a'])), ['c', 'a', 'b']);
});
