import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeliveryDocument } from '@countersign/shared/model/deliveries';
import {
  dueAgain,
  ended,
  holdsLease,
  isDue,
  isEnded,
  leased,
  replayed,
  triesMade,
} from '../../src/protocol/delivery-state.ts';

const due: DeliveryDocument = {
  id: 'e',
  rev: 1,
  tenant: 'default',
  session: 's',
  type: 'issuance.completed',
  at: 1,
  data: {},
  webhook: 'outcome',
  target: 'https://hooks.example',
  state: 'due',
  attempts: [],
  dueAt: 100,
  createdAt: 1,
  outbox: [],
};
const attempt = { at: 100, milliseconds: 5, status: 500, error: 'status' };

test('due at its time, and again when a lease is over', () => {
  assert.ok(!isDue(due, 99) && isDue(due, 100));
  const taken = leased(due, 'a', 200);
  assert.ok(!isDue(taken, 199) && isDue(taken, 200));
  assert.ok(holdsLease(taken, 'a') && !holdsLease(taken, 'b') && !holdsLease(dueAgain(taken, 300), 'a'));
});

test('an ended delivery is in no index of work, a waiting one has no end', () => {
  const over = ended(leased(due, 'a', 200), 150, { state: 'dead', reason: 'gone' }, attempt);
  assert.ok(isEnded(over) && !isDue(over, 9999) && !Object.hasOwn(over, 'dueAt') && !Object.hasOwn(over, 'lease'));
  assert.deepEqual([over.endedAt, over.reason, over.attempts], [150, 'gone', [attempt]]);
  const again = replayed(over, 500);
  assert.ok(isDue(again, 500) && !Object.hasOwn(again, 'endedAt') && !Object.hasOwn(again, 'reason'));
  assert.deepEqual(again.attempts, [attempt]);
});

test('a replay begins the schedule anew; the attempts that are kept have a bound', () => {
  const tried = dueAgain(dueAgain(due, 200, attempt), 300, { ...attempt, at: 200 });
  assert.equal(triesMade(tried), 2);
  assert.equal(triesMade(replayed(tried, 201)), 0);
  let many = due;
  for (let at = 0; at < 60; at += 1) many = dueAgain(many, at, { ...attempt, at });
  assert.equal(many.attempts.length, 50);
  assert.equal(many.attempts.at(-1)?.at, 59);
});
