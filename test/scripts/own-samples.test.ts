/** The tests read their own samples, so that a user's `config/` makes none of them fail. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../cluster/cluster-processes.ts';

/** Everything of this checkout, and a `config/` in which nothing can be read. */
function cloneWithBrokenFiles(): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-own-'));
  for (const name of readdirSync(ROOT)) if (name !== 'config') symlinkSync(join(ROOT, name), join(folder, name));
  for (const path of ['display.json', 'issuance/pid.json', 'tenants/root/issuance/pid.json', 'clients.json']) {
    mkdirSync(join(folder, 'config', path, '..'), { recursive: true });
    writeFileSync(join(folder, 'config', path), '{"broken":');
  }
  return folder;
}

test('whole flows pass while config/ is full of broken files', () => {
  const folder = cloneWithBrokenFiles();
  try {
    // A module must resolve its neighbours next to the link, not at its target.
    const links = ['--preserve-symlinks', '--preserve-symlinks-main'];
    const { PATH, HOME } = process.env;
    const done = spawnSync(process.execPath, [...links, 'test/dist/e2e/metadata.test.js'], {
      cwd: folder,
      env: { PATH, HOME },
      encoding: 'utf8',
    });
    assert.equal(done.status, 0, done.stdout.slice(-4000));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('no test names the config/ of the checkout', () => {
  const sources = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.startsWith('dist'),
  );
  // `npm run cluster` and `npm run demo` are not tests, and this file contains the pattern.
  const others = ['cluster/main.ts', 'demo/demo.ts', 'scripts/own-samples.test.ts'];
  const reading = sources.filter((name) => {
    const text = readFileSync(join(ROOT, 'test', name), 'utf8');
    return /\(ROOT, 'config'|\.\.\/config\b/.test(text) && !others.includes(name);
  });
  assert.deepEqual(reading, []);
});
