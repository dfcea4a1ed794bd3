/** Delivery of an event to a handler: attempts, waiting, dead letters, and the stop. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BusEvent } from '../../src/bus/catalogue.ts';
import { type DeadLetter, deliver, moveToDeadLetters, pause } from '../../src/bus/delivery.ts';
import { ProtocolError } from '../../src/kernel/errors.ts';
import { createLog } from '../../src/kernel/log.ts';
import { unavailable } from '../../src/kernel/unavailable.ts';

const text = JSON.stringify({ id: 'e', subject: 's', data: {} });

function world(pauses: readonly number[] = [0, 0]) {
  const letters: DeadLetter[] = [];
  const lines: string[] = [];
  const stop = new AbortController();
  const state = { keeper: async (_: DeadLetter): Promise<void> => undefined };
  const policy = {
    clock: () => 7,
    log: createLog(
      'debug',
      () => 0,
      (line) => lines.push(line),
    ),
    deadLetter: async (entry: DeadLetter) => {
      await state.keeper(entry);
      letters.push(entry);
    },
    pauses,
  };
  const hand = (handler: (event: BusEvent) => Promise<void>) =>
    deliver(text, { topic: 'status-changes', group: 'g', handler }, policy, stop.signal);
  return { letters, lines, stop, state, policy, hand };
}

test('n pauses mean n + 1 attempts of a handler that throws; then the event is a dead letter', async () => {
  const { hand, letters, lines } = world();
  let tries = 0;
  const handled = await hand(async () => {
    tries += 1;
    throw new TypeError('CANARY of a person');
  });
  assert.deepEqual([handled, tries], [true, 3]);
  assert.deepEqual(letters, [
    { topic: 'status-changes', group: 'g', event: JSON.parse(text), error: 'TypeError', tries: 3, at: 7 },
  ]);
  assert.ok(!lines.join().includes('CANARY'), 'a message may hold personal data');
});

test('each attempt gets its own copy of the event', async () => {
  const { hand } = world();
  const seen: unknown[] = [];
  await hand(async (event) => {
    seen.push(event.data);
    Object.assign(event.data, { changed: true });
    if (seen.length < 2) throw new Error('again');
  });
  assert.deepEqual(seen[1], { changed: true });
  assert.notEqual(seen[0], seen[1]);
});

test('an unavailable engine does not count as an attempt: the event waits without limit', async () => {
  const { hand, letters } = world();
  let tries = 0;
  const handled = await hand(async () => {
    tries += 1;
    if (tries <= 20) throw unavailable('database');
  });
  assert.deepEqual([handled, tries, letters.length], [true, 21, 0]);
});

test('a protocol error is named by its code', async () => {
  const { hand, letters } = world([]);
  await hand(async () => {
    throw new ProtocolError('conflict', 'x', { reason: 'internal_request' });
  });
  assert.deepEqual([letters[0]?.error, letters[0]?.tries], ['conflict', 1]);
});

test('after the stop no attempt begins, and the event is not counted as handled', async () => {
  const { hand, stop, letters } = world([60_000]);
  let tries = 0;
  const handled = await hand(async () => {
    tries += 1;
    stop.abort();
    throw new Error('x');
  });
  assert.deepEqual([handled, tries, letters.length], [false, 1, 0]);
});

test('storing a dead letter is repeated until it succeeds', async () => {
  const { policy, stop, state, letters } = world();
  let offers = 0;
  state.keeper = async () => {
    offers += 1;
    if (offers < 4) throw unavailable('database');
  };
  const entry = { topic: 'status-changes', group: 'g', error: 'x', tries: 1 } as const;
  assert.equal(await moveToDeadLetters(entry, policy, stop.signal), true);
  assert.deepEqual([offers, letters.length], [4, 1]);
  stop.abort();
  assert.equal(await moveToDeadLetters(entry, policy, stop.signal), false);
});

test('a pause ends with the stop', async () => {
  const { stop } = world();
  const waiting = pause(60_000, stop.signal);
  stop.abort();
  await waiting;
});
