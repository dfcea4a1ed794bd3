import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Batch, type BufferLimits, createTraceBuffer } from '../../src/trace/buffer.ts';

const limits: BufferLimits = { sessions: 2, entriesOfSession: 3, unmatched: 2, lookups: 2 };

function open(write: (batches: readonly Batch[]) => Promise<void> = async () => undefined) {
  const written: (readonly Batch[])[] = [];
  const waiting: (() => void)[] = [];
  const lost: unknown[] = [];
  const buffer = createTraceBuffer({
    limits,
    write: async (batches) => {
      written.push(structuredClone(batches));
      await write(batches);
    },
    metrics: { count: (_, labels) => lost.push(labels) },
    later: (milliseconds, run) => {
      assert.equal(milliseconds, 250);
      waiting.push(run);
    },
  });
  return { buffer, written, waiting, lost };
}

const ofSession = (session: string) => ({ tenant: 'a', session });
const unmatched = (tenant: string | undefined, maybeTenant?: string) => ({ tenant, maybeTenant, session: undefined });

test('entries are written together, a moment later, those of a session in order', async () => {
  const { buffer, written, waiting } = open();
  buffer.add(ofSession('s'), '1');
  buffer.add(ofSession('s'), '2');
  buffer.add(unmatched('a'), 'u');
  assert.equal(waiting.length, 1);
  assert.equal(written.length, 0);
  waiting[0]?.();
  await buffer.flush();
  assert.deepEqual(written, [
    [
      { tenant: 'a', session: 's', lines: ['1', '2'], lost: 0 },
      { tenant: 'a', session: undefined, lines: ['u'], lost: 0 },
    ],
  ]);
  buffer.add(ofSession('s'), '3');
  assert.equal(waiting.length, 2);
});

test('what finds no room is counted, of each session and each tenant for itself', async () => {
  const { buffer, written, lost } = open();
  for (let n = 0; n < 5; n += 1) buffer.add(ofSession('loud'), `${n}`);
  for (let n = 0; n < 1000; n += 1) buffer.add(unmatched('loud'), `${n}`);
  buffer.add(ofSession('quiet'), 'q');
  buffer.add(ofSession('one-more'), 'q');
  buffer.add(unmatched('quiet'), 'q');
  buffer.add(unmatched(undefined), 'q');
  await buffer.flush();
  assert.deepEqual(
    written[0]?.map(({ session, tenant, lines, lost: missing }) => [session ?? tenant, lines.length, missing]),
    [
      ['loud', 3, 2],
      ['quiet', 1, 0],
      ['loud', 2, 998],
      ['quiet', 1, 0],
      [undefined, 1, 0],
    ],
  );
  assert.equal(lost.length, 2 + 998 + 1);
  // The latest of each is kept.
  assert.deepEqual(
    written[0]?.map(({ lines }) => lines.at(-1)),
    ['4', 'q', '999', 'q', 'q'],
  );
});

test('only some first segments are looked up as tenants; the others share the place of those without one', async () => {
  const { buffer, written } = open();
  for (let n = 0; n < 100; n += 1) buffer.add(unmatched(undefined, `x${n}`), `${n}`);
  await buffer.flush();
  assert.deepEqual(
    written[0]?.map(({ maybeTenant, lines, lost }) => [maybeTenant, lines.length, lost]),
    [
      ['x0', 1, 0],
      ['x1', 1, 0],
      [undefined, 2, 96],
    ],
  );
});

test('one flush follows the other', async () => {
  const order: string[] = [];
  const { buffer } = open(async (batches) => {
    order.push(`begin ${batches[0]?.lines[0]}`);
    await new Promise(setImmediate);
    order.push(`end ${batches[0]?.lines[0]}`);
  });
  buffer.add(ofSession('s'), '1');
  const first = buffer.flush();
  await Promise.resolve();
  buffer.add(ofSession('s'), '2');
  await Promise.all([first, buffer.flush()]);
  assert.deepEqual(order, ['begin 1', 'end 1', 'begin 2', 'end 2']);
});
