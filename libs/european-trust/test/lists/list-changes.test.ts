import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createChanges, hasShrunk } from '../../src/lists/list-changes.ts';
import type { ListEntry } from '../../src/lists/trust-list.ts';

function entry(sha256: string, active = true): ListEntry {
  return {
    entity: { number: 0, name: 'provider', tradeNames: [] },
    service: { name: 'service', type: 'type' },
    purpose: 'pid/issuance',
    certificates: [{ der: Buffer.alloc(0), sha256, subject: '' }],
    ...(active ? {} : { state: { status: 'withdrawn', since: 0, active, history: [] } }),
  };
}

function changesBetween(before: readonly ListEntry[], after: readonly ListEntry[]) {
  const changes = createChanges();
  for (const one of before) changes.before([one]);
  for (const one of after) changes.after([one]);
  return changes.made();
}

it('what a list changed is what came and what left', () => {
  const before = [entry('a'), entry('b'), entry('c')];
  const after = [entry('b'), entry('c', false), entry('d')];
  const { added, removed, counts } = changesBetween(before, after);
  assert.deepEqual([added.map(({ sha256 }) => sha256), removed.map(({ sha256 }) => sha256)], [['d'], ['a', 'c']]);
  assert.deepEqual(counts, { added: 1, removed: 2 });
  assert.deepEqual(added[0], { entity: 'provider', service: 'pid/issuance', sha256: 'd' });
  const many = Array.from({ length: 70 }, (_, index) => entry(String(index)));
  assert.deepEqual([changesBetween([], many).added.length, changesBetween([], many).counts.added], [50, 70]);
});

it('a list has shrunk when it lost more than half', () => {
  assert.deepEqual(
    [hasShrunk(10, 5), hasShrunk(10, 4), hasShrunk(10, 0), hasShrunk(undefined, 0), hasShrunk(0, 0)],
    [false, true, true, false, false],
  );
});
