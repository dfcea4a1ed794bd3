/** Counted work, and its cost. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costsHere, explained, workOf } from '@countersign/bench/profile/work';

test('the work of a flow is the difference of two counts', () => {
  const before = { 'signatures made': 4 };
  assert.deepEqual(workOf(before, { 'signatures made': 10, 'keys read': 3 }, 3), {
    'signatures made': 2,
    'keys read': 1,
  });
});

test('every kind of work has a cost on this machine', () => {
  const costs = Object.entries(costsHere());
  assert.ok(costs.length >= 6);
  for (const [kind, microseconds] of costs)
    assert.ok(microseconds > 0 && microseconds < 100_000, `${kind} ${microseconds}`);
});

test('the difference of two flows, kind by kind and together', () => {
  const lines = explained({ 'signatures made': 2 }, { 'signatures made': 5 }, { 'signatures made': 100 });
  assert.match(lines.at(-2) ?? '', /signatures made\s+2\.00\s+5\.00\s+100\s+0\.30/);
  assert.match(lines.at(-1) ?? '', /together, ms\s+0\.20\s+0\.50\s+0\.30/);
});
