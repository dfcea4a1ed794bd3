import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tenantPartRoutes } from '../../src/routes/tenant-parts.ts';

test('a viewer reads, an administrator writes, both in the audit log, in both variants', () => {
  const actions = tenantPartRoutes.map(({ audit }) => audit?.action);
  assert.equal(new Set(actions).size, tenantPartRoutes.length, 'an action each');
  for (const { operation, method, role, auth, paths } of tenantPartRoutes) {
    assert.deepEqual([auth, role], ['management', method === 'GET' ? 'viewer' : 'admin'], operation);
    assert.deepEqual(Object.keys(paths), ['shared'], operation);
  }
});

test('the largest body that the schema allows is within the limit of its route', () => {
  const routeOf = (operation: string) => tenantPartRoutes.find((one) => one.operation === operation) ?? assert.fail();
  const image = routeOf('issuer.image.put');
  const { data } = (image.request as { properties: { data: { maxLength: number } } }).properties;
  const largest = JSON.stringify({ file: `${'x'.repeat(64)}.jpeg`, data: 'x'.repeat(data.maxLength) });
  assert.ok(largest.length <= image.bodyLimit);
});
