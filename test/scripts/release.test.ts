/** A release in a copy of this repository: a dry run changes nothing, `--yes` leaves a commit and a tag. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ROOT } from '../cluster/cluster-processes.ts';

/** The files that Git tracks, with their current content, in a separate repository. */
function repository(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-release-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT });
  const packed = execFileSync('tar', ['--create', '--null', '--files-from', '-'], {
    cwd: ROOT,
    input: tracked,
    maxBuffer: 2 ** 28,
  });
  execFileSync('tar', ['--extract'], { cwd: folder, input: packed });
  const identity = { name: 'Tester', email: 'tester@example.org' };
  for (const args of [
    ['init', '--quiet', '--initial-branch', 'main'],
    ...Object.entries(identity).map(([name, value]) => ['config', `user.${name}`, value]),
    ['add', '--all', '--force'],
    ['commit', '--quiet', '-m', 'before'],
  ]) {
    execFileSync('git', args, { cwd: folder });
  }
  return folder;
}

const inGit = spawnSync('git', ['ls-files', '--error-unmatch', 'package.json'], { cwd: ROOT }).status === 0;
const skip = !inGit && 'needs a clone of Git';

test('a release', { skip }, (t) => {
  const folder = repository(t);
  const release = (...args: readonly string[]) =>
    spawnSync(process.execPath, [join(folder, 'scripts/release.mjs'), ...args], { cwd: folder, encoding: 'utf8' });
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const { version: from } = JSON.parse(textOf('package.json')) as { version: string };
  const before = git('rev-parse', 'HEAD');

  const dry = release('99.1.0');
  assert.equal(dry.status, 0, dry.stderr);
  assert.match(dry.stdout, /^services\/issuer\/package\.json: .* -> 99\.1\.0$/m);
  assert.match(dry.stdout, /tag v99\.1\.0\nNothing was changed; --yes does it\n$/);
  assert.deepEqual([git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag', '--list')], [before, '', '']);
  for (const args of [[], ['soon'], [from], ['99.1.0', 'x'], ['99.1.0', '--date', 'today']]) {
    assert.equal(release(...args).status, 1, args.join(' '));
  }

  const done = release('99.1.0', '--date', '2026-11-22', '--yes');
  assert.equal(done.status, 0, done.stderr);
  assert.equal(git('status', '--porcelain'), '');
  assert.equal(git('rev-parse', 'v99.1.0^{commit}'), git('rev-parse', 'HEAD'));
  assert.notEqual(git('rev-parse', 'HEAD'), before);
  assert.match(textOf('CHANGELOG.md'), /^## Unreleased\n\n## 99\.1\.0 - 2026-11-22\n\n(?:- |### \w)/m);
  assert.match(textOf('docker-compose.yml'), /image: countersign:99\.1\.0\n/);
  assert.match(textOf('deploy/k8s/base/kustomization.yaml'), /newTag: 99\.1\.0\n/);
  // The previous version is only in the history of the changelog.
  for (const name of ['Dockerfile', 'docker-compose.yml', 'deploy/k8s/base/kustomization.yaml']) {
    assert.doesNotMatch(textOf(name), new RegExp(`(countersign:|newTag: )${from.replaceAll('.', '\\.')}$`, 'm'), name);
  }
  writeFileSync(join(folder, 'README.md'), 'changed');
  assert.match(release('99.2.0').stderr, /not committed/);
});
