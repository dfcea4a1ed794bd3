import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createTenantFolders } from '../../src/kernel/tenant-folders.ts';
import { temporaryFolder } from '../store/temporary.ts';

test('a folder makes a tenant of files, unless it has only trust and keys', async (t) => {
  const configFolder = await temporaryFolder(t);
  const makesTenant = createTenantFolders(configFolder);
  const folder = join(configFolder, 'tenants', 'museum');
  assert.equal(makesTenant('museum'), false);
  mkdirSync(folder, { recursive: true });
  assert.equal(makesTenant('museum'), true, 'an empty one');
  mkdirSync(join(folder, 'trust'));
  mkdirSync(join(folder, 'keys'));
  assert.equal(makesTenant('museum'), false);
  writeFileSync(join(folder, 'tenant.json'), '{}');
  assert.equal(makesTenant('museum'), true);
});
