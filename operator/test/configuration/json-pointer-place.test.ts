import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeOfPointer } from '../../src/configuration/json-pointer-place.ts';

const TEXT = `{
  "a": [1, "x]\\"", {"b/c": true}],
  "d~e": {
    "\\u0066": null, "g": {"h": {}}
  },
  "": 2
}
`;

const places: readonly [pointer: string, line: number, column: number][] = [
  ['', 1, 1],
  ['/a', 2, 3],
  ['/a/0', 2, 9],
  ['/a/1', 2, 12],
  ['/a/2', 2, 20],
  ['/a/2/b~1c', 2, 21],
  ['/d~0e', 3, 3],
  ['/d~0e/f', 4, 5],
  ['/d~0e/g/h', 4, 27],
  ['/', 6, 3],
  // A missing target: the nearest ancestor.
  ['/none', 1, 1],
  ['/d~0e/none/x', 3, 3],
  ['/a/3', 2, 3],
  ['/a/x', 2, 3],
  ['/a/0/x', 2, 9],
];

for (const [pointer, line, column] of places) {
  test(`the place of ${pointer === '' ? 'the whole' : pointer}`, () => {
    assert.deepEqual(placeOfPointer(TEXT, pointer), { line, column });
  });
}

test('a list or a value as the whole text', () => {
  assert.deepEqual(placeOfPointer(' [\n{"a":1}]', '/0/a'), { line: 2, column: 2 });
  assert.deepEqual(placeOfPointer('3', '/a'), { line: 1, column: 1 });
  assert.deepEqual(placeOfPointer('[]', '/0'), { line: 1, column: 1 });
});
