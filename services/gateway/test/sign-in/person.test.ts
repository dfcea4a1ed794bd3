import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { neededClaims, type PersonSettings, personOf } from '../../src/sign-in/person.ts';

const settings: PersonSettings = {
  MANAGEMENT_OIDC_TENANT: 'default',
  MANAGEMENT_OIDC_TENANT_CLAIM: undefined,
  MANAGEMENT_OIDC_ROLE_CLAIM: 'roles',
  MANAGEMENT_OIDC_ROLES: [],
};

const refusal = (claims: JsonObject, over: Partial<PersonSettings> = {}): unknown => {
  try {
    return personOf(claims, { ...settings, ...over }).role;
  } catch (error) {
    assert.ok(error instanceof ProtocolError && error.code === 'forbidden');
    return (error.options.facts as { detail: string }).detail;
  }
};

test('without a list the values are roles, and the highest counts', () => {
  assert.equal(refusal({ sub: 's', roles: 'viewer' }), 'viewer');
  assert.equal(refusal({ sub: 's', roles: ['viewer', 'admin', 'x'] }), 'admin');
  for (const roles of [undefined, 'Admin', '', [], {}, 1, [['admin']]]) {
    assert.equal(refusal({ sub: 's', roles: roles as never }), 'role', JSON.stringify(roles));
  }
});

test('with a list only its values are roles', () => {
  const over = { MANAGEMENT_OIDC_ROLES: ['a=b=viewer', 'chief=admin'] };
  assert.equal(refusal({ sub: 's', roles: 'a=b' }, over), 'viewer');
  assert.equal(refusal({ sub: 's', roles: 'chief' }, over), 'admin');
  assert.equal(refusal({ sub: 's', roles: 'admin' }, over), 'role');
});

test('dots lead into objects; a claim of the whole name comes first', () => {
  const over = { MANAGEMENT_OIDC_ROLE_CLAIM: 'realm_access.roles' };
  assert.equal(refusal({ sub: 's', realm_access: { roles: ['operator'] } }, over), 'operator');
  assert.equal(
    refusal({ sub: 's', 'realm_access.roles': 'viewer', realm_access: { roles: ['admin'] } }, over),
    'viewer',
  );
  assert.equal(refusal({ sub: 's', realm_access: 'admin' }, over), 'role');
  assert.equal(refusal({ sub: 's' }, { MANAGEMENT_OIDC_ROLE_CLAIM: '__proto__.roles' }), 'role');
  assert.deepEqual(neededClaims({ ...settings, ...over, MANAGEMENT_OIDC_TENANT_CLAIM: 'org' }), [
    'realm_access',
    'org',
  ]);
});

test('a person has a subject; a subject of another form is in the audit log as its hash', () => {
  assert.equal(refusal({ roles: 'admin' }), 'subject');
  assert.equal(personOf({ sub: 'auth0|4711', roles: 'admin' }, settings).subject, 'auth0|4711');
  assert.match(personOf({ sub: 'a b\n', roles: 'admin' }, settings).subject, /^[\w-]{43}$/);
});

test('the name is that of the claims, without control characters and of bounded length', () => {
  const name = (claims: JsonObject): string => personOf({ sub: 's', roles: 'admin', ...claims }, settings).name;
  assert.equal(name({ name: 'Erika\u202e M\n', email: 'e@x' }), 'Erika M');
  assert.equal(name({ name: ' ', preferred_username: 'erika' }), 'erika');
  assert.equal(name({ email: 'e@x.example' }), 'e@x.example');
  assert.equal(name({}), 's');
  assert.equal(name({ name: 'x'.repeat(500) }).length, 120);
});
