import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stepRows } from '../../src/parts/step-groups.ts';
import type { TraceEntry } from '../../src/parts/trace-entry.ts';

const entry = (id: number, step: TraceEntry['step'], outcome: TraceEntry['outcome'] = 'ok'): TraceEntry => ({
  id: String(id),
  at: new Date(id * 1000).toISOString(),
  step,
  outcome,
  who: 'wallet',
  request: `r${id}`,
  method: 'POST',
  status: 200,
  ms: 1,
});
const shown = (entries: readonly TraceEntry[]) =>
  stepRows(entries).map(({ entry: { id, step }, all }) => [all.length, step, id]);

test('sixty polls are one row, with the last of them', () => {
  const polls = Array.from({ length: 60 }, (_, index) => entry(index + 2, 'deferred'));
  assert.deepEqual(shown([entry(1, 'token'), ...polls, entry(99, 'notification')]), [
    [1, 'token', '1'],
    [60, 'deferred', '61'],
    [1, 'notification', '99'],
  ]);
  assert.equal(stepRows(polls)[0]?.all.length, 60);
});

test('two of a kind stay as they are, and another outcome begins another row', () => {
  const two = [entry(1, 'token'), entry(2, 'token')];
  assert.deepEqual(shown(two), [
    [1, 'token', '1'],
    [1, 'token', '2'],
  ]);
  const mixed = [1, 2, 3].map((id) => entry(id, 'deferred'));
  assert.deepEqual(shown([...mixed, entry(4, 'deferred', 'refused')]), [
    [3, 'deferred', '3'],
    [1, 'deferred', '4'],
  ]);
});

test('a poll of two requests is two rows, and what follows is not swallowed', () => {
  const pairs = [1, 3, 5].flatMap((id) => [entry(id, 'deferred', 'refused'), entry(id + 1, 'deferred')]);
  assert.deepEqual(shown([...pairs, entry(7, 'deferred', 'refused')]), [
    [3, 'deferred', '5'],
    [3, 'deferred', '6'],
    [1, 'deferred', '7'],
  ]);
  assert.deepEqual(stepRows([]), []);
});
