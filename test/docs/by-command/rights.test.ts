/** Runs the commands of docs/how-to/rights.md: a person finds what was issued to them, and erases it. */
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../../support/child-server.ts';
import { blocksOf, makeClone, runShell, startProgram, untilReady } from '../../support/documented-commands.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');

test('a person asks and erases, by the commands of docs/how-to/rights.md', async (t) => {
  const folder = makeClone();
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  const document = readFileSync(join(ROOT, 'docs/how-to/rights.md'), 'utf8').replaceAll(
    'localhost:3000',
    `localhost:${port}`,
  );
  const blocks = blocksOf(document);
  const at = blocks.findIndex(({ kind }) => kind === 'server');
  const script = (some: typeof blocks): string => ['set -euo pipefail', ...some.map(({ text }) => text)].join('\n');
  const before = await runShell(script(blocks.slice(0, at)), folder);
  assert.doesNotMatch(before, / error /);
  const env = { PORT: String(port), METRICS_PORT: '0' };
  await untilReady(`http://localhost:${port}`, startProgram(t, folder, 'bundle/standalone.js', { env }));
  const after = await runShell(script(blocks.slice(at + 1)), folder);
  assert.match(after, /"outcome":"accepted"/);
  assert.match(after, /rights_claims_common/);
  assert.match(after, /Credential for you: pid/);
  assert.match(after, /Offers and presentations: 1/);
  assert.match(after, /"erased":\{"sessions":1,"renewals":0,"logins":0,"revoked":0\}/);
  assert.match(after, /"action":"rights.erased"/);
});
