import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCborMap, TAG, Tagged } from '../../src/mdoc/cbor-value.ts';

test('a map is known from every other value', () => {
  assert.ok(isCborMap(new Map()));
  for (const value of [[], null, undefined, 'text', 1, true, Buffer.alloc(1), new Tagged(TAG.embedded, new Map())]) {
    assert.ok(!isCborMap(value));
  }
});

test('a tagged value that was not read has no received bytes', () => {
  assert.equal(new Tagged(TAG.dateTime, '2030-01-01T00:00:00Z').encoded, undefined);
});
