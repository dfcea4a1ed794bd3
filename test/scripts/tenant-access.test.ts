import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../cluster/cluster-processes.ts';

const { missingFiles, overAllTenantsFor, tenantFindings } = await import(
  pathToFileURL(join(ROOT, 'scripts/tenant-access.mjs')).href
);

const OPENED = "import { overAllTenants } from '@countersign/shared/store/over-all-tenants';\n";
const SWEEP = 'services/webhook-dispatcher/src/delivery/sweep.ts';

test('only the files of the list open the collections of all tenants', () => {
  assert.deepEqual(tenantFindings(SWEEP, OPENED), []);
  for (const text of [
    OPENED,
    "import { overAllTenants as all } from '../store/over-all-tenants.ts';\n",
    "import {\n  overAllTenants,\n} from '../store/over-all-tenants.ts';\n",
    "const { overAllTenants } = await import('@countersign/shared/store/over-all-tenants');\n",
    "export { overAllTenants } from '@countersign/shared/store/over-all-tenants';\n",
  ]) {
    assert.match(tenantFindings('services/gateway/src/sessions/sessions.ts', text).join(), /ofTenant/, text);
    assert.equal(tenantFindings('operator/src/known-tenant.ts', text).length, 1, text);
  }
});

test('a cast does not pass by the tenant', () => {
  for (const text of ['as Collection<SessionDocument>', 'as unknown as Collection<StoredDocument>']) {
    assert.match(tenantFindings('services/issuer/src/offer/offer.ts', `x ${text};`).join(), /cast/, text);
  }
  const door = 'libs/shared/src/store/over-all-tenants.ts';
  assert.deepEqual(tenantFindings(door, 'return collection as unknown as Collection<T>;'), []);
});

test('tests may read every document', () => {
  assert.deepEqual(tenantFindings('services/gateway/test/sessions/sessions.test.ts', OPENED), []);
});

test('the list names only existing files that need it, with a reason for each', () => {
  assert.match(tenantFindings(SWEEP, '').join(), /remove it/);
  assert.deepEqual(missingFiles(Object.keys(overAllTenantsFor)), []);
  assert.ok(missingFiles([SWEEP]).length > 0);
  for (const [file, reason] of Object.entries(overAllTenantsFor)) assert.match(String(reason), /\w+ \w+/, file);
});
