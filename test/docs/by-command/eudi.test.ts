/** Runs every command of docs/learn/eudi.md, in its order, while a server runs. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { blocksOf, runShell, serveClone } from '../../support/documented-commands.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');

test('the commands of docs/learn/eudi.md make a tenant that EUDI wallets take credentials of', async (t) => {
  if (spawnSync('openssl', ['version']).status !== 0) return t.skip('openssl is not installed');
  const { folder, port } = await serveClone(t);
  const document = readFileSync(join(ROOT, 'docs/learn/eudi.md'), 'utf8').replaceAll(
    'localhost:3000',
    `localhost:${port}`,
  );
  const script = blocksOf(document).map(({ text }, index) => `echo "== ${index}"\n${text}`);
  const output = await runShell(['set -euo pipefail', ...script].join('\n'), folder);
  const [, check = '', taken = '', refused = ''] = output.split(/^== [3-9]$/m);
  assert.match(check, /^No mistakes in \d+ files of \d tenants/m);
  assert.equal(taken.match(/^ {4}signed$/gm)?.length, 2, output);
  assert.equal(taken.match(/^ {4}kept; the response was encrypted$/gm)?.length, 4, output);
  assert.equal(taken.match(/^Refresh$/gm)?.length, 2);
  assert.match(refused, /invalid_client[\s\S]*as it should be/);
});
