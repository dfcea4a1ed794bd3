/**
 * Runs the commands of docs/how-to/login.md while a server runs, and signs somebody in at the client that they create.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { blocksOf, runShell, serveClone } from '../../support/documented-commands.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');

test('a client made by the commands of docs/how-to/login.md is known to the provider', async (t) => {
  const { folder, port } = await serveClone(t);
  const page = readFileSync(join(ROOT, 'docs/how-to/login.md'), 'utf8').replaceAll(
    'localhost:3000',
    `localhost:${port}`,
  );
  const commands = blocksOf(page).map(({ text }) => text);
  const output = await runShell(`set -euo pipefail\n${commands.join('\n')}`, folder);
  assert.match(output, /^No mistakes in /m);
  assert.match(output, new RegExp(`"issuer":"http://localhost:${port}/login"`));
  const query = new URLSearchParams({
    client_id: 'shop',
    redirect_uri: 'https://shop.example/callback',
    response_type: 'code',
    scope: 'openid profile',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  const asked = await fetch(`http://localhost:${port}/login/auth?${query}`, { redirect: 'manual' });
  assert.equal(asked.status, 303);
  const cookie = asked.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
  const shown = await fetch(new URL(asked.headers.get('location') ?? '', asked.url), { headers: { cookie } });
  assert.match(await shown.text(), /Example Shop/);
});
