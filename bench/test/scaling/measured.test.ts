import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationsOf, pointOf } from '@countersign/bench/scaling/measured';
import { fivePoint, sample } from './measured-sample.ts';

test('reads, writes and events are added up from the counted work of a flow', () => {
  const counts = {
    'store get sessions': 2,
    'store find sessions': 3,
    'store insert audit': 1,
    'store replace sessions': 4,
    'store delete deliveries': 1,
    'store commits': 9,
    'bus messages': 5,
    hashes: 18,
  };
  assert.deepEqual(operationsOf(counts), { storeReads: 5, storeWrites: 6, events: 5 });
  assert.deepEqual(operationsOf({}), { storeReads: 0, storeWrites: 0, events: 0 });
});

test('a point is found by its shape, flow and clients', () => {
  assert.equal(pointOf(sample, 'five services', 'issuance', 32), fivePoint);
  assert.throws(() => pointOf(sample, 'five services', 'issuance', 8), /issuance with 8 clients was not measured/);
});
