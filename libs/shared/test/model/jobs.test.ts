import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  endLease,
  firstLease,
  type JobDocument,
  type LeaseAttempt,
  renewLease,
  takeLease,
} from '../../src/model/jobs.ts';

const NOW = 100_000;
const free: JobDocument = { id: 'purge', rev: 3, holder: '', endedAt: NOW - 5000 };
const held: JobDocument = { ...free, holder: 'other' };
const look: LeaseAttempt = { holder: 'me', before: { rev: 3, at: NOW }, now: NOW, every: 5000, patience: 15_000 };

const takes = (job: JobDocument, more: Partial<LeaseAttempt>) => takeLease(job, { ...look, ...more }).result === 'take';

test('given no lease, the replica that inserts the first one runs the job', () => {
  assert.deepEqual(firstLease('purge', 'me'), { id: 'purge', holder: 'me', endedAt: 0 });
});

test('given a free lease, when no other replica ran the job since the last check, then it is taken', () => {
  assert.deepEqual(takeLease(free, look), { document: { ...free, holder: 'me' }, result: 'take' });
  assert.deepEqual(takeLease(free, { ...look, before: { rev: 2, at: NOW } }), { document: free, result: 'leave' });
});

test('given a free lease at the first check, the time of the last run decides, by any clock', () => {
  for (const [endedAt, taken] of [
    [NOW - 2500, true],
    [NOW - 2499, false],
    [NOW + 2499, false],
    [NOW + 2500, true],
  ] as const) {
    assert.equal(takes({ ...free, endedAt }, { before: undefined }), taken);
  }
});

test('given a held lease, it is taken where its revision has not changed for the whole patience of the replica', () => {
  assert.equal(takes(held, { now: NOW + 14_999 }), false);
  assert.equal(takes(held, { now: NOW + 15_000 }), true);
  assert.equal(takes({ ...held, rev: 4 }, { now: NOW + 15_000 }), false);
  assert.equal(takes(held, { before: undefined, now: NOW + 15_000 }), false);
});

test('a renewal changes nothing but the revision; the end frees the lease', () => {
  const renewed = renewLease(held);
  assert.deepEqual(renewed, held);
  // Another object: the same one would not be written.
  assert.notEqual(renewed, held);
  assert.deepEqual(endLease(held, NOW), { ...held, holder: '', endedAt: NOW });
});
