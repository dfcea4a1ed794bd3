import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostedListRoutes } from '../../src/routes/hosted-lists.ts';

test('the list is public, stays for relying parties, and counts for the rate of open documents', () => {
  const open = hostedListRoutes.filter(({ auth }) => auth === 'none');
  assert.deepEqual(
    open.map(({ operation, forRelyingParties, rate }) => [operation, forRelyingParties, rate]),
    [['issuer.published-list', true, 'open']],
  );
});

test('only an administrator changes a list, and each change is in the audit log', () => {
  for (const { method, auth, role, audit } of hostedListRoutes) {
    if (auth === 'none') continue;
    assert.equal(role, method === 'GET' ? 'viewer' : 'admin');
    assert.ok(audit);
  }
});
