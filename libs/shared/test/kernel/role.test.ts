import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRole, reachesRole, roles } from '../../src/kernel/role.ts';

test('each role may do what those before it may, and no more', () => {
  for (const [place, role] of roles.entries()) {
    assert.deepEqual(
      roles.map((least) => reachesRole(role, least)),
      roles.map((_, index) => index <= place),
      role,
    );
  }
});

test('nothing but the three names is a role', () => {
  for (const value of ['Admin', 'root', '', 'toString', undefined, null, 1]) assert.equal(isRole(value), false);
  assert.ok(roles.every(isRole));
});
