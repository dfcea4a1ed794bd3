import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createdClient } from '@countersign/gateway/authenticate/client-secrets';
import { createdTenant } from '@countersign/gateway/tenants/tenant-transitions';
import { tenants } from '@countersign/shared/model/tenant/tenants';
import { auditRecords, clients } from '@countersign/shared/test/model/every-tenant';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { replayTenants } from '../../src/after-restore/replay-tenants.ts';

const NOW = 1_000_000;
const line = (id: string, action: string, subject: string, data = {}) => {
  return { id, tenant: 'default', at: 5, action, client: 'api-key', subject, data };
};

test('a tenant that was erased since the backup is erased again, also where the backup is older than it', async (t) => {
  const store = await temporaryStore(t);
  for (const id of ['acme', 'stays']) await store.insert(tenants, createdTenant({ id }, 1));
  const records = ['acme', 'later'].map((id) => line(`tenant-erasure/${id}`, 'tenant.erased', id));
  await replayTenants(store, records, NOW);
  await replayTenants(store, records, NOW + 1);
  const states = await Promise.all(['acme', 'later', 'stays'].map((id) => store.get(tenants, id)));
  assert.deepEqual(
    states.map((one) => one?.life.state),
    ['erasing', 'erasing', 'active'],
  );
  assert.equal(states[0]?.dueAt, NOW);
});

test('a secret that was changed since is not accepted again; one changed before the backup is', async (t) => {
  const store = await temporaryStore(t);
  for (const id of ['rotated', 'removed', 'before', 'stays']) {
    await store.insert(clients, createdClient({ id, tenant: 'acme', role: 'admin' }, { id: '0000000a', hash: 'h' }, 1));
  }
  const before = line('b', 'client.rotated', 'before', { tenant: 'acme' });
  await store.insert(auditRecords, before);
  const since = [
    line('r', 'client.rotated', 'rotated', { tenant: 'acme' }),
    line('x', 'client.removed', 'removed', { tenant: 'acme' }),
  ];
  await replayTenants(store, [before, ...since], NOW);
  const left = await Promise.all(['rotated', 'removed', 'before', 'stays'].map((id) => store.get(clients, id)));
  assert.deepEqual(
    left.map((one) => one?.secrets.length),
    [0, 0, 1, 1],
  );
});
