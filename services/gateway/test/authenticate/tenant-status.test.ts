import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { TenantLife, TenantRecord } from '@countersign/shared/model/tenant/tenants';
import { checkTenantServed, createTenantStatusOf, suspendedForWallets } from '../../src/authenticate/tenant-status.ts';

const receipt = { kept: {} } as Extract<TenantLife, { state: 'erased' }>['receipt'];
const lives: Readonly<Record<string, TenantLife>> = {
  on: { state: 'active', since: 1 },
  off: { state: 'suspended', since: 1 },
  going: { state: 'erasing', since: 1 } as TenantLife,
  gone: { state: 'erased', since: 1, receipt: { ...receipt, kept: { statusLists: 1 } } },
  nothing: { state: 'erased', since: 1, receipt },
  both: { state: 'suspended', since: 1 },
};

test('a tenant of files is served; one of the interface by its state', async () => {
  const asked: string[] = [];
  const of = async (id: string): Promise<TenantRecord | undefined> => {
    asked.push(id);
    const life = lives[id];
    return life && { id, rev: 1, createdAt: 1, life };
  };
  const tenantStatus = createTenantStatusOf(async (id) => ['file', 'both'].includes(id), { of });
  const found: Record<string, string | undefined> = {};
  for (const id of ['default', 'file', 'both', 'on', 'off', 'going', 'gone', 'nothing', 'none', '../x']) {
    found[id] = await tenantStatus(id);
  }
  assert.deepEqual(found, {
    default: 'served',
    file: 'served',
    both: 'served',
    on: 'served',
    off: 'suspended',
    going: 'gone',
    // Without status lists nothing of it is served any more.
    gone: 'gone',
    nothing: undefined,
    none: undefined,
    '../x': undefined,
  });
  assert.ok(!asked.includes('../x') && !asked.includes('file'));
});

test('callers of a tenant that is not served get 403, its wallets 503 with the time of the next try', () => {
  assert.doesNotThrow(() => checkTenantServed('served'));
  for (const [tenantStatus, reason] of [
    ['suspended', 'tenant_suspended'],
    ['gone', 'tenant_erased'],
    [undefined, 'tenant_erased'],
  ] as const) {
    const refused = (error: unknown) =>
      error instanceof ProtocolError && error.status === 403 && error.options.reason === reason;
    assert.throws(() => checkTenantServed(tenantStatus), refused);
  }
  const { status, options } = suspendedForWallets();
  assert.deepEqual([status, options.headers], [503, { 'retry-after': '300' }]);
});
