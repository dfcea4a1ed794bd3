import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings, SettingsError } from '../../src/settings/read-settings.ts';
import { isWorkerCount, workerCount } from '../../src/settings/worker-count.ts';

test('one to sixty-four, or one a core', () => {
  assert.deepEqual(
    ['1', '2', '64', 'auto'].map((text) => workerCount(text, 3)),
    [1, 2, 64, 3],
  );
  assert.equal(workerCount('auto', 192), 64);
  for (const text of ['0', '65', '-1', '1.5', '2 ', '', 'all', '1e1', '007'])
    assert.equal(isWorkerCount(text), false, text);
});

test('WORKERS is 1 where it is not set, and refused where it is no number of workers', () => {
  assert.equal(readSettings({}).settings.WORKERS, '1');
  assert.equal(readSettings({ WORKERS: 'auto' }).settings.WORKERS, 'auto');
  for (const WORKERS of ['0', '65', 'many']) {
    assert.throws(
      () => readSettings({ WORKERS }),
      (error) =>
        error instanceof SettingsError && error.problems.some((problem) => problem.startsWith('WORKERS must be')),
    );
  }
});
