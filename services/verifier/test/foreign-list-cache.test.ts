import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHeldLists } from '../src/foreign-list-cache.ts';
import type { StatusList } from '../src/protocol/status-token.ts';

const listOf = (bytes: number): StatusList => ({ list: Buffer.alloc(bytes), bits: 1, keepUntil: 0 });

test('bytes are the limit, and the list that was used longest ago goes', () => {
  const held = createHeldLists(10_000);
  for (const key of ['a', 'b', 'c']) held.set(key, listOf(2500));
  assert.ok(held.get('a') !== undefined);
  held.set('d', listOf(2500));
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((key) => held.get(key) !== undefined),
    [true, false, true, true],
  );
});

test('replacing a list gives its bytes back', () => {
  const held = createHeldLists(10_000);
  held.set('a', listOf(2000));
  for (let n = 0; n < 50; n += 1) held.set('b', listOf(2000));
  assert.ok(held.get('a') !== undefined);
});

test('keys count too, and what is larger than everything is not kept', () => {
  const held = createHeldLists(10_000);
  held.set('a', listOf(9000));
  assert.ok(held.get('a') !== undefined);
  held.set('b', listOf(9000));
  assert.equal(held.get('a'), undefined);
  held.set('x'.repeat(10_000), listOf(1));
  assert.equal(held.get('x'.repeat(10_000)), undefined);
  held.set('c', listOf(1));
  assert.ok(held.get('c') !== undefined);
});
