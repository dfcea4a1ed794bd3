/** `scripts/setup.mjs`: installs and compiles before each command. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../cluster/cluster-processes.ts';

test('where everything is installed and compiled it prints nothing', () => {
  const args = [join(ROOT, 'scripts/setup.mjs'), '--build'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  assert.deepEqual([status, stdout, stderr], [0, '', '']);
});

/** Runs a script in a process that pretends to be this version of Node. */
function underNode(version: string, script: string): { readonly status: number | null; readonly stderr: string } {
  const fake = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const preload = `data:text/javascript,${encodeURIComponent(fake)}`;
  return spawnSync(process.execPath, ['--import', preload, join(ROOT, script), '--help'], { encoding: 'utf8' });
}

test('an old Node ends every command of package.json with one line, before anything is loaded that needs a newer one', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const files = new Set(Object.values(scripts).flatMap((command) => /scripts\/\S+\.mjs/.exec(command) ?? []));
  for (const file of files) {
    const { status, stderr } = underNode('18.20.8', file);
    assert.equal(status, 1, file);
    assert.match(stderr, /^Countersign needs Node 20\.19 or later\. This is Node 18\.20\.8: .*\n$/, file);
  }
  assert.equal(underNode('20.18.3', 'scripts/start.mjs').status, 1);
  assert.equal(underNode('20.19.0', 'scripts/start.mjs').status, 0);
});
