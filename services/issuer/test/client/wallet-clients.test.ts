import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { silentLog } from '@countersign/shared/kernel/log';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { temporaryFolder } from '@countersign/shared/test/store/temporary';
import { createWalletClients } from '../../src/client/wallet-clients.ts';
import { parseRegistrations } from '../../src/client/wallet-registrations.ts';

async function world(t: TestContext, registrations?: JsonObject) {
  const folder = await temporaryFolder(t);
  const { settings } = readSettings({ CONFIG_FOLDER: folder, PUBLIC_URL: 'https://h.example' });
  const found = registrations && { registrations, clients: parseRegistrations(registrations) };
  const wallets = createWalletClients({ settings, log: silentLog }, { of: async () => found, now: async () => found });
  const write = (file: string, value: unknown): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), typeof value === 'string' ? value : JSON.stringify(value));
  };
  const schemesOf = async (tenant: string) => (await wallets.of(tenant)).redirectSchemes.join();
  return { wallets, write, schemesOf };
}

const named = (scheme: string): JsonObject => ({ public_redirect_schemes: [scheme] });

test('the file of the tenant comes before what is stored, and that before the file of the root folder', async (t) => {
  const { wallets, write, schemesOf } = await world(t, named('stored-x'));
  write('wallets.json', named('root-x'));
  write('tenants/acme/wallets.json', named('acme-x'));
  assert.deepEqual(
    [await schemesOf('acme'), await schemesOf('other'), await schemesOf('default')],
    ['acme-x', 'stored-x', 'root-x'],
  );
  assert.deepEqual(
    [wallets.hasFile('acme'), wallets.hasFile('other'), wallets.hasFile('default')],
    [true, false, true],
  );
  assert.deepEqual(await wallets.written('other'), { source: 'api', registrations: named('stored-x') });
});

test('without stored registrations the file of the root folder counts, and without it every wallet may take part', async (t) => {
  const { wallets, write, schemesOf } = await world(t);
  assert.equal((await wallets.of('other')).publicClients, true);
  assert.equal((await wallets.written('other')).source, 'none');
  write('wallets.json', named('root-x'));
  assert.equal(await schemesOf('other'), 'root-x');
  assert.equal((await wallets.written('other')).source, 'installation');
});

test('a broken file serves no wallet, whatever is stored', async (t) => {
  const { wallets, write } = await world(t, {});
  write('tenants/acme/wallets.json', '{"clients":{}}');
  await assert.rejects(wallets.of('acme'), { code: 'server_error' });
  assert.equal((await wallets.of('other')).publicClients, true);
});
