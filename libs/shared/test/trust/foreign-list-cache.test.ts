import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createForeignListCache } from '../../src/trust/foreign-list-cache.ts';
import type { StatusList } from '../../src/trust/status-list.ts';

const listOf = (bytes: number): StatusList => ({ list: Buffer.alloc(bytes), bits: 1, keepUntil: 0, usableUntil: 0 });

test('bytes are the limit, and the least recently used list is evicted', () => {
  const cache = createForeignListCache(10_000);
  for (const key of ['a', 'b', 'c']) cache.set(key, listOf(2500));
  assert.ok(cache.get('a') !== undefined);
  cache.set('d', listOf(2500));
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((key) => cache.get(key) !== undefined),
    [true, false, true, true],
  );
});

test('replacing a list frees its bytes', () => {
  const cache = createForeignListCache(10_000);
  cache.set('a', listOf(2000));
  for (let n = 0; n < 50; n += 1) cache.set('b', listOf(2000));
  assert.ok(cache.get('a') !== undefined);
});

test('keys count too, and a list over the limit is not cached', () => {
  const cache = createForeignListCache(10_000);
  cache.set('a', listOf(9000));
  assert.ok(cache.get('a') !== undefined);
  cache.set('b', listOf(9000));
  assert.equal(cache.get('a'), undefined);
  cache.set('x'.repeat(10_000), listOf(1));
  assert.equal(cache.get('x'.repeat(10_000)), undefined);
  cache.set('c', listOf(1));
  assert.ok(cache.get('c') !== undefined);
});

test('an identifier list counts with what it takes in memory', () => {
  const cache = createForeignListCache(10_000);
  const identifiers = new Set(['a']);
  for (const key of ['a', 'b']) cache.set(key, { identifiers, bytes: 5000, keepUntil: 0, usableUntil: 0 });
  assert.deepEqual([cache.get('a'), cache.get('b') !== undefined], [undefined, true]);
});
