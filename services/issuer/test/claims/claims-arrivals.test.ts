import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createClaimsArrivals } from '../../src/claims/claims-arrivals.ts';

function withTimers(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const woken: string[] = [];
  const arrivals = createClaimsArrivals();
  const wait = (session: string, name: string, milliseconds = 1000) =>
    arrivals.next(session, milliseconds).then(() => woken.push(name));
  return { arrivals, woken, wait };
}

test('claims that arrive wake all who wait for this session, and nobody else', async (t) => {
  const { arrivals, woken, wait } = withTimers(t);
  const first = wait('a', 'first');
  const second = wait('a', 'second');
  const other = wait('b', 'other');
  arrivals.arrived('a');
  await Promise.all([first, second]);
  assert.deepEqual(woken, ['first', 'second']);
  t.mock.timers.tick(1000);
  await other;
});

test('without an event the wait ends with its time', async (t) => {
  const { woken, wait } = withTimers(t);
  const waiting = wait('a', 'late', 25);
  t.mock.timers.tick(24);
  await Promise.resolve();
  assert.deepEqual(woken, []);
  t.mock.timers.tick(1);
  await waiting;
  assert.deepEqual(woken, ['late']);
});

test('an event of the past wakes nobody', async (t) => {
  const { arrivals, woken, wait } = withTimers(t);
  arrivals.arrived('a');
  const waiting = wait('a', 'first');
  await Promise.resolve();
  assert.deepEqual(woken, []);
  arrivals.arrived('a');
  arrivals.arrived('a');
  await waiting;
  assert.deepEqual(woken, ['first']);
});
