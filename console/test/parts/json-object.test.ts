import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonObjectOf } from '../../src/parts/json-object.ts';

test('only a JSON object is one', () => {
  assert.deepEqual(jsonObjectOf('{"a":1}'), { a: 1 });
  for (const text of ['', '1', 'null', '[]', '{']) assert.equal(jsonObjectOf(text), undefined);
});
