import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSharedReads } from '../../src/kernel/shared-reads.ts';

function world(most = 100) {
  let now = 10_000;
  let fails = false;
  const read: string[] = [];
  const values = new Map<string, number>();
  const reads = createSharedReads({
    read: async (id) => {
      read.push(id);
      if (fails) throw new Error('away');
      return { value: values.get(id) };
    },
    clock: () => now,
    cacheFor: 1000,
    most,
  });
  return {
    reads,
    read,
    values,
    advance: (milliseconds: number) => {
      now += milliseconds;
    },
    fail: (yes: boolean) => {
      fails = yes;
    },
  };
}

test('concurrent and later calls share one read, until it is a second old', async () => {
  const { reads, read, values, advance } = world();
  values.set('a', 1);
  assert.deepEqual(await Promise.all([reads.of('a'), reads.of('a')]), [{ value: 1 }, { value: 1 }]);
  values.set('a', 2);
  advance(999);
  assert.deepEqual(await reads.of('a'), { value: 1 });
  assert.equal(read.length, 1);
  advance(1);
  assert.deepEqual(await reads.of('a'), { value: 2 });
  assert.equal(read.length, 2);
});

test('a value that is forgotten is read again', async () => {
  const { reads, values } = world();
  await reads.of('a');
  values.set('a', 3);
  reads.forget('a');
  assert.deepEqual(await reads.of('a'), { value: 3 });
});

test('while reads fail the last value is used; without one the call fails, and the next one reads', async () => {
  const { reads, read, values, advance, fail } = world();
  values.set('a', 1);
  await reads.of('a');
  fail(true);
  advance(1000);
  assert.deepEqual(await reads.of('a'), { value: 1 });
  advance(1000);
  assert.deepEqual(await reads.of('a'), { value: 1 });
  assert.equal(read.length, 3);
  await assert.rejects(reads.of('b'), /away/);
  fail(false);
  assert.deepEqual(await reads.of('b'), { value: undefined });
});

test('a read that was forgotten while it ran does not come back', async () => {
  const { reads, read } = world();
  const first = reads.of('a');
  reads.forget('a');
  await first;
  await reads.of('a');
  assert.equal(read.length, 2);
});

test('a clock that is set back does not keep a value for longer', async () => {
  const { reads, read, advance } = world();
  await reads.of('a');
  advance(-5000);
  await reads.of('a');
  assert.equal(read.length, 2);
});

test('a bounded number of values is cached', async () => {
  const { reads, read } = world(2);
  for (const id of ['a', 'b', 'c', 'b', 'a']) await reads.of(id);
  assert.deepEqual(read, ['a', 'b', 'c', 'a']);
});
