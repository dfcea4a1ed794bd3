/** Runs the commands of docs/how-to/eu.md: the templates pass the check, and what a tenant of profile eu still lacks is named. */
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { createWalletProvider } from '@countersign/shared/test/crypto/wallet-provider';
import { blocksOf, makeClone, runShell } from '../../support/documented-commands.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');

test('a tenant of profile eu, made by the commands of docs/how-to/eu.md', async (t) => {
  const folder = makeClone();
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const commands = blocksOf(readFileSync(join(ROOT, 'docs/how-to/eu.md'), 'utf8')).map(({ text }) => text);
  const output = await runShell(`set -euo pipefail\n${commands.join('\n')}`, folder);
  assert.match(output, /wallet-providers/);
  assert.match(output, /the CA of a wallet provider is missing/);
  assert.doesNotMatch(output, /issuance\/(eu-pid|pid-mdoc)\.json/, 'the templates have no finding');
  const { caPem } = await createWalletProvider();
  writeFileSync(join(folder, 'config/tenants/agency/trust/wallet-providers/provider.pem'), caPem);
  const complete = await runShell('npm run --silent operator -- check-config', folder);
  // What only the authorities of the tenant's country can give it.
  assert.match(complete, /^No mistakes in \d+ files|warnings?/m);
  assert.doesNotMatch(complete, / error /);
  assert.match(complete, /Profile eu: There is no access certificate for issuer metadata/);
  const pid = join(folder, 'config/tenants/agency/issuance/eu-pid.json');
  writeFileSync(pid, readFileSync(pid, 'utf8').replace(/"date_of_expiry": "2034-01-14",/, ''));
  const lacking = await runShell('npm run --silent operator -- check-config || true', folder);
  assert.match(lacking, /eu-pid\.json.*date_of_expiry.*Every PID has this attribute/);
});
