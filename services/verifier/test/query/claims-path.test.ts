import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '@countersign/shared/kernel/json';
import fc from 'fast-check';
import { type ClaimsPath, selectClaims } from '../../src/query/claims-path.ts';

const root: Json = {
  name: 'A',
  nothing: null,
  address: { city: 'X', '18': true },
  list: ['a', { x: 1 }, ['b', 'c']],
  degrees: [{ type: 'B', n: [1, 2] }, { type: 'M', n: [3] }, { n: [] }],
  empty: [],
};

const table: [path: ClaimsPath, selected: readonly Json[] | undefined][] = [
  [['name'], ['A']],
  [['nothing'], [null]],
  [['address', 'city'], ['X']],
  [['address', '18'], [true]],
  [['list', 0], ['a']],
  [
    ['list', null],
    ['a', { x: 1 }, ['b', 'c']],
  ],
  [['list', 2, 1], ['c']],
  [
    ['degrees', null, 'type'],
    ['B', 'M'],
  ],
  [
    ['degrees', null, 'n', 0],
    [1, 3],
  ],
  [
    ['degrees', null, 'n', null],
    [1, 2, 3],
  ],
  // nothing there
  [['other'], undefined],
  [['list', 3], undefined],
  [['empty', null], undefined],
  [['empty', 0], undefined],
  // the wrong kind
  [['name', 'x'], undefined],
  [['nothing', 'x'], undefined],
  [['name', 0], undefined],
  [['name', null], undefined],
  [['address', null], undefined],
  [['address', 0], undefined],
  [['address', 18], undefined],
  [['list', 'x'], undefined],
  [['list', null, 'x'], undefined],
  [['list', '0'], undefined],
  // members that are not own
  [['__proto__'], undefined],
  [['constructor'], undefined],
  [['constructor', 'name'], undefined],
  [['toString'], undefined],
  [['list', 'length'], undefined],
  [['name', 'length'], undefined],
];

for (const [path, selected] of table) {
  test(`${JSON.stringify(path)} selects ${JSON.stringify(selected)}`, () => {
    assert.deepEqual(selectClaims(root, path), selected);
  });
}

test('a claim of such a name, where the credential has one, is selected', () => {
  assert.deepEqual(selectClaims(JSON.parse('{"constructor":{"name":1}}') as Json, ['constructor', 'name']), [1]);
});

test('a path of names and indexes selects the same element as plain access', () => {
  const segment = fc.oneof(fc.constantFrom('a', 'b', 0, 1), fc.string());
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(segment, { minLength: 1, maxLength: 4 }), (value, path) => {
      const selected = selectClaims(value as Json, path);
      if (selected === undefined) return;
      assert.deepEqual(selected, [path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], value)]);
    }),
  );
});
