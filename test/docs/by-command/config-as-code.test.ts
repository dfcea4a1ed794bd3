/** Runs the commands of docs/how-to/config-as-code.md, in order, while a server runs. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { blocksOf, runShell, serveClone } from '../../support/documented-commands.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');

test('a bundle is planned, applied and changed by the commands of docs/how-to/config-as-code.md', async (t) => {
  const { folder, port } = await serveClone(t);
  const page = readFileSync(join(ROOT, 'docs/how-to/config-as-code.md'), 'utf8');
  const commands = blocksOf(page.replaceAll('localhost:3000', `localhost:${port}`)).map(({ text }) => text);
  const output = await runShell(`set -euo pipefail\n${commands.join('\n')}`, folder);
  assert.match(output, /^\+ presentation\/shop-age\n1 to create \(bundle shop, generation 1\)$/m);
  assert.match(output, /^Applied\nNothing to do \(bundle shop, generation 1\)$/m);
  assert.match(output, /^ {2}- \/dcql_query\/credentials .*"18"/m);
  assert.match(output, /^~ presentation\/shop-age\n1 to change \(bundle shop, generation 2\)\nApplied$/m);
  assert.ok(!output.includes('0123456789abcdef'), 'the secret is in the output');
  assert.doesNotMatch(readFileSync(join(folder, 'plan.json'), 'utf8'), /shop-age/);
});
