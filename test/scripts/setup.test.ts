/** `scripts/setup.mjs`: what installs and compiles before each command. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../cluster/cluster-processes.ts';

test('where everything is installed and compiled it prints nothing', () => {
  const args = [join(ROOT, 'scripts/setup.mjs'), '--build'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  assert.deepEqual([status, stdout, stderr], [0, '', '']);
});
