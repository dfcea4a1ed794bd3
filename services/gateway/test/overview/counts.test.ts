import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Counted, noCounts, summed, withCounted } from '../../src/overview/counts.ts';

const refused = (at: number, reason = 'code_unknown'): Counted => ({
  kind: 'refused',
  failure: { at, step: 'token', reason, request: `r${at}` },
});

test('each request counts once, and counts of several processes add up', () => {
  const one = [{ kind: 'issued' } as const, { kind: 'issued' } as const, refused(1)].reduce(withCounted, noCounts);
  const other = [{ kind: 'presented' } as const, { kind: 'statusChanges' } as const, refused(2)].reduce(
    withCounted,
    noCounts,
  );
  const sum = summed([one, other]);
  assert.deepEqual([sum.issued, sum.presented, sum.statusChanges], [2, 1, 1]);
  assert.deepEqual(sum.refused, { code_unknown: 2 });
  assert.deepEqual(
    sum.failures.map(({ at }) => at),
    [2, 1],
  );
});

test('a document stays small: the last 20 failures, and a bounded number of reasons', () => {
  let counts = noCounts;
  for (let at = 0; at < 1000; at += 1) counts = withCounted(counts, refused(at, `reason_${at}`));
  assert.equal(counts.failures.length, 20);
  assert.equal(counts.failures[0]?.at, 999);
  assert.equal(Object.keys(counts.refused).length, 400);
});
