import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAlone, createLines } from '../../src/quotas/lines.ts';

test('a place is left once, or after half a second', () => {
  let now = 0;
  const lines = createLines<string>(() => now);
  const leave = lines.begin(lines.of('acme', 'wallet'));
  assert.equal(lines.of('acme', 'wallet').places.size, 1);
  assert.equal(lines.of('acme', 'management').places.size, 0);
  leave();
  leave();
  assert.equal(lines.of('acme', 'wallet').places.size, 0);
  const late = lines.begin(lines.of('acme', 'wallet'));
  now = 500;
  assert.equal(lines.of('acme', 'wallet').places.size, 0);
  // The line is another one by now, and keeps its place.
  lines.begin(lines.of('acme', 'wallet'));
  late();
  assert.equal(lines.of('acme', 'wallet').places.size, 1);
});

test('others are under way where they have a place and keep nothing waiting', () => {
  let now = 0;
  const lines = createLines<string>(() => now);
  lines.begin(lines.of('acme', 'wallet'));
  assert.equal(lines.isOtherUnderWay('acme'), false);
  assert.equal(lines.isOtherUnderWay('bravo'), true);
  lines.of('acme', 'wallet').waiters.push('192.0.2.1', 'one');
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
