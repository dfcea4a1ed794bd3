import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeliveryAttempt, DeliveryDocument } from '@countersign/shared/model/delivery/deliveries';
import { summaryTargets, summaryTimes } from '../../src/management/delivery-summary.ts';

/** Long enough that a moment is little. */
const M = 3_600_000;
const ok = (at: number, milliseconds = 10): DeliveryAttempt => ({ at, milliseconds, status: 204 });
const bad = (at: number): DeliveryAttempt => ({ at, milliseconds: 20, status: 500, error: 'status' });
const made = (target: string, state: 'due' | 'dead' | 'delivered', ...attempts: readonly DeliveryAttempt[]) =>
  ({
    target,
    state,
    phase: state === 'due' ? 'waiting' : state,
    attempts,
    createdAt: attempts[0]?.at ?? 0,
  }) as unknown as DeliveryDocument;

test('attempts are counted in their part of the period, with median and 95th percentile', () => {
  const all = [made('a', 'delivered', bad(0), ok(M, 30)), made('a', 'delivered', ok(1.9 * M, 50), ok(2.5 * M))];
  assert.deepEqual(summaryTimes(all, { from: 0, until: 2.5 * M, step: M }), [
    { at: 0, delivered: 0, failed: 1, median: 20, p95: 20 },
    { at: M, delivered: 2, failed: 0, median: 30, p95: 50 },
    { at: 2 * M, delivered: 1, failed: 0, median: 10, p95: 10 },
  ]);
});

test('a target fails since the first failure after its last success, and failing targets come first', () => {
  const all = [
    made('a', 'delivered', ok(5)),
    made('b', 'dead', bad(1)),
    made('b', 'delivered', ok(2)),
    made('b', 'due', bad(7), bad(9)),
    made('b', 'dead', bad(3), bad(8)),
  ];
  const [b, a] = summaryTargets(all);
  assert.deepEqual(b, {
    target: 'b',
    delivered: 1,
    failed: 5,
    median: 20,
    p95: 20,
    waiting: 1,
    dead: 2,
    failing: { since: 3, last: bad(9), deadFrom: 3 },
  });
  assert.equal(a?.target, 'a');
  assert.equal(a.failing, undefined);
});

test('a redirect and a missing response are failures; a target without an attempt does not fail', () => {
  const redirect = { at: 1, milliseconds: 1, status: 302, error: 'redirect' };
  const refused = { at: 2, milliseconds: 1, error: 'refused' };
  const [one, other] = summaryTargets([made('a', 'due', redirect, refused), made('b', 'due')]);
  assert.deepEqual([one?.failed, one?.failing?.since, one?.failing?.deadFrom], [2, 1, undefined]);
  assert.deepEqual([other?.failed, other?.failing], [0, undefined]);
});
