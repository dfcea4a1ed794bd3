import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namesIn, textsIn } from '../../src/configuration/names-in.ts';

test('names are found at any depth, those of a disclosure frame too', () => {
  assert.deepEqual(namesIn({ a: [{ b: 1 }], _sd: ['c', 1] }), ['c', 'a', 'b', '_sd']);
  assert.deepEqual([namesIn('a'), namesIn(undefined), textsIn('a')], [[], [], []]);
});
