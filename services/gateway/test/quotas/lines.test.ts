import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFairQueue } from '../../src/quotas/fair-queue.ts';
import { createAlone, createLines } from '../../src/quotas/lines.ts';

test('a place is left once, or after half a second', () => {
  let now = 0;
  const lines = createLines<string>(() => now);
  const line = lines.of('acme', 'wallet');
  const place = lines.begin(line);
  assert.equal(lines.of('acme', 'wallet').places.size, 1);
  assert.equal(lines.of('acme', 'management').places.size, 0);
  lines.leave(line, place);
  lines.leave(line, place);
  assert.equal(lines.of('acme', 'wallet').places.size, 0);
  const before = lines.of('acme', 'wallet');
  const late = lines.begin(before);
  now = 500;
  assert.equal(lines.of('acme', 'wallet').places.size, 0);
  // The line is another one by now, and keeps its place.
  lines.begin(lines.of('acme', 'wallet'));
  lines.leave(before, late);
  assert.equal(lines.of('acme', 'wallet').places.size, 1);
});

test('others are under way where they have a place and keep nothing waiting', () => {
  let now = 0;
  const lines = createLines<string>(() => now);
  lines.begin(lines.of('acme', 'wallet'));
  assert.equal(lines.isOtherUnderWay('acme'), false);
  assert.equal(lines.isOtherUnderWay('bravo'), true);
  lines.of('acme', 'wallet').waiters = createFairQueue();
  assert.equal(lines.isOtherUnderWay('bravo'), false);
  lines.begin(lines.of('cargo', 'wallet'));
  assert.equal(lines.isOtherUnderWay('bravo'), true);
  now = 500;
  assert.equal(lines.isOtherUnderWay('bravo'), false);
});

test('a tenant is alone while no other has called for a second', () => {
  let now = 0;
  const isAlone = createAlone(() => now);
  assert.equal(isAlone('acme', true), true);
  assert.equal(isAlone('bravo', true), false);
  assert.equal(isAlone('acme'), false);
  now = 999;
  assert.equal(isAlone('acme', true), false);
  now = 1000;
  assert.equal(isAlone('acme'), true);
  assert.equal(isAlone('bravo'), false);
});
