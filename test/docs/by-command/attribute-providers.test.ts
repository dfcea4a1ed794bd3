/** Runs the commands of docs/how-to/attribute-providers.md: a provider returns the claims of a badge. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../../support/child-server.ts';
import { blocksOf, runShell, serveClone } from '../../support/documented-commands.ts';

const PAGE = join(resolve(import.meta.dirname, '../../../..'), 'docs/how-to/attribute-providers.md');

test('a badge is issued with the claims of a provider, by the commands of the page', async (t) => {
  const { folder, port } = await serveClone(t);
  const providerPort = await freePort();
  const page = readFileSync(PAGE, 'utf8')
    .replaceAll('localhost:3000', `localhost:${port}`)
    .replaceAll('4020', String(providerPort));
  const [provider, ...blocks] = blocksOf(page);
  assert.equal(provider?.kind, 'provider');
  const script = [
    'set -euo pipefail',
    `(exec ${provider.text.trim()} > provider.log 2>&1) &`,
    'PROVIDER=$!',
    "trap 'kill $PROVIDER' EXIT",
    'until grep -q waiting provider.log; do kill -0 $PROVIDER; sleep 0.1; done',
    ...blocks.map(({ text }) => text),
  ];
  const output = await runShell(script.join('\n'), folder);
  assert.match(output, /4711/);
  assert.equal(readFileSync(join(folder, 'provider.log'), 'utf8'), 'waiting\nattributes.requested employee-7 badge\n');
});
