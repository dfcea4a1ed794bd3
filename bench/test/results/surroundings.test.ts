/** Where and when a benchmark runs. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { commitOf, surroundings } from '@countersign/bench/results/surroundings';

test('the commit is marked where a file differs from it; a folder without history has none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-commit-'));
  try {
    const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
    assert.equal(commitOf(folder), 'unknown');
    git('init', '-q');
    writeFileSync(join(folder, 'a'), '1');
    git('add', 'a');
    git('-c', 'user.name=n', '-c', 'user.email=e@example.org', 'commit', '-qm', 'a');
    const commit = git('rev-parse', '--short=8', 'HEAD').trim();
    assert.equal(commitOf(folder), commit);
    writeFileSync(join(folder, 'a'), '2');
    assert.equal(commitOf(folder), `${commit}+`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the machine, the date and Node', () => {
  const { machine, date, node, format } = surroundings(tmpdir());
  assert.equal(format, 1);
  assert.ok(machine.cores >= 1 && machine.memory > 100 && machine.load >= 0);
  assert.match(date, /^\d{4}-\d\d-\d\dT/);
  assert.match(node, /^\d+\.\d+/);
});
