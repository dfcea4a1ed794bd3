/** Runs the commands of docs/learn/dc-api.md while a server runs. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { blocksOf, runShell, serveClone } from '../../support/documented-commands.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');

test('a presentation on a page, by the commands of docs/learn/dc-api.md', async (t) => {
  const { folder, port } = await serveClone(t);
  const page = readFileSync(join(ROOT, 'docs/learn/dc-api.md'), 'utf8');
  const commands = blocksOf(page.replaceAll('localhost:3000', `localhost:${port}`)).map(({ text }) => text);
  const cleanUp = commands.pop() ?? assert.fail('no commands');
  const output = await runShell(`set -euo pipefail\n${commands.join('\n')}`, folder);
  assert.match(output, /"status":"verified","credentials":\[\{"id":"pid","values":\{/);
  assert.match(readFileSync(join(folder, 'request.json'), 'utf8'), /"protocol":"openid4vp-v1-signed"/);
  await runShell(`set -euo pipefail\n${cleanUp}`, folder);
  for (const name of ['shop-name.json', 'request.json', 'answer.json'])
    assert.ok(!existsSync(join(folder, name)), name);
});
