import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileSchema } from '@countersign/shared/http/validate';
import { createdClient, rotateSecret } from '../../src/authenticate/client-secrets.ts';
import { managedClientSchema, tenantSchema } from '../../src/schemas/tenant-schemas.ts';
import { beginErasure, createdTenant, endErasure, suspendTenant } from '../../src/tenants/tenant-transitions.ts';
import { clientView, fileClientView, fileTenantView, tenantView } from '../../src/tenants/tenant-view.ts';

const NOW = Date.UTC(2026, 0, 26);
const active = { ...createdTenant({ id: 'acme', name: 'Acme' }, NOW), rev: 1 };
const suspended = suspendTenant(active, NOW).document;
const erasing = beginErasure(suspended, { client: 'c', tenant: 'root' }, NOW).document;
const erased = endErasure(erasing, { statusLists: 1 }, NOW);

test('a tenant is shown in each state as the schema says', () => {
  const validate = compileSchema(tenantSchema);
  for (const record of [active, suspended, erasing, erased]) {
    const view = tenantView(record, true);
    assert.deepEqual(validate(view), []);
    assert.equal(view.hiddenByFiles, true);
  }
  assert.deepEqual(validate(fileTenantView('root')), []);
  const time = '2026-01-26T00:00:00.000Z';
  assert.deepEqual(tenantView(active, false), {
    id: 'acme',
    name: 'Acme',
    source: 'api',
    state: 'active',
    since: time,
    createdAt: time,
  });
  assert.ok('receipt' in tenantView(erased, false) && !('name' in tenantView(erased, false)));
});

test('a client is shown without its secrets', () => {
  const validate = compileSchema(managedClientSchema);
  const client = {
    ...createdClient({ id: 'c', tenant: 'acme', role: 'viewer' }, { id: '0000000a', hash: 'hash-of-it' }, NOW),
    rev: 1,
  };
  const rotated = rotateSecret(client, { id: '0000000b', hash: 'h2' }, { overlap: 1000, now: NOW }).document;
  for (const one of [client, rotated]) {
    assert.deepEqual(validate(clientView(one, NOW)), []);
    assert.doesNotMatch(JSON.stringify(clientView(one, NOW)), /hash|0000000a|h2/);
  }
  assert.equal(clientView(rotated, NOW).formerSecretUntil, '2026-01-26T00:00:01.000Z');
  assert.equal(clientView({ ...client, secrets: [] }, NOW).locked, true);
  const ofFile = fileClientView({ id: 'f', tenant: 'x', role: 'admin', secret: { kind: 'plain', stored: 's' } });
  assert.deepEqual(ofFile, { client_id: 'f', role: 'admin', source: 'file' });
});
