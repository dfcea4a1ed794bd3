/** Errors in a query: booleans and lists of ids. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { combinations, type Findings, flag, nonEmptyArray } from '../../src/query/dcql-findings.ts';

test('an absent member has its default; any value but true and false is a finding', () => {
  const read = (object: JsonObject, absent: boolean) => {
    const found: Findings = [];
    return [flag(found, object, { name: 'multiple', absent, at: '/q' }), found.map(({ pointer }) => pointer)];
  };
  assert.deepEqual(read({}, true), [true, []]);
  assert.deepEqual(read({ multiple: false }, true), [false, []]);
  for (const multiple of ['true', 1, null]) assert.deepEqual(read({ multiple }, true), [false, ['/q/multiple']]);
});

test('combinations are lists of known ids, none of them twice', () => {
  const check = (value: Json) => {
    const found: Findings = [];
    combinations(found, value, new Set(['a', 'b']), '/o');
    return found.map(({ pointer }) => pointer);
  };
  assert.deepEqual(check([['a'], ['b', 'a']]), []);
  for (const [value, places] of [
    ['x', ['/o']],
    [[], ['/o']],
    [[[]], ['/o/0']],
    [[['a', 'a']], ['/o/0']],
    [
      [['a'], ['c', 1]],
      ['/o/1/0', '/o/1/1'],
    ],
  ] as const) {
    assert.deepEqual(check(value as Json), places);
  }
});

test('an empty list is undefined', () => {
  assert.deepEqual([nonEmptyArray([]), nonEmptyArray({}), nonEmptyArray(undefined)], [undefined, undefined, undefined]);
  assert.deepEqual(nonEmptyArray([null]), [null]);
});
