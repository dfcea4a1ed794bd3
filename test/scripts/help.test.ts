/** Each script's `--help`: its text, immediately; nothing is installed, compiled or started. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../cluster/cluster-processes.ts';

/** The scripts in `package.json` that explain themselves through the comment at their start. */
function scriptsWithHelp(): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
  const files = Object.values(scripts).flatMap((line: string) => line.match(/scripts\/[\w-]+\.mjs/g) ?? []);
  return [...new Set(files)].filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('answerHelp('));
}

test('a script prints its help and does nothing else', () => {
  const files = scriptsWithHelp();
  for (const name of ['start', 'cluster', 'test', 'make-env', 'bench', 'demo', 'service', 'model', 'lint']) {
    assert.ok(files.includes(`scripts/${name}.mjs`), name);
  }
  for (const file of files) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, file), '--help'], { encoding: 'utf8' });
    assert.deepEqual([status, stderr], [0, ''], file);
    assert.match(stdout, /^`npm (run )?[\w-]+|^Writes|^`node scripts\//, file);
    assert.doesNotMatch(stdout, /^\s*\*|\*\//m, file);
  }
});
