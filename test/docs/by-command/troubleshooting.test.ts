/** Runs the commands of docs/how-to/dry-run.md and docs/how-to/troubleshooting.md while a server runs, and checks that the reasons they name exist. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { warningHints } from '@countersign/dry-run/warnings/warning';
import { reasons } from '@countersign/gateway/reasons';
import { blocksOf, runShell, serveClone } from '../../support/documented-commands.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const pageOf = (page: string): string => readFileSync(join(ROOT, 'docs/how-to', page), 'utf8');

test('the commands of both pages show what the text says', async (t) => {
  const { folder, port } = await serveClone(t);
  const commands = ['dry-run.md', 'troubleshooting.md'].map((page) =>
    blocksOf(pageOf(page).replaceAll('localhost:3000', `localhost:${port}`))
      .map(({ text }) => text)
      .join('\n'),
  );
  const output = await runShell(`set -euo pipefail\n${commands.join('\n')}`, folder);
  assert.match(output, /^accepted\n(metadata|offer): 200, \d+ ms$/m);
  assert.match(output, /^notification: 204/m);
  assert.match(output, /^public_url_insecure: PUBLIC_URL is http/m);
  assert.match(output, /"names":\{"en":"Given name","de":"Vorname"\}/);
  assert.match(output, /"reason": "tx_code_wrong"/);
  assert.match(output, /^token 400 refused tx_code_wrong$/m);
  assert.match(output, /Ask the user to enter the code again/);
  assert.match(output, /^metadata 404 (tenant_unknown|metadata_path)$/m);
  assert.match(output, /^eudi-kotlin: /m);
});

test('each reason and warning that docs/how-to/troubleshooting.md names is one', () => {
  const named = [...pageOf('troubleshooting.md').matchAll(/`([a-z]+(?:_[a-z0-9]+)+)`/g)].map(([, name]) => name ?? '');
  assert.ok(named.length > 60, String(named.length));
  const members = new Set(['key_attestations_required']);
  const unknown = named.filter(
    (name) => !Object.hasOwn(reasons, name) && !Object.hasOwn(warningHints, name) && !members.has(name),
  );
  assert.deepEqual([...new Set(unknown)], []);
});

test('each symptom of the first table has its section, and the other way round', () => {
  const page = pageOf('troubleshooting.md');
  const linked = [...page.matchAll(/\]\(#([a-z0-9-]+)\)/g)].map(([, anchor]) => anchor);
  const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9 -]/g, '')
      .replaceAll(' ', '-'),
  );
  assert.deepEqual(
    linked,
    sections.filter((anchor) => anchor !== 'three-places-to-look'),
  );
});
