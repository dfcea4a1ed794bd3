import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../src/kernel/json.ts';
import { sortedMembers } from '../../src/kernel/sorted-members.ts';

const textOf = (value: Json): string => JSON.stringify(sortedMembers(value));

test('the order of members does not matter, at any depth, not even of names that look like numbers', () => {
  assert.equal(textOf({ b: [{ y: 1, x: 2 }], a: 0 }), textOf({ a: 0, b: [{ x: 2, y: 1 }] }));
  assert.equal(textOf({ 10: 1, 9: 2, a: 3 }), textOf({ a: 3, 9: 2, 10: 1 }));
});

test('the order of a list matters, and an object is not the list of its members', () => {
  assert.notEqual(textOf([1, 2]), textOf([2, 1]));
  assert.notEqual(textOf({ a: 1 }), textOf([['a', 1]]));
});
