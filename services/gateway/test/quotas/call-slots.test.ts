import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCallSlots, type NoSlot } from '../../src/quotas/call-slots.ts';

/** Slots with the test's clock and timers. */
function open() {
  let now = 0;
  let soon: (() => void)[] = [];
  let timers: { readonly at: number; readonly next: () => void }[] = [];
  const slots = createCallSlots({
    clock: () => now,
    later: (next) => void soon.push(next),
    after: (milliseconds, next) => void timers.push({ at: now + milliseconds, next }),
  });
  const settle = async (): Promise<void> => {
    while (soon.length > 0) {
      const due = soon;
      soon = [];
      for (const next of due) next();
    }
    await new Promise((resolve) => setImmediate(resolve));
  };
  /** Calls in the order in which they start, and why others do not. */
  const begun: string[] = [];
  const refused: [string, NoSlot][] = [];
  const leaves = new Map<string, () => void>();
  const enter = (
    name: string,
    over: {
      readonly from?: string;
      readonly most?: number;
      readonly kind?: string;
      readonly gone?: () => boolean;
    } = {},
  ) => {
    const of = { tenant: name[0] ?? '', kind: 'wallet', most: 2, from: 'x', gone: () => false, ...over };
    void slots.enter(of).then((turn) => {
      if (typeof turn !== 'function') return refused.push([name, turn]);
      leaves.set(name, turn);
      return begun.push(name);
    });
  };
  return {
    slots,
    enter,
    begun,
    refused,
    settle,
    leave: async (name: string): Promise<void> => {
      leaves.get(name)?.();
      leaves.delete(name);
      await settle();
    },
    pass: async (milliseconds: number): Promise<void> => {
      now += milliseconds;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const { next } of due) next();
      await settle();
    },
  };
}

const many = (tenant: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${tenant}${index + 1}`);

test('a tenant that calls alone has no limit', async () => {
  const { enter, begun, settle } = open();
  for (const name of many('a', 50)) enter(name);
  await settle();
  assert.equal(begun.length, 50);
});

test('while another one calls, a tenant has its slots, and the rest waits in the order of arrival', async () => {
  const { enter, begun, settle, leave, slots } = open();
  enter('b1');
  for (const name of many('a', 5)) enter(name);
  await settle();
  assert.deepEqual(begun, ['b1', 'a1', 'a2']);
  assert.equal(slots.waiting(), 3);
  await leave('b1');
  await leave('a1');
  assert.deepEqual(begun, ['b1', 'a1', 'a2', 'a3']);
  await leave('a2');
  await leave('a3');
  assert.deepEqual(begun.slice(4), ['a4', 'a5']);
  assert.equal(slots.waiting(), 0);
});

test('a call of a tenant without waiting calls begins at once', async () => {
  const { enter, begun, settle } = open();
  enter('b1');
  for (const name of many('a', 900)) enter(name);
  enter('c1');
  await settle();
  assert.deepEqual(begun, ['b1', 'a1', 'a2', 'c1']);
});

test('while one of another tenant is under way, waiting calls begin each five milliseconds, else at once', async () => {
  const { enter, begun, settle, leave, pass } = open();
  enter('b1');
  for (const name of many('a', 6)) enter(name, { most: 10 });
  await settle();
  enter('c1');
  for (const name of many('d', 3)) enter(name, { most: 1 });
  await pass(5);
  await leave('d1');
  const before = begun.length;
  assert.ok(begun.includes('d2'));
  await leave('d2');
  assert.equal(begun.length, before, 'd3 waits, because c1 is under way');
  await pass(5);
  assert.ok(begun.includes('d3'));
});

test('queues that wait take turns', async () => {
  const { enter, begun, settle, leave } = open();
  for (const name of ['b1', 'a1', 'a2', 'a3', 'a4', 'b2', 'b3', 'b4']) enter(name, { most: 1 });
  await settle();
  assert.deepEqual(begun, ['b1', 'a1']);
  for (let round = 1; round <= 3; round += 1) {
    await leave(`a${round}`);
    await leave(`b${round}`);
  }
  // When the last call of one ends, the other's goes first.
  assert.deepEqual(begun, ['b1', 'a1', 'a2', 'b2', 'a3', 'b3', 'a4']);
});

test('calls of the other kind never wait for these', async () => {
  const { enter, begun, settle } = open();
  enter('b1');
  for (const name of many('a', 4)) enter(name, { most: 1 });
  enter('a-management', { kind: 'management', most: 1 });
  await settle();
  assert.deepEqual(begun, ['b1', 'a1', 'a-management']);
});

test('a call that takes longer than half a second gives its slot away', async () => {
  const { enter, begun, settle, pass } = open();
  enter('b1');
  for (const name of many('a', 3)) enter(name);
  await settle();
  for (let at = 0; at < 495; at += 5) {
    enter(`c${at}`);
    await pass(5);
  }
  assert.ok(!begun.includes('a3'));
  await pass(5);
  assert.ok(begun.includes('a3'));
});

test('a call that waits too long, one whose caller has left, and one too many are refused', async () => {
  const { enter, refused, settle, pass, leave } = open();
  let gone = false;
  enter('b1');
  for (const name of ['a1', 'a2']) enter(name);
  enter('a3', { gone: () => gone });
  for (const name of many('x', 2)) enter(name, { most: 1 });
  for (const name of many('a', 1001)) enter(`a-${name}`);
  await settle();
  assert.deepEqual(
    refused.map(([, why]) => why),
    ['queue', 'queue'],
  );
  gone = true;
  await leave('a1');
  assert.deepEqual(refused[2], ['a3', 'gone']);
  await pass(10_000);
  assert.ok(refused.some(([, why]) => why === 'patience'));
});

test('0 is no limit', async () => {
  const { enter, begun, settle } = open();
  enter('b1', { most: 0 });
  for (const name of many('a', 50)) enter(name, { most: 0 });
  await settle();
  assert.equal(begun.length, 51);
});

test('the addresses of a tenant take turns', async () => {
  const { enter, begun, leave, pass, settle } = open();
  enter('b1');
  for (const name of many('a', 6)) enter(name, { most: 1, from: 'greedy' });
  enter('a-other', { most: 1, from: 'other' });
  await settle();
  assert.deepEqual(begun, ['b1', 'a1']);
  await leave('a1');
  await pass(5);
  await leave('a2');
  await pass(5);
  assert.deepEqual(begun, ['b1', 'a1', 'a2', 'a-other']);
});

test('an address that fills the queue makes room for others', async () => {
  const { enter, refused, settle, slots } = open();
  enter('b1');
  for (const name of many('a', 1002)) enter(name, { from: 'greedy' });
  await settle();
  enter('a-other', { from: 'other' });
  await settle();
  assert.deepEqual(refused, [['a1002', 'queue']]);
  assert.equal(slots.waiting(), 1000);
  enter('a-more', { from: 'greedy' });
  await settle();
  assert.deepEqual(refused.at(-1), ['a-more', 'queue']);
});
