import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choicesOf, overlapOf, pathOfClient, type Tenant } from '../../../src/pages/tenants/tenant.ts';

test('an overlap is whole seconds, a week at most', () => {
  assert.deepEqual(['0', ' 600 ', '604800'].map(overlapOf), [0, 600, 604_800]);
  for (const typed of ['', '-1', '1.5', '604801', '1e3', 'an hour']) assert.equal(overlapOf(typed), undefined, typed);
});

test('an erasure needs a suspension, and tenants of files are changed where they are', () => {
  const tenant: Tenant = { id: 'museum', source: 'api', state: 'active' };
  assert.deepEqual(choicesOf(tenant), ['suspend']);
  assert.deepEqual(choicesOf({ ...tenant, state: 'suspended' }), ['resume', 'erase']);
  for (const state of ['erasing', 'erased'] as const) assert.deepEqual(choicesOf({ ...tenant, state }), []);
  assert.deepEqual(choicesOf({ ...tenant, source: 'file' }), []);
  assert.deepEqual(choicesOf({ ...tenant, state: 'suspended', hiddenByFiles: true }), []);
});

test('ids are one segment of a path each', () => {
  assert.equal(pathOfClient('a/b', 'c d'), '/tenants/a%2Fb/clients/c%20d');
});
