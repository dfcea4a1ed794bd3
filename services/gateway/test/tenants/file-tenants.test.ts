import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@countersign/shared/test/store/temporary';
import type { Client } from '../../src/authenticate/client.ts';
import { fileTenants } from '../../src/tenants/file-tenants.ts';

test('folders and clients name tenants, each once; that of variant A needs its key', async (t) => {
  const CONFIG_FOLDER = await temporaryFolder(t);
  for (const name of ['zoo', 'health']) mkdirSync(join(CONFIG_FOLDER, 'tenants', name), { recursive: true });
  const client = (tenant: string): Client => ({
    id: tenant,
    tenant,
    role: 'admin',
    secret: { kind: 'plain', stored: 's' },
  });
  const clients = async () => new Map([client('zoo'), client('acme')].map((one) => [one.id, one]));
  const reserved = new Set(['health', 'default']);
  const found = (AUTH_API_KEY: string | undefined) =>
    fileTenants({ platform: { settings: { CONFIG_FOLDER, AUTH_API_KEY } }, clients, reserved });
  assert.deepEqual(await found(undefined), ['acme', 'zoo']);
  assert.deepEqual(await found('key'), ['default', 'acme', 'zoo']);
});
