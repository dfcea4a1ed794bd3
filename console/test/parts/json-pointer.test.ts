import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pointerTo, valueAt } from '../../src/parts/json-pointer.ts';

test('a pointer leads back to the value that it was made for', () => {
  const value = { 'a/b~c': [{ d: 1 }] };
  assert.equal(valueAt(value, `${pointerTo(pointerTo('', 'a/b~c'), 0)}/d`), 1);
  assert.equal(valueAt(value, ''), value);
  for (const missing of ['/x', '/a~1b~0c/1/d', '/a~1b~0c/0/d/e', '/constructor'])
    assert.equal(valueAt(value, missing), undefined);
});
