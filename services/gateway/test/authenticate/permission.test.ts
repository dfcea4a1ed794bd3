import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { checkPermission } from '../../src/authenticate/permission.ts';

function outcome(...[route, caller, query = {}]: Partial<Parameters<typeof checkPermission>>): string {
  try {
    checkPermission(route ?? {}, caller ?? { role: 'admin', platform: false }, query);
    return 'ok';
  } catch (error) {
    assert.ok(error instanceof ProtocolError && error.code === 'forbidden' && error.status === 403);
    return error.options.reason;
  }
}

const viewer = { role: 'viewer', platform: false } as const;
const operator = { role: 'operator', platform: false } as const;
const admin = { role: 'admin', platform: false } as const;

test('a role below that of the row is refused', () => {
  assert.equal(outcome({ role: 'viewer' }, viewer), 'ok');
  assert.equal(outcome({ role: 'operator' }, viewer), 'role_insufficient');
  assert.equal(outcome({ role: 'operator' }, operator), 'ok');
  assert.equal(outcome({ role: 'admin' }, operator), 'role_insufficient');
  assert.equal(outcome({ role: 'admin' }, admin), 'ok');
});

test('a row without a role is for administrators', () => {
  assert.equal(outcome({}, operator), 'role_insufficient');
});

test('a query parameter that changes something needs an operator', () => {
  const route = { role: 'viewer', changes: { query: 'response_code' } } as const;
  assert.equal(outcome(route, viewer, {}), 'ok');
  assert.equal(outcome(route, viewer, { response_code: 'x' }), 'role_insufficient');
  assert.equal(outcome(route, operator, { response_code: 'x' }), 'ok');
});

test('a row of the installation is refused to the administrator of a tenant', () => {
  assert.equal(outcome({ role: 'admin', platform: true }, admin), 'platform_only');
  assert.equal(outcome({ role: 'admin', platform: true }, { role: 'admin', platform: true }), 'ok');
});
