/** Runs the commands of docs/how-to/attestation-schemes.md, in order, while a server runs. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { blocksOf, runShell, serveClone } from '../../support/documented-commands.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');

test('a scheme is planned, imported and exported by the commands of docs/how-to/attestation-schemes.md', async (t) => {
  const { folder, port } = await serveClone(t);
  const page = readFileSync(join(ROOT, 'docs/how-to/attestation-schemes.md'), 'utf8');
  const commands = blocksOf(page.replaceAll('localhost:3000', `localhost:${port}`)).map(({ text }) => text);
  const output = await runShell(`set -euo pipefail\n${commands.join('\n')}`, folder);
  const unmapped = [...output.matchAll(/"pointer": "([^"]+)"/g)].map(([, pointer]) => pointer);
  assert.deepEqual(unmapped, ['/trustedAuthorities', '/supportedFormats/1']);
  assert.match(output, /"mistakes": \[\]/);
  assert.match(output, /\{"scheme":\{.*"rulebookURI":"https:\/\/library\.example\/rulebook".*"missing":\[\]\}/);
  assert.match(output, /Nothing to do \(issuance\/library-card\)$/m);
  assert.match(output, /^~ issuance\/library-card\n {2}not expressed \/trustedAuthorities .*\n.*\nImported$/m);
  assert.equal(JSON.parse(readFileSync(join(folder, 'exported.json'), 'utf8')).version, '1.1.0');
});
