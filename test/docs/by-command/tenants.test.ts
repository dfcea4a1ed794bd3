/**
 * Runs the commands of docs/how-to/tenants.md, docs/how-to/keys.md and docs/reference/configurations.md, in order,
 * while a server runs.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { blocksOf, makeClone, runShell, serveClone } from '../../support/documented-commands.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');

const commandsOf = (page: string, port: number): string =>
  blocksOf(readFileSync(join(ROOT, 'docs', page), 'utf8').replaceAll('localhost:3000', `localhost:${port}`))
    .map(({ text }) => text)
    .join('\n');

test('a second tenant, made by the commands of docs/how-to/tenants.md', async (t) => {
  const { folder, port } = await serveClone(t);

  const output = await runShell(`set -euo pipefail\n${commandsOf('how-to/tenants.md', port)}`, folder);
  assert.match(output, /^No mistakes in \d+ files of 3 tenants/m);
  assert.match(output, /"uri":"openid-credential-offer:\/\//);
  assert.match(output, /"name":"City library"/);
  assert.match(output, /"credential_configurations_supported":\{"card":/);
  assert.doesNotMatch(readFileSync(join(folder, 'config/clients.json'), 'utf8'), /"secret"/);
});

test('a key made by the commands of docs/how-to/keys.md waits for its chain', async (t) => {
  if (spawnSync('openssl', ['version']).status !== 0) return t.skip('openssl is not installed');
  const folder = makeClone();
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const output = await runShell(
    `set -euo pipefail\n${commandsOf('how-to/keys.md', 1)}\nnpm run --silent check-config || true`,
    folder,
  );
  assert.match(
    output,
    /^keys\/credential\.key\.pem {2}error {2}.*credential\.chain\.pem cannot be used: it is missing, but there is a key$/m,
  );
});

test('the commands of docs/reference/configurations.md check, export and import', async (t) => {
  const { folder, port } = await serveClone(t);
  const output = await runShell(`set -euo pipefail\n${commandsOf('reference/configurations.md', port)}`, folder);
  assert.match(output, /^No mistakes in /m);
  assert.match(output, /"outcome":"unchanged"/);
});
