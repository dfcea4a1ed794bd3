/** Runs every command of docs/how-to/age.md, in its order, while a server runs. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { blocksOf, runShell, serveClone } from '../../support/documented-commands.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');

test('every command of docs/how-to/age.md does what the text says', async (t) => {
  const { folder, port } = await serveClone(t);
  const document = readFileSync(join(ROOT, 'docs/how-to/age.md'), 'utf8').replaceAll(
    'localhost:3000',
    `localhost:${port}`,
  );
  const [begun, ...blocks] = blocksOf(document);
  assert.equal(begun?.kind, 'server');
  const parts = blocks.map(({ text }, index) => `echo; echo "== ${index}"\n${text}`);
  const output = await runShell(['set -euo pipefail', ...parts].join('\n'), folder);
  const printed = (word: string): string => {
    const index = blocks.findIndex(({ text }) => text.includes(word));
    return output.split(`== ${index}\n`)[1]?.split('\n== ')[0] ?? '';
  };

  assert.match(printed('"response_type":"uri","requestId"'), /"uri":"av:\/\/\?client_id=redirect_uri/);
  const { digital } = JSON.parse(printed('"response_type":"dc-api"').trim());
  assert.deepEqual(
    digital.requests.map(({ protocol }: { protocol: string }) => protocol),
    ['org-iso-mdoc'],
  );
  const session = JSON.parse(printed('/session/').slice(printed('/session/').lastIndexOf('\n{')));
  const [kept] = document.match(/^\{ "credentials".*\}$/m) ?? [];
  assert.equal(session.status, 'verified');
  assert.deepEqual(session.credentials, JSON.parse(kept ?? '').credentials);
  assert.match(printed('/dry-run'), /^accepted$/m);
  assert.match(printed('/dry-run'), /age_batch_small/);
});
