import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { keyDocuments } from '@countersign/shared/test/model/every-tenant';
import { temporaryFolder, temporaryStore } from '@countersign/shared/test/store/temporary';
import { knownTenant } from '../../src/data/known-tenant.ts';

test('a tenant exists by its key, its client, its folder, or as the tenant of variant A', async (t) => {
  const [store, folder] = [await temporaryStore(t), await temporaryFolder(t)];
  mkdirSync(join(folder, 'tenants', 'with-folder'), { recursive: true });
  const clients = [{ client_id: 'app', tenant: 'with-client', secret_env: 'APP_SECRET' }];
  writeFileSync(join(folder, 'clients.json'), JSON.stringify({ clients }));
  await store.insert(keyDocuments, {
    id: 'with-key/data/1',
    tenant: 'with-key',
    purpose: 'data',
    generation: 1,
    sealed: '',
    createdAt: 1,
  });
  const environment = { CONFIG_FOLDER: folder, APP_SECRET: 'app-secret', AUTH_CLIENT_SECRET: 'first-client-secret' };
  const { settings } = readSettings(environment);
  const known = (tenant: string) => knownTenant({ store, settings, environment }, tenant);
  assert.equal(await known('with-key'), 'keyed');
  for (const tenant of ['default', 'root', 'with-client', 'with-folder']) {
    assert.equal(await known(tenant), 'configured', tenant);
  }
  for (const tenant of ['nope', 'app', 'Root', 'constructor', 'tenants'])
    assert.equal(await known(tenant), undefined, tenant);
});
