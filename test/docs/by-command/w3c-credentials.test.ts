/** Runs the commands of docs/how-to/w3c-credentials.md in order, against a server. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { blocksOf, runShell, serveClone } from '../../support/documented-commands.ts';

const PAGE = join(resolve(import.meta.dirname, '../../../..'), 'docs/how-to/w3c-credentials.md');

test('the commands of the page show what the text says', async (t) => {
  const { folder, port } = await serveClone(t);
  const page = readFileSync(PAGE, 'utf8').replaceAll('localhost:3000', `localhost:${port}`);
  const commands = blocksOf(page).map(({ text }) => text);
  const output = await runShell(`set -euo pipefail\n${commands.join('\n')}`, folder);
  const [issued, hidden, run, refused] = output.trim().split('\n').slice(-4);
  for (const shown of [issued, run]) assert.ok(page.includes(`\`${shown}\``), shown);
  assert.match(hidden ?? '', /^Remove disclosureFrame: /);
  assert.match(refused ?? '', /^Only the formats .* are built\. Request a W3C credential as jwt_vc_json$/);
});
