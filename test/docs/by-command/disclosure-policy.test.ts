/** Runs the commands of docs/how-to/disclosure-policy.md, in order, while a server runs. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { blocksOf, runShell, serveClone } from '../../support/documented-commands.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');

test('a policy is published and changed by the commands of docs/how-to/disclosure-policy.md', async (t) => {
  const { folder, port } = await serveClone(t);
  const page = readFileSync(join(ROOT, 'docs/how-to/disclosure-policy.md'), 'utf8');
  const commands = blocksOf(page.replaceAll('localhost:3000', `localhost:${port}`)).map(({ text }) => text);
  const output = await runShell(`set -euo pipefail\n${commands.join('\n')}`, folder);
  assert.match(output, /policy_type: 'authorized_rp_only'/);
  assert.match(
    output,
    /"detail":"1 credential has the earlier disclosure policy[^}]*"reason":"disclosure_policy_changed"/,
  );
  assert.match(output, /"id":"library-card".*policies\/2/);
});
