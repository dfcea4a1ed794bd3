/** Runs every command of docs/learn/mdoc.md, in its order, while a server runs. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { blocksOf, runShell, serveClone } from '../../support/documented-commands.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');

test('every command of docs/learn/mdoc.md does what the text says', async (t) => {
  const { folder, port } = await serveClone(t);
  const document = readFileSync(join(ROOT, 'docs/learn/mdoc.md'), 'utf8').replaceAll(
    'localhost:3000',
    `localhost:${port}`,
  );
  const [begun, ...blocks] = blocksOf(document);
  assert.equal(begun?.kind, 'server');
  assert.ok(blocks.length >= 6, 'the blocks are found');
  const parts = blocks.map(({ text }, index) => `echo; echo "== ${index}"\n${text}`);
  const output = await runShell(['set -euo pipefail', ...parts].join('\n'), folder);
  const printed = (word: string): string => {
    const index = blocks.findIndex(({ text }) => text.includes(word));
    return output.split(`== ${index}\n`)[1]?.split('\n== ')[0] ?? '';
  };

  assert.match(printed('"credentialConfigurationIds":["mdl"]'), /openid-credential-offer:/);
  const [held] = JSON.parse(readFileSync(join(folder, 'data/wallet.json'), 'utf8'));
  assert.ok(Buffer.from(held.credential, 'base64url').includes('org.iso.18013.5.1.mDL'));

  const session = JSON.parse(printed('/session/').trim());
  assert.equal(session.status, 'verified');
  assert.deepEqual(Object.keys(session.credentials[0].values), ['org.iso.18013.5.1']);
  assert.deepEqual(Object.keys(session.credentials[0].values['org.iso.18013.5.1']).sort(), [
    'age_over_18',
    'driving_privileges',
    'family_name',
  ]);

  const { digital } = JSON.parse(printed('"response_type":"dc-api"').trim());
  assert.equal(digital.requests[0].protocol, 'openid4vp-v1-signed');
  assert.match(printed('/trust'), /IACA of default/);
});
