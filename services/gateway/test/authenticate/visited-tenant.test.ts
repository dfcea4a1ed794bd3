import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Caller } from '../../src/authenticate/caller.ts';
import { visitingCaller } from '../../src/authenticate/visited-tenant.ts';

const admin: Caller = { variant: 'b', tenant: 'root', client: 'desk', role: 'admin', platform: true };
const parts = {
  tenantStatusOf: async (tenant: string) => (tenant === 'library' ? ('served' as const) : undefined),
  hasDefault: true,
};
const visit = (caller: Caller, tenant: readonly string[] | undefined, more: object = {}): Promise<Caller> =>
  visitingCaller(
    caller,
    { ...(tenant === undefined ? {} : { 'x-countersign-tenant': tenant }) },
    {},
    { ...parts, ...more },
  );
const reasonOf = (found: Promise<Caller>): Promise<unknown> =>
  found.then(
    () => 'admitted',
    (error: unknown) => (error instanceof ProtocolError ? error.reasoned?.reason : error),
  );

test('a platform administrator acts in the tenant that the call names, and is named so', async () => {
  assert.deepEqual(await visit(admin, ['library']), { ...admin, tenant: 'library', client: 'platform:desk' });
  const inDefault = await visit(admin, ['default']);
  assert.deepEqual([inDefault.tenant, inDefault.variant], ['default', 'a']);
  assert.equal(await visit(admin, undefined), admin);
  assert.equal(await visit(admin, ['root']), admin);
});

test('nobody else, no unknown tenant and no two tenants', async () => {
  const other: Caller = { ...admin, tenant: 'museum', platform: false };
  for (const tenant of ['library', 'museum', 'unknown']) {
    assert.equal(await reasonOf(visit(other, [tenant])), 'platform_only', tenant);
  }
  assert.equal(await reasonOf(visit(admin, ['unknown'])), 'managed_tenant_unknown');
  assert.equal(await reasonOf(visit(admin, ['library', 'root'])), 'managed_tenant_unknown');
  assert.equal(await reasonOf(visit(admin, ['default'], { hasDefault: false })), 'managed_tenant_unknown');
});

test('calls about the installation stay in the own tenant', async () => {
  const headers = { 'x-countersign-tenant': ['library'] };
  assert.equal(await visitingCaller(admin, headers, { platform: true }, parts), admin);
});
