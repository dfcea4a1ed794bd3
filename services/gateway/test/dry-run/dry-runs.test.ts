import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemRandom } from '@countersign/shared/kernel/random';
import { createDryRuns } from '../../src/dry-run/dry-runs.ts';

const refused = { code: 'rate_limited' };

test('one run of a tenant at a time, and five of the process', () => {
  const runs = createDryRuns(systemRandom);
  const open = ['a', 'b', 'c', 'd', 'e'].map((tenant) => runs.begin(tenant, { until: 1 }));
  assert.throws(() => runs.begin('a', { until: 1 }), refused);
  assert.throws(() => runs.begin('f', { until: 1 }), refused);
  for (const run of open.slice(0, 1)) runs.end(run);
  runs.begin('f', { until: 1 });
  assert.throws(() => runs.begin('a', { until: 1 }), refused);
});

test('requests are recognized by the secret of a run that is under way', () => {
  const runs = createDryRuns(systemRandom);
  const run = runs.begin('a', { until: 1 });
  assert.equal(runs.of(run.secret), run);
  for (const header of [undefined, '', 'guess', [run.secret]]) assert.equal(runs.of(header), undefined);
  runs.end(run);
  assert.equal(runs.of(run.secret), undefined);
});
