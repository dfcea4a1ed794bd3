import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeliveryDocument } from '@countersign/shared/model/delivery/deliveries';
import { assertStateTable, type Tried } from '@countersign/shared/test/model/state-table-check';
import { attemptsMade, holdsLease, isDeliveredOrDead, isDue } from '../../src/delivery/delivery-state.ts';
import {
  createdDelivery,
  endDelivery,
  leaseDelivery,
  postponeDelivery,
  recordFailedAttempt,
  releaseLease,
  replayDelivery,
  unblockDelivery,
} from '../../src/delivery/delivery-transitions.ts';
import { deliveryEvents } from './delivery-events.ts';
import { attempt, due, inEachState, leased } from './given.ts';

const asLeased = (delivery: DeliveryDocument): DeliveryDocument => leaseDelivery(delivery, LEASE).document;
const LEASE = { lease: 'a', until: 9999, now: 9998 };

const gone = { end: { state: 'dead', reason: 'gone' }, now: 150 } as const;
const answered = { end: { state: 'delivered' }, now: 150 } as const;

test('every event in every state leads where the table of the documentation says', () => {
  const tried =
    (event: (delivery: DeliveryDocument) => { readonly document: DeliveryDocument }): Tried<DeliveryDocument> =>
    (delivery) =>
      event(delivery).document;
  assertStateTable({
    table: deliveryEvents,
    given: inEachState,
    stateOf: ({ state }) => state,
    events: {
      leaseDelivery: [100, 200].map((now) => tried((it) => leaseDelivery(it, { lease: 'b', until: 300, now }))),
      postponeDelivery: [100, 200].map((now) => tried((it) => postponeDelivery(it, { until: 300, now }))),
      unblockDelivery: [tried((it) => unblockDelivery(it, 100))],
      releaseLease: ['a', 'b'].map((lease) => tried((it) => releaseLease(it, lease, 300))),
      recordFailedAttempt: [tried((it) => recordFailedAttempt(it, 'a', { attempt, nextAt: 300 }))],
      endDelivery: [tried((it) => endDelivery(it, 'a', gone)), tried((it) => endDelivery(it, 'a', answered))],
      replayDelivery: [tried((it) => replayDelivery(it, 500))],
    },
  });
});

test('due at its time, and again when a lease is over', () => {
  assert.ok(!isDue(due, 99) && isDue(due, 100));
  assert.ok(!isDue(leased, 199) && isDue(leased, 200));
  assert.ok(holdsLease(leased, 'a') && !holdsLease(leased, 'b'));
  assert.ok(!holdsLease(releaseLease(leased, 'a', 300).document, 'a'));
});

test('a delivery begins due, without attempts', () => {
  const { state: _, attempts: __, outbox: ___, rev: ____, ...delivery } = due;
  const { rev: _____, ...expected } = due;
  assert.deepEqual(createdDelivery(delivery), { ...expected, phase: 'waiting' });
});

test('a delivery is listed as waiting until it ends, and again from its replay on', () => {
  const listed = ({ document }: { readonly document: DeliveryDocument }) => document.phase;
  const waiting = { ...leased, phase: 'waiting' } as const;
  assert.equal(listed(leaseDelivery({ ...due, phase: 'waiting' }, { lease: 'b', until: 300, now: 200 })), 'waiting');
  const dead = endDelivery(waiting, 'a', gone);
  assert.equal(listed(dead), 'dead');
  assert.equal(listed(replayDelivery(dead.document, 400)), 'waiting');
  assert.equal(listed(endDelivery(waiting, 'a', answered)), 'delivered');
});

test('a worker whose lease has ended, or was taken by another, writes nothing', () => {
  const others = [due, leaseDelivery(leased, { lease: 'b', until: 300, now: 200 }).document, inEachState.delivered];
  for (const document of others) {
    const lost = { document, result: 'lease_lost' };
    assert.deepEqual(releaseLease(document, 'a', 400), lost);
    assert.deepEqual(recordFailedAttempt(document, 'a', { attempt, nextAt: 400 }), lost);
    assert.deepEqual(endDelivery(document, 'a', gone), lost);
  }
  assert.equal(endDelivery(leased, 'a', gone).result, 'written');
});

test('a delivery that is not due is neither taken nor postponed', () => {
  assert.deepEqual(leaseDelivery(due, { lease: 'a', until: 200, now: 99 }), { document: due, result: 'not_due' });
  assert.deepEqual(postponeDelivery(due, { until: 200, now: 99 }), { document: due, result: 'not_due' });
  const { document } = postponeDelivery(leased, { until: 400, now: 200 });
  assert.deepEqual([document.state, document.dueAt, Object.hasOwn(document, 'lease')], ['due', 400, false]);
});

test('a delivery that only waited for others is due at once; one that was attempted keeps its time', () => {
  assert.equal(unblockDelivery({ ...due, dueAt: 900 }, 100).document.dueAt, 100);
  const tried = recordFailedAttempt(leased, 'a', { attempt, nextAt: 900 }).document;
  assert.deepEqual(unblockDelivery(tried, 100), { document: tried, result: 'left' });
});

test('an ended delivery is in no index of work, a waiting one has no end', () => {
  const over = endDelivery(leased, 'a', { ...gone, attempt }).document;
  assert.ok(
    isDeliveredOrDead(over) && !isDue(over, 9999) && !Object.hasOwn(over, 'dueAt') && !Object.hasOwn(over, 'lease'),
  );
  assert.deepEqual([over.endedAt, over.reason, over.attempts], [150, 'gone', [attempt]]);
  const again = replayDelivery(over, 500).document;
  assert.ok(isDue(again, 500) && !Object.hasOwn(again, 'endedAt') && !Object.hasOwn(again, 'reason'));
  assert.deepEqual(again.attempts, [attempt]);
});

test('a replay begins the schedule anew, and does not change a leased delivery', () => {
  const first = recordFailedAttempt(leased, 'a', { attempt, nextAt: 200 }).document;
  const second = { attempt: { ...attempt, at: 200 }, nextAt: 300 };
  const tried = recordFailedAttempt(asLeased(first), 'a', second).document;
  assert.equal(attemptsMade(tried), 2);
  assert.equal(attemptsMade(replayDelivery(tried, 201).document), 0);
  assert.deepEqual(replayDelivery(leased, 201), { document: leased, result: 'leased' });
});

test('the number of kept attempts is bounded', () => {
  let many = due;
  for (let at = 0; at < 60; at += 1) {
    many = recordFailedAttempt(asLeased(many), 'a', { attempt: { ...attempt, at }, nextAt: at }).document;
  }
  assert.equal(many.attempts.length, 50);
  assert.equal(many.attempts.at(-1)?.at, 59);
});
