import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createInProcessCache } from '@countersign/shared/cache/in-process';
import { unavailable } from '@countersign/shared/kernel/unavailable';
import fc from 'fast-check';
import { createCallQuota } from '../../src/quotas/call-quota.ts';
import { portionSize } from '../../src/quotas/portions.ts';

const MINUTE = 60_000;
const of = (most: number) => ({ tenant: 'acme', kind: 'wallet', most }) as const;

function open(replicas: number) {
  let now = 1000 * MINUTE + 20_000;
  const clock = (): number => now;
  const shared = createInProcessCache({ clock });
  let asked = 0;
  let away = false;
  const cache = {
    ...shared,
    increment: async (key: string, ttl: number): Promise<number> => {
      asked += 1;
      if (away) throw unavailable('redis');
      return shared.increment(key, ttl);
    },
  };
  const advance = (milliseconds: number): void => {
    now += milliseconds;
  };
  const leave = (gone: boolean): void => {
    away = gone;
  };
  return {
    count: Array.from({ length: replicas }, () => createCallQuota({ cache, clock })),
    asked: () => asked,
    advance,
    leave,
  };
}

test('replicas never grant more than the quota, and refuse only once all portions are taken', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.nat(3), { maxLength: 400 }),
      async (most, replicas, calls) => {
        const { count } = open(replicas);
        const granted = await Promise.all(calls.map(async (at) => (await count[at % replicas]?.(of(most)))?.granted));
        const number = granted.filter(Boolean).length;
        assert.ok(number <= most);
        if (number < calls.length) assert.ok(number >= most - (replicas - 1) * (portionSize(most) - 1));
      },
    ),
    { numRuns: 200 },
  );
});

test('a replica asks once for a portion, and no more once the quota is used up', async () => {
  const { count, asked } = open(1);
  const [first] = count;
  const calls = await Promise.all(Array.from({ length: 1000 }, () => first?.(of(200))));
  assert.equal(calls.filter((call) => call?.granted).length, 200);
  assert.equal(asked(), 20);
});

test('what is left falls by one with each call, and the next minute begins anew', async () => {
  const { count, advance } = open(1);
  const [first] = count;
  assert.deepEqual(await first?.(of(2)), { granted: true, left: 1, seconds: 40 });
  assert.deepEqual(await first?.(of(2)), { granted: true, left: 0, seconds: 40 });
  advance(30_500);
  assert.deepEqual(await first?.(of(2)), { granted: false, left: 0, seconds: 10 });
  advance(9500);
  assert.deepEqual(await first?.(of(2)), { granted: true, left: 1, seconds: 60 });
});

test('tenants, kinds and a changed quota have counts of their own', async () => {
  const { count } = open(1);
  const [first] = count;
  assert.equal((await first?.(of(1)))?.granted, true);
  assert.equal((await first?.({ ...of(1), tenant: 'other' }))?.granted, true);
  assert.equal((await first?.({ ...of(1), kind: 'management' }))?.granted, true);
  assert.equal((await first?.(of(1)))?.granted, false);
  assert.equal((await first?.(of(2)))?.granted, true);
});

test('without the cache each replica grants its quota and no more', async () => {
  const { count, leave } = open(2);
  leave(true);
  for (const one of count) {
    const calls = await Promise.all(Array.from({ length: 50 }, () => one(of(30))));
    assert.equal(calls.filter(({ granted }) => granted).length, 30);
  }
});
